import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/identity/connections.ts';
import { dateAndTime } from '#web/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type AnyCalls, openTestWindow, useConnectionTest, useTestsElsewhere } from './api.ts';
import { TestBadge, TestResult } from './TestResult.tsx';

type TestCardProps = {
  connection: Connection;
  calls: AnyCalls;
  /** Reason why no test can begin, such as unsaved changes. */
  unavailableReason?: string | undefined;
};

/** Signs in through the connection in a window of its own, and shows what arrived (SSO-03). */
export function TestCard({ connection: { id, name, test }, calls, unavailableReason }: TestCardProps) {
  const [blocked, setBlocked] = useState<string | null>(null);
  const starting = useConnectionTest(calls);
  useTestsElsewhere(calls.list);
  const open = (address: string) => setBlocked(openTestWindow(address) ? null : address);
  const start = () => starting.mutate(id, { onSuccess: ({ address }) => open(address) });
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2>Test sign-in</h2>
          <p className="mt-1 text-sm text-muted-foreground">
            {test ? (
              <>
                <span translate={test.isOwn || test.testedBy === null ? undefined : 'no'}>
                  {test.isOwn ? 'You' : (test.testedBy ?? 'A former owner')}
                </span>{' '}
                signed in through {name} on {dateAndTime(test.at)}. Only the tester sees the values.
              </>
            ) : (
              'Sign in through the provider yourself, in a window of its own. You see what arrives; nothing is linked.'
            )}
          </p>
        </div>
        {test ? <TestBadge works={test.works} /> : null}
      </div>
      {test ? <TestResult test={test} /> : null}
      {blocked ? (
        <Banner tone="warning" role="alert">
          <p>Your browser blocked the window.</p>
          <Button variant="outline" size="small" className="mt-3" onClick={() => open(blocked)}>
            Open the window
          </Button>
        </Banner>
      ) : null}
      <div>
        <Button
          variant={test ? 'outline' : 'primary'}
          className="max-sm:w-full"
          isBusy={starting.isPending}
          unavailableReason={unavailableReason}
          onClick={start}
        >
          <ExternalLink size={16} />
          {test ? 'Test again' : 'Test sign-in'}
        </Button>
      </div>
    </Card>
  );
}
