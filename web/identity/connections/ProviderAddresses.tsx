import type { Connection } from '#contract/identity/connections.ts';
import { Card } from '#web/ui/Card.tsx';
import { CopyField } from './CopyField.tsx';
import { sessionText } from './display.ts';

type ProviderAddressesProps = {
  connection: Connection;
  /** Sentence on people who leave; absent for connections of the portal, which no directory feeds. */
  leaving?: string | undefined;
};

/** Whether the provider reports sign-outs, and the URLs for its launcher, sign-outs and bookmarks (SSO-09, SSO-12). */
export function ProviderAddresses({ connection, leaving }: ProviderAddressesProps) {
  const { initiateLoginAddress, backChannelLogoutAddress, companyAddress } = connection;
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <h2>Launcher and sign-outs</h2>
        <p className="mt-1 text-sm text-muted-foreground">{sessionText(connection)}</p>
        {leaving ? <p className="mt-1 text-sm text-muted-foreground">{leaving}</p> : null}
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
