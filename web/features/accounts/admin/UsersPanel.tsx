import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PromoTableSkeleton } from '../../../admin/TableSkeleton.tsx';
import { paths } from '../../../paths.ts';
import { useAddressState } from '../../../platform/address-state.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../../ui/Select.tsx';
import { allUsers, readUserState, type UserState, userQueryOf } from './address.ts';
import { useBulkRole, userPageSize, usersQuery } from './api.ts';
import { roleNames, shownText } from './display.ts';
import { UserCounters } from './UserCounters.tsx';
import { UserTable } from './UserTable.tsx';

/** The administrator's users (ADM-USER-01 to ADM-USER-04). */
export function UsersPanel() {
  const [state, change] = useAddressState({
    read: readUserState,
    addressOf: (next) => paths.admin(userQueryOf(next)),
  });
  const narrow = (part: Partial<UserState>, replace = false) => change({ ...state, ...part, page: 1 }, { replace });
  return (
    <div className="flex flex-col gap-6">
      <UserCounters />
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search users"
            placeholder="Search by name or email"
            value={state.search}
            onSearch={(search) => narrow({ search }, true)}
          />
        </div>
        <div className="w-full sm:max-w-64">
          <SearchBox
            label="Filter by organization"
            placeholder="Any organization"
            value={state.organization}
            onSearch={(organization) => narrow({ organization }, true)}
          />
        </div>
        <ToolbarSelect
          label="Filter by role"
          className="min-w-42 max-sm:flex-1"
          value={state.role ?? ''}
          onChange={({ target: { value } }) =>
            narrow({ role: value === 'user' || value === 'administrator' ? value : null })
          }
        >
          <option value="">All roles</option>
          {Object.entries(roleNames).map(([role, name]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </ToolbarSelect>
      </div>
      <UserList
        state={state}
        onPage={(page) => change({ ...state, page }, { keepScroll: false })}
        onClear={() => change(allUsers, { replace: true })}
      />
    </div>
  );
}

type ListProps = { state: UserState; onPage: (page: number) => void; onClear: () => void };

function UserList({ state, onPage, onClear }: ListProps) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(usersQuery(state));
  if (isPending) return <PromoTableSkeleton label="Loading users" />;
  if (isError) {
    return (
      <LoadError
        title="Users did not load"
        description="The accounts could not be read. Nothing has changed on any of them."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount } = data;
  if (items.length === 0) {
    return (
      <EmptyState
        title="No users match"
        description="Nobody fits this search. Check the spelling or show everybody."
        action={
          <Button variant="outline" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {chosen.size > 0 ? <BulkBar chosen={chosen} onDone={() => choose(new Set())} /> : null}
      <Card isPadded={false} aria-busy={isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
        <UserTable users={items} chosen={chosen} onChoose={choose} />
      </Card>
      <p role="status" className="text-sm text-muted-foreground">
        {shownText(items.length, totalCount)}
      </p>
      <Pagination
        page={state.page}
        pageCount={Math.ceil(totalCount / userPageSize)}
        onPageChange={onPage}
        label="Pages of users"
      />
    </div>
  );
}

/** What can be done with everybody who is chosen (LABEL-16). */
function BulkBar({ chosen, onDone }: { chosen: ReadonlySet<number>; onDone: () => void }) {
  const updating = useBulkRole([...chosen], onDone);
  const promote = useSingleRun(() => updating.mutateAsync('administrator'));
  const demote = useSingleRun(() => updating.mutateAsync('user'));
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-accent px-4 py-3 text-accent-foreground">
      <p role="status" className="mr-auto text-sm font-semibold">
        {chosen.size} selected
      </p>
      <Button variant="outline" size="small" isBusy={updating.isPending} onClick={() => void promote()}>
        Make Administrator
      </Button>
      <Button variant="outline" size="small" isBusy={updating.isPending} onClick={() => void demote()}>
        Make User
      </Button>
      <Button variant="ghost" size="small" disabled={updating.isPending} onClick={onDone}>
        Clear Selection
      </Button>
    </div>
  );
}
