import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import type { CheckState, OwnCheckAttempt } from '#contract/learning/checks.ts';
import { dateAndTime } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { usePage } from '#web/platform/page.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ownAttemptsPageSize, ownAttemptsQuery, useHandIn, useStartCheck } from './api.ts';
import { BackBar, CheckFrame } from './CheckFrame.tsx';
import { answerRules, attemptsLeftText, checkFacts } from './check-display.ts';

/** The check before an attempt: its rules, the button that starts one, and the member's earlier attempts. */
export function StartPanel({ check }: { check: CheckState }) {
  const { resourceId, title, passed, bestPercent, openAttempt, lastAttemptId } = check;
  const heading = useHeadingFocus(title);
  usePage(`Check: ${title}`);
  return (
    <CheckFrame header={<BackBar resourceId={resourceId} title={title} />}>
      <Card className="mb-6 flex flex-col gap-5">
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <span
            className={
              passed
                ? 'grid size-12 flex-none place-items-center rounded-full bg-success-soft text-success-text'
                : 'grid size-12 flex-none place-items-center rounded-full bg-accent text-accent-foreground'
            }
          >
            {passed ? <CircleCheck size={24} /> : <ClipboardCheck size={24} />}
          </span>
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-sm text-muted-foreground">Knowledge check</p>
            <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
              {title}
            </h1>
            {bestPercent === null ? null : (
              <p className="mt-1 font-semibold text-muted-foreground tabular-nums">
                {passed ? <span className="text-success-text">Passed.</span> : 'Not passed yet.'} Best score{' '}
                {bestPercent}%.
              </p>
            )}
          </div>
        </div>
        <ul className="flex flex-wrap gap-x-2 gap-y-1 text-sm tabular-nums">
          {checkFacts(check).map((fact) => (
            <li key={fact} className="rounded-full bg-muted px-3 py-1">
              {fact}
            </li>
          ))}
        </ul>
        <div className="flex max-w-160 flex-col gap-1 text-sm text-muted-foreground">
          <p>
            Your answers are saved as you give them. You can leave and continue on another device, for up to 14 days.
          </p>
          {check.timeLimit === null ? null : (
            <p>The time runs from the start, also while you are away. At its end, your saved answers are handed in.</p>
          )}
          <p>{answerRules[check.showsAnswers]}</p>
        </div>
        {openAttempt ? <TimeOver resourceId={resourceId} attemptId={openAttempt.id} /> : <Start check={check} />}
      </Card>
      {lastAttemptId === null ? null : <OwnAttempts resourceId={resourceId} />}
    </CheckFrame>
  );
}

function Start({ check }: { check: CheckState }) {
  const starting = useStartCheck(check.resourceId);
  const left = attemptsLeftText(check, today());
  const isFirst = check.lastAttemptId === null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {check.nextAttemptAt === null ? (
        <Button
          variant={check.passed ? 'outline' : 'primary'}
          isBusy={starting.isPending}
          onClick={() => starting.mutate()}
          className="max-sm:w-full"
        >
          {isFirst ? 'Start the check' : 'Start another attempt'}
        </Button>
      ) : null}
      {left ? <p className="text-sm text-muted-foreground">{left}</p> : null}
    </div>
  );
}

/** The time of an attempt has ended. Handing it in shows its result. */
function TimeOver({ resourceId, attemptId }: { resourceId: number; attemptId: number }) {
  const handing = useHandIn(resourceId, attemptId);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="font-semibold">The time of your attempt is over. The answers that were saved count.</p>
      <Button isBusy={handing.isPending} onClick={() => handing.mutate()} className="max-sm:w-full">
        See the result
      </Button>
    </div>
  );
}

type OwnAttemptsProps = {
  resourceId: number;
  /** Whether the member can open the check, and so an attempt under way; true by default. */
  canContinue?: boolean;
};

/** The member's attempts at the check, newest first (CHECK-08). */
export function OwnAttempts({ resourceId, canContinue = true }: OwnAttemptsProps) {
  const [page, setPage] = useState(1);
  const { data, isLoadingError, isFetching, refetch } = useQuery(ownAttemptsQuery(resourceId, page));
  if (isLoadingError) {
    return (
      <LoadError
        title="Your attempts did not load"
        description="They are safe. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-32 w-full rounded-lg!" />;
  if (data.totalCount === 0) return null;
  return (
    <section aria-labelledby="attempts-heading">
      <h2 id="attempts-heading" className="mb-3">
        Your attempts
      </h2>
      <Card isPadded={false}>
        <ul className="lines-between">
          {data.items.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} canContinue={canContinue} />
          ))}
        </ul>
      </Card>
      <Pagination
        label="Pages of attempts"
        page={page}
        pageCount={Math.ceil(data.totalCount / ownAttemptsPageSize)}
        onPageChange={setPage}
      />
    </section>
  );
}

function Attempt({ attempt, canContinue }: { attempt: OwnCheckAttempt; canContinue: boolean }) {
  const { id, resourceId, startedAt, handedInAt, percent, passMark, passed } = attempt;
  const when = dateAndTime(handedInAt ?? startedAt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3.5 text-sm tabular-nums lg:px-6">
      <span className="w-12 font-semibold">{percent === null ? '–' : `${percent}%`}</span>
      {passed === null ? (
        <Badge tone="info">Under way</Badge>
      ) : (
        <Badge tone={passed ? 'success' : 'neutral'}>{passed ? 'Passed' : 'Not passed'}</Badge>
      )}
      <span className="text-muted-foreground">
        {handedInAt === null ? `Started ${when}` : when} · pass mark {passMark}%
      </span>
      {handedInAt !== null || canContinue ? (
        <Link
          to="/resource/$id/check"
          params={{ id: String(resourceId) }}
          search={handedInAt === null ? {} : { attempt: id }}
          className={`${textLinkClasses} ml-auto pointer-coarse:min-h-11`}
        >
          {handedInAt === null ? 'Continue' : 'Result'}
          <VisuallyHidden> of {when}</VisuallyHidden>
        </Link>
      ) : null}
    </li>
  );
}
