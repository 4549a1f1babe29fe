import { useQuery } from '@tanstack/react-query';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { companyQuery, leaveForCompany } from './company-api.ts';
import { providerReturnPath } from './display.ts';

/** Asks a visitor to sign in through the company of the address, with the button that leads there (SSO-10). */
export function CompanyNotice({ sentence, email }: { sentence: string; email: string }) {
  const { data } = useQuery(companyQuery(email));
  const connection = data?.connection;
  return (
    <Banner tone="warning" role="alert">
      <p>{sentence}</p>
      {connection ? (
        <Button
          size="small"
          className="mt-3 py-1 whitespace-normal!"
          onClick={() => leaveForCompany(connection.startAddress, providerReturnPath(location))}
        >
          Continue with {connection.name}
        </Button>
      ) : null}
    </Banner>
  );
}
