import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '#contract/identity/api-keys.ts';
import { today } from '#web/platform/clock.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { toast } from '#web/platform/toast.ts';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import type { KeyPlace } from './api.ts';
import { endOf, lastUseText } from './display.ts';

const loadDialogs = () => import('./KeyDialogs.tsx');
const changeDialog = lazyDialog(async () => (await loadDialogs()).ChangeKeyDialog);
const revokeDialog = lazyDialog(async () => (await loadDialogs()).RevokeKeyDialog);
const takeOverDialog = lazyDialog(async () => (await loadDialogs()).TakeOverDialog);

type Opened = { dialog: 'change' | 'revoke' | 'take-over'; apiKey: ApiKey };

/** Table of the keys of one owner, with the actions for each (APIKEY-02). */
export function KeysTable({ place, keys }: { place: KeyPlace; keys: readonly ApiKey[] }) {
  const [opened, open] = useState<Opened | null>(null);
  const dialog = opened && { place, apiKey: opened.apiKey, onClose: () => open(null) };
  return (
    <>
      <DataTable caption="API keys" columns={columnsOf(place, open)} rows={keys} rowKey={({ id }) => id} />
      {dialog && opened.dialog === 'change' ? <changeDialog.Dialog {...dialog} /> : null}
      {dialog && opened.dialog === 'revoke' ? <revokeDialog.Dialog {...dialog} /> : null}
      {dialog && opened.dialog === 'take-over' ? <takeOverDialog.Dialog {...dialog} /> : null}
    </>
  );
}

function columnsOf(place: KeyPlace, open: (opened: Opened) => void): DataTableColumn<ApiKey>[] {
  const columns: DataTableColumn<ApiKey>[] = [
    { key: 'name', header: 'Name', kind: 'subject', cell: (apiKey) => <KeyName apiKey={apiKey} /> },
    {
      key: 'scopes',
      header: 'Scopes',
      cell: ({ scopes }) => <ScopeList scopes={scopes} className="max-md:justify-end" />,
    },
    { key: 'expires', header: 'Expires', cell: (apiKey) => <End apiKey={apiKey} /> },
    { key: 'used', header: 'Last use', cell: lastUseText },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (apiKey) => <KeyMenu place={place} apiKey={apiKey} open={open} />,
    },
  ];
  const madeBy: DataTableColumn<ApiKey> = {
    key: 'made',
    header: 'Made by',
    cell: ({ madeBy: name, takenOverBy }) => (
      <>
        <span translate="no">{name}</span>
        {takenOverBy === null ? null : (
          <span>
            , taken over by <span translate="no">{takenOverBy}</span>
          </span>
        )}
      </>
    ),
  };
  return place.kind === 'member' ? columns : columns.toSpliced(-1, 0, madeBy);
}

function KeyName({ apiKey: { name, start } }: { apiKey: ApiKey }) {
  return (
    <span className="flex flex-col">
      <span className="wrap-anywhere">{name}</span>
      <span translate="no" className="font-mono text-xs font-normal text-muted-foreground">
        {start}…
      </span>
    </span>
  );
}

/** Shows scopes by their technical names, as the description of the API has them. */
export function ScopeList({ scopes, className }: Pick<ApiKey, 'scopes'> & { className?: string }) {
  return (
    <span translate="no" className={classes('flex flex-wrap gap-1', className)}>
      {scopes.map((scope) => (
        <span key={scope} className="rounded-sm bg-neutral-soft px-1.5 py-0.5 font-mono text-xs text-neutral-text">
          {scope}
        </span>
      ))}
    </span>
  );
}

function End({ apiKey }: { apiKey: ApiKey }) {
  const { text, isSoon } = endOf(apiKey, today());
  return (
    <span className="flex flex-col">
      <span className={isSoon ? 'font-semibold text-warning-text' : undefined}>{text}</span>
      {apiKey.endsUnlessTakenOverAt === null ? null : (
        <span className="text-xs text-muted-foreground">unless an owner takes it over</span>
      )}
    </span>
  );
}

type KeyMenuProps = { place: KeyPlace; apiKey: ApiKey; open: (opened: Opened) => void };

function KeyMenu({ place, apiKey, open }: KeyMenuProps) {
  const mayTakeOver = place.takeOver !== null && apiKey.endsUnlessTakenOverAt !== null;
  const items: MenuItem[] = [
    ...(mayTakeOver
      ? [{ kind: 'action' as const, label: 'Take over', onSelect: () => open({ dialog: 'take-over', apiKey }) }]
      : []),
    { kind: 'action', label: 'Change', onSelect: () => open({ dialog: 'change', apiKey }) },
    { kind: 'action', label: 'Revoke', isDestructive: true, onSelect: () => open({ dialog: 'revoke', apiKey }) },
  ];
  return (
    <LazyMenu
      trigger={<IconButton size="small" label={`Actions of ${apiKey.name}`} icon={<Ellipsis size={18} />} />}
      items={items}
      onUnavailable={() => toast({ title: 'The menu could not be loaded', tone: 'destructive' })}
    />
  );
}
