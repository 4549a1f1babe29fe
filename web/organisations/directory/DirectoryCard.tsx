import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Directory, type DirectoryToken, maxDirectoryTokens } from '#contract/organisations/directory.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { CopyField } from '#web/identity/connections/CopyField.tsx';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { directoryQuery, useRevokeToken } from './api.ts';
import { peopleFacts, sentPeople, tokenFacts } from './display.ts';

const tokenDialog = lazyDialog(async () => (await import('./TokenDialog.tsx')).TokenDialog);
const peopleDialog = lazyDialog(async () => (await import('./DirectoryPeople.tsx')).DirectoryPeople);

/** The directory that adds people and ends their access, for owners (SCIM-01). */
export function DirectoryCard({ organisation: { id } }: { organisation: Organisation }) {
  return (
    <Card>
      <h2>Directory</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        Your directory adds people and ends their access when they leave (SCIM 2.0). A connection works without it.
      </p>
      <Loaded
        query={useQuery(directoryQuery(id))}
        skeleton={<Skeleton className="mt-4 h-24 w-full" />}
        failure="The directory did not load"
      >
        {(directory) => <Details id={id} directory={directory} />}
      </Loaded>
    </Card>
  );
}

function Details({ id, directory }: { id: number; directory: Directory }) {
  const [isCreating, setCreating] = useState(false);
  const { tokens, hasProvenDomain } = directory;
  const reason = hasProvenDomain
    ? tokens.length >= maxDirectoryTokens
      ? 'There are two tokens, which is the maximum. Revoke the one that your directory no longer uses.'
      : undefined
    : 'Verify a domain by its DNS record first, under Your domains.';
  return (
    <>
      <CopyField label="URL for your directory" value={directory.url} className="mt-4" />
      <p className="mt-2 text-sm text-muted-foreground">
        In Entra it is called Tenant URL, in Okta SCIM connector base URL. Leave groups out: in Entra, Provision
        Microsoft Entra ID Groups is No.
      </p>
      {tokens.length > 0 ? (
        <ul aria-label="Tokens" className="lines-between mt-4">
          {tokens.map((token) => (
            <TokenRow key={token.id} id={id} token={token} />
          ))}
        </ul>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          className="max-sm:w-full"
          unavailableReason={reason}
          {...tokenDialog.near}
          onClick={() => setCreating(true)}
        >
          <Plus size={16} />
          {tokens.length === 0 ? 'Create token' : 'Create second token'}
        </Button>
        {tokens.length === 1 ? (
          <p className="text-xs text-muted-foreground">
            Two is the maximum. The second lets you replace the first without a gap.
          </p>
        ) : null}
        {reason ? <p className="text-xs text-muted-foreground">{reason}</p> : null}
      </div>
      <People id={id} directory={directory} />
      {isCreating ? <tokenDialog.Dialog organisationId={id} onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function People({ id, directory }: { id: number; directory: Directory }) {
  const [isOpen, setOpen] = useState(false);
  const sent = sentPeople(directory);
  if (sent === 0) return null;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-border pt-4">
      <p className="text-sm">
        <b className="block font-semibold">{sent === 1 ? '1 person sent' : `${sent} people sent`}</b>
        <span className="text-muted-foreground">{peopleFacts(directory)}</span>
      </p>
      <Button variant="outline" size="small" {...peopleDialog.near} onClick={() => setOpen(true)}>
        See people
      </Button>
      {isOpen ? <peopleDialog.Dialog organisationId={id} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function TokenRow({ id, token }: { id: number; token: DirectoryToken }) {
  const [isAsked, ask] = useState(false);
  const revoking = useRevokeToken(id, token.name);
  const revoke = useConfirmDialog(
    () => revoking.mutateAsync(token.id),
    () => ask(false),
  );
  return (
    <li className="flex items-center gap-4 py-3.5">
      <span className="grid size-9 flex-none place-items-center rounded-md bg-neutral-soft text-neutral-text">
        <KeyRound size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{token.name}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{tokenFacts(token)}</p>
      </div>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        Revoke<VisuallyHidden> {token.name}</VisuallyHidden>
      </Button>
      {isAsked ? (
        <ConfirmDialog
          isOpen
          {...revoke}
          title={`Revoke ${token.name}?`}
          description="A directory that uses it can no longer add people or end their access. No one loses access by this."
          confirmLabel="Revoke token"
        />
      ) : null}
    </li>
  );
}
