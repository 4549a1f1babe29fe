import type { Connection } from '#contract/identity/connections.ts';
import { Card } from '#web/ui/Card.tsx';
import { CopyField } from './CopyField.tsx';
import { sessionText } from './display.ts';

/** Sign-outs that the provider reports, and the addresses for its launcher, sign-outs and bookmarks (SSO-09, SSO-12). */
export function ProviderAddresses({ connection }: { connection: Connection }) {
  const { initiateLoginAddress, backChannelLogoutAddress, companyAddress } = connection;
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <h2>Launcher and sign-outs</h2>
        <p className="mt-1 text-sm text-muted-foreground">{sessionText(connection)}</p>
      </div>
      <CopyField
        label="Start URL for launchers"
        value={initiateLoginAddress}
        hint="Starts the portal from your provider’s list of apps. Okta calls it Initiate login URI."
      />
      <CopyField
        label="Sign-out URL"
        value={backChannelLogoutAddress}
        hint="Your provider reports sign-outs here (back-channel logout). Not every provider can."
      />
      <CopyField
        label="Address to bookmark"
        value={companyAddress}
        hint="Leads your people straight to your provider."
      />
    </Card>
  );
}
