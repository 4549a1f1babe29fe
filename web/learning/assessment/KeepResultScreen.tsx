import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { NewAttempt } from '#contract/learning/assessment.ts';
import { usePage } from '#web/platform/page.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { questionsQuery, useViewResults } from './api.ts';
import { historyQuery } from './plan-api.ts';
import { attemptOf, missingAnswers } from './run-display.ts';
import { keepVisitorRun, useVisitorRun } from './visitor-run.ts';

/**
 * Screen that stores a visitor's answers from this browser as the member's attempt, and then shows the result (TRY-03).
 */
export function KeepResultScreen() {
  const run = useVisitorRun();
  const { data: questions, isLoadingError, isFetching, refetch } = useQuery(questionsQuery);
  usePage('Keep your result');
  const isWhole = run && questions && missingAnswers(run, questions.sections) === 0;
  return (
    <>
      <PageHeading title="Keep your result" />
      {isLoadingError ? (
        <LoadError
          title="The result could not be kept"
          description="Your answers are still in this browser. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {questions && !isWhole ? <NothingToKeep /> : null}
      {isWhole ? <Keeping attempt={{ ...attemptOf(run, questions), resourceId: null }} /> : null}
      {questions || isLoadingError ? null : <Waiting />}
    </>
  );
}

/** Sends the answers once. If they are sent again, they make no second attempt. */
function Keeping({ attempt }: { attempt: NewAttempt }) {
  const { mutateAsync, isError, isPending } = useViewResults({ replace: true });
  const isSent = useRef(false);
  // `useViewResults` shows failures. This screen is left before the answers are removed.
  const keep = () =>
    mutateAsync(attempt).then(
      () => keepVisitorRun(null),
      () => undefined,
    );
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void keep();
  });
  if (!isError) return <Waiting />;
  return (
    <LoadError
      title="The result could not be kept"
      description="Your answers are still in this browser."
      isBusy={isPending}
      onRetry={() => void keep()}
    />
  );
}

function Waiting() {
  return (
    <div role="status">
      <p className="sr-only">Keeping your result</p>
      <Skeleton className="h-64 w-full rounded-lg!" />
    </div>
  );
}

function NothingToKeep() {
  const { data } = useQuery(historyQuery(1));
  const [latest] = data?.items ?? [];
  return (
    <EmptyState
      title="No finished answers in this browser"
      description="They have been kept already, or you gave them in another browser."
      action={
        latest ? (
          <Link
            to="/tools/responsible-ai-assessment"
            search={{ attempt: String(latest.id) }}
            className={buttonClasses({})}
          >
            Latest results
          </Link>
        ) : (
          <Link to="/assessment" reloadDocument className={buttonClasses({})}>
            Take the assessment
          </Link>
        )
      }
    />
  );
}
