import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AssessmentResult, OwnAssessment } from '#contract/learning/assessment.ts';
import { isoDay } from '#web/dates.ts';
import { AssessmentButton } from '#web/learning/assessment/AssessmentButton.tsx';
import { useNoteAction } from '#web/learning/assessment/api.ts';
import { lengthText } from '#web/learning/assessment/length-display.ts';
import { resultQuery } from '#web/learning/assessment/plan-api.ts';
import { dueText, groupsByDay, type PlannedAction, planOf } from '#web/learning/assessment/plan-display.ts';
import { changeOf, dayOfAttempt, levelName } from '#web/learning/assessment/results-display.ts';
import { useClock } from '#web/platform/clock.ts';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';

/**
 * Card with the latest result and the next actions of the plan (DASH-13). Before the first result it leads to the
 * assessment; without an assessment in the catalogue it renders nothing.
 */
export function PlanCard({ own }: { own: OwnAssessment }) {
  if (own.latest) return <LatestResult id={own.latest.id} />;
  if (!own.resource) return null;
  return (
    <Frame>
      <p className="mt-2 mb-5 text-muted-foreground">
        The readiness assessment gives your level in four areas and the actions that matter most.{' '}
        {own.resource.percent > 0 ? `${own.resource.percent}% is answered and saved` : lengthText}.
      </p>
      <AssessmentButton tool={own.resource} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <section aria-labelledby="plan-heading">
        <div className="flex items-center justify-between gap-4">
          <h2 id="plan-heading" tabIndex={-1}>
            My plan
          </h2>
          <Link to="/my-plan" className={textLinkClasses}>
            Open my plan
            <ArrowRight size={16} />
          </Link>
        </div>
        {children}
      </section>
    </Card>
  );
}

function LatestResult({ id }: { id: number }) {
  const { data: result, isLoadingError, isFetching, refetch } = useQuery(resultQuery(id));
  if (isLoadingError) {
    return (
      <Frame>
        <LoadErrorLine query={{ isFetching, refetch }} className="mt-2">
          Your plan could not be loaded. It is safe.
        </LoadErrorLine>
      </Frame>
    );
  }
  return <Frame>{result ? <Result result={result} /> : <Skeleton className="mt-4 h-80 w-full" />}</Frame>;
}

const shownActions = 3;

function Result({ result }: { result: AssessmentResult }) {
  const { now, timeZone } = useClock();
  const plan = planOf(result.actions);
  const open = plan.filter(({ entry }) => entry.doneAt === null);
  const next = groupsByDay(open, isoDay(now, timeZone))
    .flatMap(({ actions }) => actions)
    .slice(0, shownActions);
  const change = changeOf(result.overall.percent, result.previous?.isComparable ? result.previous.percent : null);
  return (
    <>
      <p className="mt-3 mb-3 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-2xl font-semibold">{levelName(result, result.overall.band)}</span>
        <span className="text-sm text-muted-foreground tabular-nums">
          {[`${result.overall.percent}%`, change, dayOfAttempt(result, timeZone)].filter(Boolean).join(' · ')}
        </span>
      </p>
      {next.length > 0 ? (
        <ul className="lines-between border-t border-border">
          {next.map((action) => (
            <NextAction key={action.id} attemptId={result.id} action={action} />
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm text-muted-foreground">
          {plan.length > 0 ? 'Every action of your plan is done. ' : 'No actions in your plan yet. '}
          <Link
            to="/tools/responsible-ai-assessment"
            search={{ attempt: String(result.id) }}
            hash="recommendations"
            className={textLinkClasses}
          >
            Choose actions
          </Link>
        </p>
      )}
    </>
  );
}

function NextAction({ attemptId, action }: { attemptId: number; action: PlannedAction }) {
  const { entry } = action;
  const { now, timeZone } = useClock();
  const noting = useNoteAction(attemptId, action.id);
  // A done action leaves the card, and its checkbox with it.
  const moveFocus = () => document.getElementById('plan-heading')?.focus({ preventScroll: true });
  const { owner, dueOn } = entry;
  const toggle = () => noting.mutateAsync({ owner, dueOn, isDone: true }).then(moveFocus, () => undefined);
  return (
    <li className="flex items-start gap-3 py-3.5 last:pb-0">
      <Checkbox
        label={`Done: ${action.text}`}
        isLabelHidden
        checked={noting.isPending}
        onChange={() => void toggle()}
        className="min-h-6!"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold">{action.text}</span>
        <span className="block text-xs text-muted-foreground">{action.questionTitle}</span>
      </span>
      {entry.dueOn ? (
        <span className="text-xs whitespace-nowrap text-muted-foreground tabular-nums">
          {dueText(entry.dueOn, isoDay(now, timeZone))}
        </span>
      ) : null}
    </li>
  );
}
