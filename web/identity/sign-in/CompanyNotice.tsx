import { startConnection } from '#contract/identity/connections.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { leaveForCompany } from './company-api.ts';
import { providerReturnPath } from './display.ts';

type CompanyNoticeProps = {
  sentence: string;
  /** The required connection; null while only the refusal is known. */
  connection: { connectionId: string; name: string } | null;
  /** Address that the provider fills in; absent when the page does not know it. */
  email?: string | undefined;
};

/** Asks a person to sign in through the company that requires it, with the button that leads there (SSO-10). */
export function CompanyNotice({ sentence, connection, email }: CompanyNoticeProps) {
  function goOn(connectionId: string) {
    const start = addressOf(startConnection, { params: { connectionId }, query: email ? { login_hint: email } : {} });
    // The page of a mailed link is of no use after signing in.
    leaveForCompany(start, location.pathname === '/reset-password' ? '/' : providerReturnPath(location));
  }
  return (
    <Banner tone="warning" role="alert">
      <p>{sentence}</p>
      {connection ? (
        <Button size="small" className="mt-3 py-1 whitespace-normal!" onClick={() => goOn(connection.connectionId)}>
          Continue with {connection.name}
        </Button>
      ) : null}
    </Banner>
  );
}
