import { Link, useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User, UserColumn } from '#contract/identity/accounts-admin.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { dense } from '#web/admin/dense.ts';
import { shownColumns } from '#web/admin/ListTools.tsx';
import { RowButton } from '#web/admin/RowButton.tsx';
import { shortDate } from '#web/dates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { useMember } from '../api.ts';
import { fullName, roleNames, userColumnNames } from '../display.ts';
import { useDeleteUser } from './api.ts';

type UserTableProps = {
  users: readonly User[];
  shown: ReadonlySet<UserColumn>;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
};

/** The accounts of one page, with the actions for each. */
export function UserTable({ users, shown, chosen, onChoose }: UserTableProps) {
  const isAll = users.every(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const columns: DataTableColumn<User>[] = [
    {
      key: 'choice',
      header: 'Selection',
      kind: 'choice',
      headerContent: (
        <Checkbox
          isLabelHidden
          label="Select all on this page"
          checked={isAll}
          onChange={() =>
            choose(
              users.map(({ id }) => id),
              !isAll,
            )
          }
        />
      ),
      cell: (user) => (
        <Checkbox
          isLabelHidden
          label={`Select ${fullName(user)}`}
          checked={chosen.has(user.id)}
          onChange={(event) => choose([user.id], event.currentTarget.checked)}
        />
      ),
    },
    { key: 'user', header: 'User', kind: 'subject', text: fullName, cell: (user) => <Person user={user} /> },
    {
      key: 'email',
      header: userColumnNames.email,
      isWide: true,
      text: ({ email }) => email,
      cell: ({ email }) => <span translate="no">{email}</span>,
    },
    {
      key: 'organization',
      header: userColumnNames.organization,
      text: ({ organization }) => organization ?? '',
      cell: ({ organization }) => organization ?? <NoValue />,
    },
    { key: 'role', header: userColumnNames.role, cell: (user) => <Role user={user} /> },
    { key: 'verified', header: userColumnNames.verified, cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No') },
    {
      key: 'joined',
      header: userColumnNames.joined,
      cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{shortDate(createdAt)}</span>,
    },
    { key: 'actions', header: 'Actions', kind: 'actions', cell: (user) => <UserActions user={user} /> },
  ];
  return (
    <DataTable
      dense={dense}
      caption="Users"
      columns={shownColumns(columns, shown)}
      rows={users}
      rowKey={({ id }) => id}
    />
  );
}

function Person({ user }: { user: User }) {
  return (
    <span translate="no" className="flex flex-col wide:inline">
      <Link
        to="/admin-dashboard/members/$id"
        params={{ id: String(user.id) }}
        className="self-start wrap-anywhere hover:underline"
      >
        {fullName(user)}
      </Link>
      <span className="text-xs font-normal wrap-anywhere text-muted-foreground wide:hidden">{user.email}</span>
    </span>
  );
}

function Role({ user: { role } }: { user: User }) {
  if (role === 'user') return <Badge>{roleNames[role]}</Badge>;
  return (
    <Badge tone="warning" icon={<ShieldCheck size={14} />}>
      {roleNames[role]}
    </Badge>
  );
}

export const userDialog = lazyDialog(async () => (await import('./UserDialog.tsx')).UserDialog);

/** The buttons of a row (LABEL-16). */
function UserActions({ user }: { user: User }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const deleting = useDeleteUser(user.id, focusHeading);
  const isSelf = useMember().id === user.id;
  const navigate = useNavigate();
  const memberPage = { to: '/admin-dashboard/members/$id', params: { id: String(user.id) } } as const;
  const close = () => setOpen(null);
  const name = fullName(user);
  return (
    <>
      <RowButton label="Manage Access" of={name} Icon={KeyRound} onClick={() => void navigate(memberPage)} />
      <RowButton {...userDialog.near} label="Edit" of={name} Icon={Pencil} onClick={() => setOpen('edit')} />
      {isSelf ? null : (
        <RowButton
          variant="destructive-ghost"
          label="Delete"
          of={name}
          Icon={Trash2}
          onClick={() => setOpen('delete')}
        />
      )}
      {open === 'edit' ? <userDialog.Dialog user={user} onClose={close} /> : null}
      {open === 'delete' ? (
        <DeleteDialog
          name={name}
          description="The user is signed out everywhere and cannot sign in again, a running subscription is cancelled, and personal data is deleted. Records of payments are kept. This cannot be undone."
          deleting={deleting}
          onClose={close}
        />
      ) : null}
    </>
  );
}
