import { useState } from 'react';
import { PanelHeading } from '#web/identity/accounts/PanelHeading.tsx';
import { addressToken } from '#web/platform/address-token.ts';
import { Button } from '#web/ui/Button.tsx';
import { useDownloadExport, useRequestExport } from './api.ts';

/**
 * The copy of the member's data, which is requested and downloaded here; the download uses the link of a mail (SET-13).
 */
export function ExportPanel() {
  const [token] = useState(addressToken);
  return token === null ? <RequestRow /> : <DownloadRow token={token} />;
}

function RequestRow() {
  const request = useRequestExport();
  return (
    <div>
      <PanelHeading
        title="Export your data"
        description="A copy of your data as JSON and CSV files: profile, purchases, subscriptions, sessions, assessments and more."
        action={
          <Button variant="outline" size="small" isBusy={request.isPending} onClick={() => request.mutate()}>
            Request Data Export
          </Button>
        }
      />
    </div>
  );
}

function DownloadRow({ token }: { token: string }) {
  const save = useDownloadExport();
  return (
    <>
      <div>
        <PanelHeading
          title="Your data export is here"
          description="The link in the email works for 7 days, in your account only."
          action={
            <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(token)}>
              Download data export
            </Button>
          }
        />
      </div>
      <RequestRow />
    </>
  );
}
