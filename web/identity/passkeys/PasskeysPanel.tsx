import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { mostPasskeys, type Passkey } from '#contract/identity/passkeys.ts';
import { dateAndTime } from '#web/dates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { passkeysQuery, useAddPasskey } from './api.ts';
import { supportsPasskeys } from './webauthn-api.ts';

const renameDialog = lazyDialog(async () => (await import('./PasskeyDialogs.tsx')).RenamePasskeyDialog);
const removeDialog = lazyDialog(async () => (await import('./PasskeyDialogs.tsx')).RemovePasskeyDialog);

/** The member's passkeys: added, renamed and removed here (PASS-01). */
export function PasskeysPanel() {
  const { data, isPending, isFetching, refetch } = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const reason =
    data?.problem ?? (supportsPasskeys() ? null : 'This browser has no passkeys. Add one in another browser.');
  const isFull = (data?.passkeys.length ?? 0) >= mostPasskeys;
  return (
    <div>
      <PanelHeading
        title="Passkeys"
        description={
          isFull
            ? `${mostPasskeys} passkeys are the most. Remove one before you add another.`
            : 'Sign in with your fingerprint, your face or your screen lock, in place of password and code.'
        }
        action={
          data && reason === null && !isFull ? (
            <Button variant="outline" size="small" isBusy={add.isPending} onClick={() => add.mutate()}>
              Add passkey
            </Button>
          ) : null
        }
      />
      {isPending ? (
        <div role="status" className="mt-4">
          <VisuallyHidden>Loading your passkeys…</VisuallyHidden>
          <Skeleton className="h-12 w-full" />
        </div>
      ) : data ? (
        <>
          {reason === null ? null : <p className="mt-3 text-sm text-muted-foreground">{reason}</p>}
          <List passkeys={data.passkeys} />
        </>
      ) : (
        <LoadErrorLine query={{ isFetching, refetch }} className="mt-4">
          Your passkeys could not be listed.
        </LoadErrorLine>
      )}
    </div>
  );
}

function List({ passkeys }: { passkeys: Passkey[] }) {
  if (passkeys.length === 0) return <p className="mt-3 text-sm text-muted-foreground">You have no passkey yet.</p>;
  return (
    <ul aria-label="Passkeys" className="mt-3 lines-between">
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt, isSynced, otherHost } = passkey;
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const used = lastUsedAt === null ? 'not used yet' : `last used ${dateAndTime(lastUsedAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <KeyRound size={18} className="text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
          {name}
          {isSynced ? <Badge>Synced</Badge> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground tabular-nums">
          <span>
            Added {dateAndTime(createdAt)}, {used}
          </span>
          {otherHost === null ? null : <span> · Works at {otherHost} alone</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button {...renameDialog.near} variant="outline" size="small" onClick={() => setAsked('rename')}>
          Rename
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button {...removeDialog.near} variant="outline" size="small" onClick={() => setAsked('remove')}>
          Remove
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      {asked === 'rename' ? <renameDialog.Dialog passkey={passkey} onClose={close} /> : null}
      {asked === 'remove' ? <removeDialog.Dialog passkey={passkey} onClose={close} /> : null}
    </li>
  );
}
