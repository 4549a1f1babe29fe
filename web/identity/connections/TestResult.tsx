import { Check } from 'lucide-react';
import type { ConnectionTest, Finding } from '#contract/identity/connections.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { claimName, claimText } from './display.ts';

export function TestBadge({ works }: { works: boolean }) {
  return works ? (
    <Badge tone="success" icon={<Check size={14} />}>
      It works
    </Badge>
  ) : (
    <Badge tone="danger">Does not work yet</Badge>
  );
}

/** The claims that arrived, each problem, and what the portal would do with them (SSO-03). */
export function TestResult({ test }: { test: ConnectionTest }) {
  return (
    <div className="flex flex-col gap-4">
      <Findings findings={test.findings} />
      <dl className="lines-between text-sm">
        {test.claims.map((claim) => (
          <div
            key={claim.claim}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-muted-foreground">{claimName(claim.claim)}</dt>
            <dd
              className={
                claim.value === null
                  ? 'text-muted-foreground max-sm:col-span-2 max-sm:row-start-2'
                  : 'font-medium wrap-anywhere max-sm:col-span-2 max-sm:row-start-2'
              }
            >
              {claimText(claim, test.isOwn)}
            </dd>
            <dd className="justify-self-end">
              {claim.isPresent ? (
                <Badge tone="success">Present</Badge>
              ) : (
                <Badge>{test.works ? 'Not needed' : 'Missing'}</Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="rounded-md bg-background px-4 py-3.5 text-sm">
        <b className="font-semibold">What the portal would do:</b> <span>{test.outcome}</span>{' '}
        <span>The test has linked nothing.</span>
      </p>
    </div>
  );
}

const tones = { problem: 'danger', warning: 'warning', note: 'info' } as const;

/** Problems, warnings and notes about a provider, a sentence each. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  return findings.map(({ level, sentence }) => (
    <Banner key={sentence} tone={tones[level]}>
      {sentence}
    </Banner>
  ));
}
