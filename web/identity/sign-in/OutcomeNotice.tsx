import { useSearch } from '@tanstack/react-router';
import { startConnection } from '#contract/identity/connections.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { leaveForCompany } from './company-api.ts';
import { onwardLabel, outcomeSentence } from './outcome-display.ts';

/** Says why a company's sign-in led back in vain, until the page is left (SSO-04). */
export function OutcomeNotice({ outcome, back }: { outcome: string; back: string }) {
  const { connection } = useSearch({ strict: false });
  const sentence = outcomeSentence(outcome);
  if (!sentence) return null;
  const start = connection && addressOf(startConnection, { params: { connectionId: connection } });
  return (
    <Banner tone="warning" role="alert">
      <p>{sentence}</p>
      {start ? (
        <Button variant="outline" size="small" className="mt-3" onClick={() => leaveForCompany(start, back)}>
          {onwardLabel(outcome)}
        </Button>
      ) : null}
    </Banner>
  );
}
