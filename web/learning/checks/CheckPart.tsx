import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, ClipboardCheck } from 'lucide-react';
import type { CheckState } from '#contract/learning/checks.ts';
import { today } from '#web/platform/clock.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import type { CheckPartProps } from '../library/CheckSlot.tsx';
import { checkQuery } from './api.ts';
import { checkAction, nextAttemptText, questionsText } from './check-display.ts';
import '#web/ui/all-classes.css';

/** The knowledge check of a resource with the member's progress and the link to it; renders nothing without one. */
export function CheckPart({ resourceId, look }: CheckPartProps) {
  const { data: check } = useQuery(checkQuery(resourceId));
  if (!check) return null;
  const { passed, bestPercent, canOpen, nextAttemptAt, openAttempt, questions, passMark } = check;
  if (look === 'included') return <IncludedCheck check={check} />;
  const isRow = look === 'row';
  const isBlocked = nextAttemptAt !== null && openAttempt === null && !passed;
  const Heading = isRow ? 'h3' : 'h2';
  return (
    <section
      aria-label="Knowledge check"
      className={classes(
        'flex gap-3 border-t border-border',
        isRow ? 'flex-wrap items-center p-5 lg:px-6' : 'flex-col pt-4',
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-3">
        {passed ? (
          <CircleCheck size={20} className="mt-0.5 flex-none text-success-text" />
        ) : (
          <ClipboardCheck size={20} className="mt-0.5 flex-none text-muted-foreground" />
        )}
        <div className="min-w-0">
          <Heading className="font-sans! text-base! leading-6! tracking-normal!">
            {passed ? 'Check passed' : 'Knowledge check'}
          </Heading>
          <p className="text-sm text-muted-foreground tabular-nums">
            {bestPercent === null
              ? `${questionsText(questions)}, pass mark ${passMark}%`
              : `Best score ${bestPercent}%, pass mark ${passMark}%`}
          </p>
          {openAttempt && !openAttempt.isOver ? (
            <p className="text-sm text-muted-foreground tabular-nums">
              {openAttempt.answered} of {questionsText(openAttempt.questions)} answered
            </p>
          ) : null}
          {isBlocked ? (
            <p className="text-sm text-muted-foreground tabular-nums">
              You can try again from {nextAttemptText(nextAttemptAt, today())}.
            </p>
          ) : null}
        </div>
      </div>
      {canOpen ? (
        <Link
          to="/resource/$id/check"
          params={{ id: String(resourceId) }}
          search={{}}
          className={buttonClasses({
            variant: passed || isBlocked ? 'outline' : 'secondary',
            size: isRow ? 'small' : 'medium',
            isBlock: !isRow,
          })}
        >
          {isBlocked ? 'Your results' : checkAction(check)}
        </Link>
      ) : null}
    </section>
  );
}

function IncludedCheck({ check: { resourceId, questions, canOpen, lastAttemptId } }: { check: CheckState }) {
  return (
    <li className="flex gap-3 border-t border-border py-3 text-sm">
      <ClipboardCheck size={18} className="mt-px text-primary" />
      <div className="min-w-0">
        <p className="font-semibold">Knowledge check</p>
        <p className="text-xs text-muted-foreground">{questionsText(questions)}</p>
        {canOpen || lastAttemptId === null ? null : (
          <Link to="/resource/$id/check" params={{ id: String(resourceId) }} search={{}} className={textLinkClasses}>
            Your results
          </Link>
        )}
      </div>
    </li>
  );
}
