import type { AssessmentResult, RecommendedAction } from '#contract/assessment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PrincipleLabel } from '../../ui/PrincipleMark.tsx';
import { phaseNames, roleNames } from '../catalogue/display.ts';
import { ActionPlan } from './ActionPlan.tsx';
import { HelpfulResources } from './HelpfulResources.tsx';
import { levelName } from './results-display.ts';

type ActionItemProps = { number: number; action: RecommendedAction; result: AssessmentResult };

/** An action with its reason, its plan and what helps with it. */
export function ActionItem({ number, action, result }: ActionItemProps) {
  const phase = phaseNames[action.phase];
  return (
    <li
      value={number}
      className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-3 border-b border-border py-6 lg:grid-cols-[2.5rem_minmax(0,1fr)_15rem] lg:gap-5"
    >
      <span aria-hidden="true" className="font-display text-xl leading-7 font-semibold text-primary">
        {number}
      </span>
      <div className="min-w-0">
        <h4 className="text-base leading-6 font-semibold">{action.text}</h4>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          {action.questionTitle} is at {levelName(result, action.level)}.
          {action.holdsBack ? <Badge tone="warning">Holds back the overall band</Badge> : null}
        </p>
        <HelpfulResources action={action} />
        <ActionPlan attemptId={result.id} action={action} />
      </div>
      <div className="flex gap-x-3 gap-y-1.5 text-xs text-muted-foreground max-lg:col-start-2 max-lg:flex-wrap lg:flex-col">
        <PrincipleLabel principle={action.principle} />
        <span>{action.sectionTitle}</span>
        <span>
          {phase.step}: {phase.name}
        </span>
        <span>{roleNames[action.role]}</span>
      </div>
    </li>
  );
}
