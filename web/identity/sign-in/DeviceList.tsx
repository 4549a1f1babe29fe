import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { SignIn } from '#contract/identity/sign-in.ts';
import { dateAndTime } from '#web/dates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { useEndSignIn } from './security-api.ts';
import { signInsQuery } from './session-api.ts';

const endSignInsDialog = lazyDialog(async () => (await import('./EndSignInsDialog.tsx')).EndSignInsDialog);

export function DeviceList() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div>
      <PanelHeading
        title="Signed-in devices"
        description="Is one of them not yours? Sign it out and change your password."
        action={
          <Button {...endSignInsDialog.near} variant="outline" size="small" onClick={() => setIsAsking(true)}>
            Sign out everywhere
          </Button>
        }
      />
      <Devices />
      {isAsking ? <endSignInsDialog.Dialog onClose={() => setIsAsking(false)} /> : null}
    </div>
  );
}

function Devices() {
  const { data, isPending, isFetching, refetch } = useQuery(signInsQuery);
  if (isPending) {
    return (
      <div role="status" className="mt-4 flex flex-col gap-3">
        <VisuallyHidden>Loading your devices…</VisuallyHidden>
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  if (!data) {
    return (
      <LoadErrorLine query={{ isFetching, refetch }} className="mt-4">
        Your devices could not be listed.
      </LoadErrorLine>
    );
  }
  return (
    <ul className="mt-3 lines-between">
      {data.map((signIn) => (
        <Device key={signIn.id} signIn={signIn} />
      ))}
    </ul>
  );
}

function Device({ signIn: { id, device, ipAddress, lastSeenAt, isCurrent } }: { signIn: SignIn }) {
  const end = useEndSignIn();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <MonitorSmartphone size={18} className="text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {device}
          {isCurrent ? <Badge tone="success">This device</Badge> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground tabular-nums">
          Last used {dateAndTime(lastSeenAt)} from {ipAddress}
        </p>
      </div>
      {isCurrent ? null : (
        <Button variant="outline" size="small" isBusy={end.isPending} onClick={() => end.mutate(id)}>
          Sign out
          <VisuallyHidden> {device}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
