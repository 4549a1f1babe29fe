import { useSearch } from '@tanstack/react-router';
import { startConnection } from '#contract/identity/connections.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CompanyNotice } from './CompanyNotice.tsx';
import { leaveForCompany } from './company-api.ts';
import { outcomeSentence } from './outcome-display.ts';

/** Says why a sign-in by a company failed, until the page is left (SSO-04). */
export function OutcomeNotice({ outcome, back }: { outcome: string; back: string }) {
  const { connection } = useSearch({ strict: false });
  const sentence = outcomeSentence(outcome);
  if (!sentence) return null;
  if (outcome === 'company-required') {
    const required = connection === undefined ? null : { connectionId: connection, name: 'your company' };
    return <CompanyNotice sentence={sentence} connection={required} />;
  }
  const start = connection && addressOf(startConnection, { params: { connectionId: connection } });
  return (
    <Banner tone="warning" role="alert">
      <p>{sentence}</p>
      {start ? (
        <Button variant="outline" size="small" className="mt-3" onClick={() => leaveForCompany(start, back)}>
          Try again
        </Button>
      ) : null}
    </Banner>
  );
}
