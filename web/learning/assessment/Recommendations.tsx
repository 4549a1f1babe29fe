import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, ListPlus, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AssessmentResult, RecommendedAction } from '#contract/learning/assessment.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useWords } from '#web/ui/words.ts';
import { ActionFacts, HelpfulResources } from './ActionParts.tsx';
import { useAddActions } from './api.ts';
import { groupsOf, levelName } from './results-display.ts';

/** Next steps: the first five actions by rank, the rest by phase. Each can be added to the plan (PLAN-06). */
export function Recommendations({ result }: { result: AssessmentResult }) {
  const [first, ...rest] = groupsOf(result.actions, useWords().phases);
  return (
    <section className="mb-10 lg:mb-12" aria-labelledby="recommendations">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="recommendations">Recommendations</h2>
          <p className="mt-1 max-w-152 text-muted-foreground">
            Most effect first. Where an answer is below your overall level, its actions belong to an earlier phase.
          </p>
        </div>
        {first ? <AddFirst attemptId={result.id} actions={first.actions.map(({ action }) => action)} /> : null}
      </div>
      {first ? (
        <Card isPadded={false}>
          <ActionList actions={first.actions} result={result} headingLevel={3} />
        </Card>
      ) : null}
      {rest.length > 0 ? (
        <Card isPadded={false} className="mt-4">
          {rest.map((group) => (
            <details key={group.title} className="group border-b border-border last:border-0">
              <summary className="flex min-h-14 list-none items-center gap-3 px-5 py-3 lg:px-6 [&::-webkit-details-marker]:hidden">
                <ChevronRight size={18} className="flex-none transition-transform group-open:rotate-90" />
                <h3 className="text-base!">{group.title}</h3>
                <span className="ml-auto text-sm whitespace-nowrap text-muted-foreground tabular-nums">
                  {group.actions.length} {group.actions.length === 1 ? 'action' : 'actions'}
                </span>
              </summary>
              <ActionList actions={group.actions} result={result} headingLevel={4} />
            </details>
          ))}
        </Card>
      ) : null}
    </section>
  );
}

type AddFirstProps = { attemptId: number; actions: readonly RecommendedAction[] };

/** Button that adds the first actions to the plan at once; a link to the plan once it contains them all. */
function AddFirst({ attemptId, actions }: AddFirstProps) {
  const adding = useAddActions(attemptId);
  const missing = actions.filter(({ entry }) => entry === null).map(({ id }) => id);
  const link = useFocusAfter(adding.isSuccess && missing.length === 0);
  if (missing.length === 0) {
    return (
      <Link ref={link} to="/my-plan" className={textLinkClasses}>
        Open my plan
      </Link>
    );
  }
  return (
    <Button variant="outline" size="small" isBusy={adding.isPending} onClick={() => adding.mutate(missing)}>
      {adding.isPending ? null : <ListPlus size={16} />}
      Add the first {actions.length} to my plan
    </Button>
  );
}

type ActionListProps = {
  actions: readonly { number: number; action: RecommendedAction }[];
  result: AssessmentResult;
  headingLevel: 3 | 4;
};

function ActionList({ actions, result, headingLevel }: ActionListProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <ol>
      {actions.map(({ number, action }) => (
        <li
          key={action.id}
          value={number}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-3 border-t border-border px-5 py-5 lg:grid-cols-[1.75rem_minmax(0,1fr)_auto] lg:gap-x-5 lg:px-6 first:border-t-0 [details_&]:first:border-t"
        >
          <span aria-hidden="true" className="font-display text-xl leading-6 font-semibold text-primary">
            {number}
          </span>
          <div className="min-w-0">
            <Heading className="max-w-176 font-sans text-base! leading-6! font-semibold">{action.text}</Heading>
            <ActionFacts action={action} reason={`${action.questionTitle} is at ${levelName(result, action.level)}.`} />
            <HelpfulResources action={action} />
          </div>
          <PlanState attemptId={result.id} action={action} />
        </li>
      ))}
    </ol>
  );
}

/** Link to the plan when it contains the action, or the button that adds the action. */
function PlanState({ attemptId, action }: { attemptId: number; action: RecommendedAction }) {
  const adding = useAddActions(attemptId);
  const isInPlan = action.entry !== null;
  const link = useFocusAfter(adding.isSuccess && isInPlan);
  return (
    <div className="max-lg:col-start-2 lg:min-w-36 lg:text-right">
      {isInPlan ? (
        <Link ref={link} to="/my-plan" className={`${textLinkClasses} min-h-9! text-success-text!`}>
          <CircleCheck size={16} />
          {action.entry?.doneAt ? 'Done' : 'In my plan'}
          <VisuallyHidden>: {action.text}</VisuallyHidden>
        </Link>
      ) : (
        <Button variant="outline" size="small" isBusy={adding.isPending} onClick={() => adding.mutate([action.id])}>
          {adding.isPending ? null : <Plus size={16} />}
          Add to my plan
          <VisuallyHidden>: {action.text}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

/** Moves the focus to the link that replaces a pressed button. */
function useFocusAfter(isReplaced: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isReplaced) link.current?.focus();
  }, [isReplaced]);
  return link;
}
