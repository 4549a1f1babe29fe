import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck, User, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Role, UserStats } from '#contract/identity/accounts-admin.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { ListTools, useColumns } from '#web/admin/ListTools.tsx';
import { useList } from '#web/admin/list-state.ts';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Counter, Counters } from '#web/ui/Counters.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { roleNames, userColumnNames, userList } from '../display.ts';
import { useBulkRole, userStats, usersCsv, usersQuery } from './api.ts';
import { UserTable, userDialog } from './UserTable.tsx';

const counters: readonly Counter<keyof UserStats>[] = [
  { key: 'total', label: 'Total users', Icon: Users, look: 'bg-success-soft text-success-text' },
  { key: 'administrators', label: 'Administrators', Icon: ShieldCheck, look: 'bg-warning-soft text-warning-text' },
  { key: 'users', label: 'Users', Icon: User, look: 'bg-info-soft text-info-text' },
  { key: 'recent', label: 'New in 30 days', Icon: UserPlus, look: 'bg-neutral-soft text-neutral-text' },
];

/** The administrator's users (ADM-USER-01 to ADM-USER-04). */
export function UsersPanel() {
  const list = useList(userList);
  const users = useQuery(usersQuery(list.query));
  const columns = useColumns('users', userColumnNames, ['email', 'organization', 'role', 'joined']);
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const { search, organization, role } = list.state;
  return (
    <div className="flex flex-col gap-6">
      <UserCounters role={role} onRole={(next) => list.narrow({ role: next })} />
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search users"
            placeholder="Search by name or email"
            value={search}
            onSearch={(next) => list.narrow({ search: next }, { replace: true })}
          />
        </div>
        <div className="w-full sm:max-w-64">
          <SearchBox
            label="Filter by organisation"
            placeholder="Any organisation"
            value={organization}
            onSearch={(next) => list.narrow({ organization: next }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by role"
          all="All roles"
          names={roleNames}
          className="min-w-42 max-sm:flex-1"
          value={role}
          onChange={(next) => list.narrow({ role: next })}
        />
        <ListTools columns={columns} csv={usersCsv(list.query, columns.shown)} found={users.data} noun="users" />
      </div>
      <ListPanel
        list={list}
        query={users}
        noun={['user', 'users']}
        failure="Users did not load"
        safe="Nothing was changed. Check your connection, then try again."
        none={{ title: 'No users yet', description: 'New accounts appear here.' }}
        noMatch={{
          title: 'No users match',
          description: 'No users match your search. Check the spelling or clear the search.',
        }}
        selection={chosen.size > 0 ? <BulkBar chosen={chosen} onDone={() => choose(new Set())} /> : null}
      >
        {(items) => <UserTable users={items} shown={columns.shown} chosen={chosen} onChoose={choose} />}
      </ListPanel>
    </div>
  );
}

type UserCountersProps = { role: Role | null; onRole: (role: Role | null) => void };

/** Numbers of accounts, which filter by role; a dash while the counts are unknown (ADM-USER-01, ADM-13). */
function UserCounters({ role, onRole }: UserCountersProps) {
  const { data, isPending } = useQuery(userStats);
  const filterOf = (of: Role | null) => ({ isPressed: role === of, onPress: () => onRole(role === of ? null : of) });
  const filters = { total: filterOf(null), administrators: filterOf('administrator'), users: filterOf('user') };
  return <Counters counters={counters} counts={data} isPending={isPending} filters={filters} />;
}

/** Changes the role of every selected user (LABEL-16). */
function BulkBar({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const updating = useBulkRole([...chosen], onDone);
  return (
    <>
      <p role="status" className="mr-auto text-sm font-semibold">
        {chosen.size} selected
      </p>
      <Button
        variant="outline"
        size="small"
        isBusy={updating.isPending}
        onClick={() => updating.mutate('administrator')}
      >
        Make Administrator
      </Button>
      <Button variant="outline" size="small" isBusy={updating.isPending} onClick={() => updating.mutate('user')}>
        Make User
      </Button>
      <Button variant="ghost" size="small" disabled={updating.isPending} onClick={onDone}>
        Clear selection
      </Button>
    </>
  );
}

export function AddUser() {
  return (
    <OpenButton dialog={userDialog}>
      <Plus size={18} />
      Add User
    </OpenButton>
  );
}
