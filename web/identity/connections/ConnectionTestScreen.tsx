import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePage } from '../../platform/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { tellTester, testQuery } from './api.ts';
import { TestBadge, TestResult } from './TestResult.tsx';
import '../../ui/all-classes.css';

/** The result of a test sign-in, in the window in which it ended (SSO-03). */
export function ConnectionTestScreen() {
  const { connection } = useParams({ from: '/members/connection-test/$connection' });
  const query = useQuery(testQuery(connection));
  const isThere = query.data !== undefined;
  usePage('Test sign-in');

  // The page that waits is another window.
  useEffect(() => {
    if (isThere) tellTester();
  }, [isThere]);

  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-160 flex-col gap-6 px-4 py-8">
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-96 w-full rounded-lg!" />}
        failure="The result of the test did not load"
        safe="Start the test again from the page of the connection."
      >
        {(test) => (
          <>
            <PageHeading
              title={test.works ? 'The sign-in works' : 'The sign-in does not work yet'}
              subtitle={test.connectionName}
              above={<TestBadge works={test.works} />}
              className="mb-0!"
            />
            <Card>
              <TestResult test={test} />
            </Card>
            <div>
              <Button onClick={() => window.close()}>Close this window</Button>
            </div>
          </>
        )}
      </Loaded>
    </main>
  );
}
