import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { outcomeSentence } from '../sign-in/outcome-display.ts';
import { tellTester, testQuery } from './api.ts';
import { TestBadge, TestResult } from './TestResult.tsx';
import '#web/ui/all-classes.css';

const failed = 'The sign-in does not work yet';

/** The end of a test sign-in, in the window in which it ran (SSO-03). */
export function ConnectionTestScreen() {
  const { connection = '', outcome } = useSearch({ from: '/members/connection-test' });
  usePage('Test sign-in');
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-160 flex-col gap-6 px-4 py-8">
      {outcome === undefined ? <Result connectionId={connection} /> : <Rejected outcome={outcome} />}
    </main>
  );
}

function Result({ connectionId }: { connectionId: string }) {
  return (
    <Loaded
      query={useQuery(testQuery(connectionId))}
      skeleton={<Skeleton className="h-96 w-full rounded-lg!" />}
      failure="The result of the test did not load"
      safe="Start the test again from the page of the connection."
    >
      {(test) => (
        <Ended>
          <PageHeading
            title={test.works ? 'The sign-in works' : failed}
            subtitle={test.connectionName}
            above={<TestBadge works={test.works} />}
            className="mb-0!"
          />
          <Card>
            <TestResult test={test} />
          </Card>
        </Ended>
      )}
    </Loaded>
  );
}

/** Shown when the provider has sent the browser back without claims. */
function Rejected({ outcome }: { outcome: string }) {
  return (
    <Ended>
      <PageHeading title={failed} above={<TestBadge works={false} />} className="mb-0!" />
      <Banner tone="danger" role="alert">
        {outcomeSentence(outcome) ?? 'The provider led back without an answer. Start the test again.'}
      </Banner>
    </Ended>
  );
}

/** Sends the end of the test to the page that waits in another window. */
function Ended({ children }: { children: ReactNode }) {
  useEffect(tellTester, []);
  return (
    <>
      {children}
      <div>
        <Button onClick={() => window.close()}>Close this window</Button>
      </div>
    </>
  );
}
