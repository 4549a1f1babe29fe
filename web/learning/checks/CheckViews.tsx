import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BookX, Lock } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { CheckState } from '#contract/learning/checks.ts';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { ApiError, isNotFound } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { attemptQuery, checkQuery, resultQuery } from './api.ts';
import { BackBar, CheckFrame } from './CheckFrame.tsx';
import { checkSearch } from './check-search.ts';
import { OwnAttempts, StartPanel } from './StartPanel.tsx';
import '#web/ui/all-classes.css';

const TakingView = lazyPart(async () => (await import('./TakingView.tsx')).TakingView);
const ResultView = lazyPart(async () => (await import('./ResultView.tsx')).ResultView);

/** Knowledge check of a resource: its questions, and at the same path the results of the member (CHECK-05). */
export function CheckViews() {
  const id = resourceIdOf(useParams({ from: '/members/resource/$id/check' }).id);
  return id === null ? <NoCheck /> : <Opened id={id} />;
}

function Opened({ id }: { id: number }) {
  const [{ attempt }] = usePageState(checkSearch);
  return attempt === null ? <Check key={id} id={id} /> : <Result key={attempt} id={id} attemptId={attempt} />;
}

function Check({ id }: { id: number }) {
  return (
    <Loaded
      query={useQuery(checkQuery(id))}
      skeleton={<Loading id={id} />}
      instead={(error) => isNotFound(error) && <NoCheck attemptsOf={id} />}
      {...failedCheck(id)}
    >
      {(check) => {
        if (check === null) return <NoCheck id={id} attemptsOf={id} />;
        if (!check.canOpen) return <NoAccess check={check} />;
        const { openAttempt } = check;
        return openAttempt && !openAttempt.isOver ? (
          <UnderWay key={openAttempt.id} check={check} attemptId={openAttempt.id} />
        ) : (
          <StartPanel check={check} />
        );
      }}
    </Loaded>
  );
}

function UnderWay({ check, attemptId }: { check: CheckState; attemptId: number }) {
  const loading = <Loading id={check.resourceId} title={check.title} />;
  return (
    <Loaded
      query={useQuery(attemptQuery(attemptId))}
      skeleton={loading}
      // Once the attempt is handed in on another device, the questions are gone, and the panel leads to the result.
      instead={(error) => isCode(error, 'checks.handed-in') && <StartPanel check={check} />}
      {...failedCheck(check.resourceId)}
    >
      {(attempt) => (
        <Suspense fallback={loading}>
          <TakingView attempt={attempt} check={check} />
        </Suspense>
      )}
    </Loaded>
  );
}

function Result({ id, attemptId }: { id: number; attemptId: number }) {
  return (
    <Loaded
      query={useQuery(resultQuery(attemptId))}
      skeleton={<Loading id={id} />}
      instead={(error) => {
        if (isNotFound(error)) return <NoResult id={id} />;
        // An attempt without a result is still under way.
        return isCode(error, 'checks.attempt-open') && <Check id={id} />;
      }}
      {...failedCheck(id)}
    >
      {(result) =>
        result.resourceId === id ? (
          <Suspense fallback={<Loading id={id} title={result.title} />}>
            <ResultView result={result} />
          </Suspense>
        ) : (
          <NoResult id={id} />
        )
      }
    </Loaded>
  );
}

const isCode = (error: Error, code: ErrorCode) => error instanceof ApiError && error.code === code;

type PlainProps = { id: number | undefined; title?: string; children: ReactNode };

/** Frame of the states without questions and results. */
function Plain({ id, title, children }: PlainProps) {
  usePage(title ?? 'Knowledge check');
  return (
    <CheckFrame
      header={
        id === undefined ? (
          <div className="px-4 py-4 lg:px-10">
            <Link to="/" className={buttonClasses({ variant: 'ghost', size: 'small' })}>
              Return to Dashboard
            </Link>
          </div>
        ) : (
          <BackBar resourceId={id} title={title ?? 'Back to the resource'} />
        )
      }
    >
      {children}
    </CheckFrame>
  );
}

type NoCheckProps = {
  /** A resource to go back to. */
  id?: number;
  /** A resource that may have had a check, at which the member may have attempts (CHECK-08). */
  attemptsOf?: number;
};

function NoCheck({ id, attemptsOf }: NoCheckProps) {
  return (
    <Plain id={id}>
      <StatePanel
        headingLevel={1}
        title="There is no knowledge check here"
        icon={<BookX size={32} className="text-muted-foreground" />}
        actions={
          <Link to="/my-resources" className={buttonClasses({})}>
            My Resources
          </Link>
        }
      >
        <p>This resource has no check, or the resource does not exist.</p>
      </StatePanel>
      {attemptsOf === undefined ? null : <OwnAttempts resourceId={attemptsOf} canContinue={false} />}
    </Plain>
  );
}

function NoResult({ id }: { id: number }) {
  return (
    <Plain id={id}>
      <StatePanel
        headingLevel={1}
        title="This result does not exist"
        icon={<BookX size={32} className="text-muted-foreground" />}
        actions={
          <Link to="/resource/$id/check" params={{ id: String(id) }} search={{}} className={buttonClasses({})}>
            Go to the check
          </Link>
        }
      >
        <p>The page of the check lists all of your attempts.</p>
      </StatePanel>
    </Plain>
  );
}

function NoAccess({ check }: { check: CheckState }) {
  return (
    <Plain id={check.resourceId} title={check.title}>
      <StatePanel
        headingLevel={1}
        title="You do not have access"
        icon={<Lock size={32} className="text-muted-foreground" />}
        actions={
          <Link to="/resource/$id" params={{ id: String(check.resourceId) }} className={buttonClasses({})}>
            Go to the resource
          </Link>
        }
      >
        <p>The check is for people who can open “{check.title}”. The page of the resource says how to get access.</p>
      </StatePanel>
      {check.lastAttemptId === null ? null : <OwnAttempts resourceId={check.resourceId} canContinue={false} />}
    </Plain>
  );
}

const failedCheck = (id: number) =>
  ({
    headingLevel: 1,
    failure: 'The check could not be opened',
    safe: 'Your saved answers are safe. Check your connection, then try again.',
    frame: (error: ReactNode) => <Plain id={id}>{error}</Plain>,
  }) as const;

function Loading({ id, title }: { id: number; title?: string }) {
  return (
    <Plain id={id} title={title}>
      <div data-testid="skeleton">
        <p role="status" className="sr-only">
          Opening the check
        </p>
        <h1 className="mb-6">{title ?? 'Knowledge check'}</h1>
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-7 w-64" />
          {[1, 2, 3].map((option) => (
            <Skeleton key={option} className="h-12 w-full rounded-md!" />
          ))}
        </Card>
      </div>
    </Plain>
  );
}
