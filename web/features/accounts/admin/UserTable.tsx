import { ShieldCheck } from 'lucide-react';
import type { User } from '#contract/accounts-admin.ts';
import { shortDate } from '../../../dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx';
import { nameOf, roleNames } from './display.ts';
import { UserActions } from './UserActions.tsx';

type UserTableProps = {
  users: readonly User[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
};

/** Who has an account, and what can be done with it. */
export function UserTable({ users, chosen, onChoose }: UserTableProps) {
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
          label={`Select ${nameOf(user)}`}
          checked={chosen.has(user.id)}
          onChange={(event) => choose([user.id], event.currentTarget.checked)}
        />
      ),
    },
    { key: 'user', header: 'User', kind: 'subject', cell: (user) => <Person user={user} /> },
    { key: 'organization', header: 'Organization', cell: ({ organization }) => organization ?? <NoValue /> },
    { key: 'role', header: 'Role', cell: (user) => <Role user={user} /> },
    {
      key: 'joined',
      header: 'Joined',
      cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{shortDate(createdAt)}</span>,
    },
    { key: 'actions', header: 'Actions', kind: 'actions', cell: (user) => <UserActions user={user} /> },
  ];
  return <DataTable caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} />;
}

function Person({ user }: { user: User }) {
  return (
    <span className="flex flex-col">
      <span className="wrap-anywhere">{nameOf(user)}</span>
      <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{user.email}</span>
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

function NoValue() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
