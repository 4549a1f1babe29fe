import { useQuery } from '@tanstack/react-query';
import { shownStatuses } from '#contract/subscriptions.ts';
import { PromoTableSkeleton } from '../../../admin/TableSkeleton.tsx';
import { paths } from '../../../paths.ts';
import { useAddressState } from '../../../platform/address-state.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../../ui/Select.tsx';
import { readSubscriptionState, type SubscriptionState, subscriptionQueryOf } from './address.ts';
import { adminSubscriptions, subscriptionPageSize } from './api.ts';
import { filterNames, shownText } from './display.ts';
import { SubscriptionCounters } from './SubscriptionCounters.tsx';
import { SubscriptionTable } from './SubscriptionTable.tsx';

/** The administrator's subscriptions (ADM-SUB-01, ADM-SUB-02). */
export function SubscriptionsPanel() {
  const [state, change] = useAddressState({
    read: readSubscriptionState,
    addressOf: (next) => paths.admin(subscriptionQueryOf(next)),
  });
  const narrow = (part: Partial<SubscriptionState>, replace = false) =>
    change({ ...state, ...part, page: 1 }, { replace });
  return (
    <div className="flex flex-col gap-6">
      <SubscriptionCounters />
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-88">
          <SearchBox
            label="Search subscriptions"
            placeholder="Search by name or email"
            value={state.search}
            onSearch={(search) => narrow({ search }, true)}
          />
        </div>
        <ToolbarSelect
          label="Filter by status"
          className="min-w-42 max-sm:flex-1"
          value={state.status ?? ''}
          onChange={({ target }) => narrow({ status: shownStatuses.find((status) => status === target.value) ?? null })}
        >
          <option value="">All statuses</option>
          {Object.entries(filterNames).map(([status, name]) => (
            <option key={status} value={status}>
              {name}
            </option>
          ))}
        </ToolbarSelect>
      </div>
      <SubscriptionList
        state={state}
        onPage={(page) => change({ ...state, page }, { keepScroll: false })}
        onClear={() => change({ search: '', status: null, page: 1 }, { replace: true })}
      />
    </div>
  );
}

type ListProps = { state: SubscriptionState; onPage: (page: number) => void; onClear: () => void };

function SubscriptionList({ state, onPage, onClear }: ListProps) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(adminSubscriptions(state));
  if (isPending) return <PromoTableSkeleton label="Loading subscriptions" />;
  if (isError) {
    return (
      <LoadError
        title="Subscriptions did not load"
        description="The payment records could not be read. Nothing has changed on any account."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount } = data;
  if (items.length === 0) return <NoSubscriptions state={state} totalCount={totalCount} onClear={onClear} />;
  return (
    <div>
      <Card isPadded={false} aria-busy={isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
        <SubscriptionTable subscriptions={items} />
      </Card>
      <p role="status" className="mt-4 text-sm text-muted-foreground">
        {shownText(items.length, totalCount)}
      </p>
      <Pagination
        page={state.page}
        pageCount={Math.ceil(totalCount / subscriptionPageSize)}
        onPageChange={onPage}
        label="Pages of subscriptions"
      />
    </div>
  );
}

type NoneProps = { state: SubscriptionState; totalCount: number; onClear: () => void };

function NoSubscriptions({ state: { search, status }, totalCount, onClear }: NoneProps) {
  const isNarrowed = search !== '' || status !== null || totalCount > 0;
  if (!isNarrowed) {
    return <EmptyState title="No subscriptions yet" description="Whoever subscribes to a resource appears here." />;
  }
  const who = search === '' ? 'Nobody' : `Nobody named “${search}”`;
  const what = status === null ? 'has a subscription' : `has the status ${filterNames[status]}`;
  return (
    <EmptyState
      title="No subscriptions match"
      description={`${who} ${what}. Check the spelling or show all statuses.`}
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search and status
        </Button>
      }
    />
  );
}
