import { useQuery } from '@tanstack/react-query';
import { CalendarX, CircleCheck, CirclePause, Clock } from 'lucide-react';
import { type SubscriptionCounts, shownStatuses } from '#contract/subscriptions.ts';
import { FilterSelect } from '../../../admin/FilterSelect.tsx';
import { ListPanel } from '../../../admin/ListPanel.tsx';
import { listSearch, useList } from '../../../admin/list-state.ts';
import { choice, text } from '../../../platform/search.ts';
import { type Counter, Counters } from '../../../ui/Counters.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { adminSubscriptions, subscriptionCounts } from './api.ts';
import { filterNames, noMatchText } from './display.ts';
import { SubscriptionTable } from './SubscriptionTable.tsx';

const listed = listSearch({ search: text, status: choice(shownStatuses) });

const counters: readonly Counter<keyof SubscriptionCounts>[] = [
  { key: 'active', label: 'Active', Icon: CircleCheck, look: 'bg-success-soft text-success-text' },
  { key: 'trial', label: 'Trial', Icon: Clock, look: 'bg-info-soft text-info-text' },
  { key: 'suspended', label: 'Suspended', Icon: CirclePause, look: 'bg-danger-soft text-danger-text' },
  { key: 'cancelling', label: 'Cancelling', Icon: CalendarX, look: 'bg-warning-soft text-warning-text' },
];

/** The administrator's subscriptions (ADM-SUB-01, ADM-SUB-02). */
export function SubscriptionsPanel() {
  const list = useList(listed);
  const { search, status } = list.state;
  return (
    <div className="flex flex-col gap-6">
      <SubscriptionCounters />
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-88">
          <SearchBox
            label="Search subscriptions"
            placeholder="Search by name or email"
            value={search}
            onSearch={(next) => list.narrow({ search: next }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          names={filterNames}
          className="min-w-42 max-sm:flex-1"
          value={status}
          onChange={(next) => list.narrow({ status: next })}
        />
      </div>
      <ListPanel
        list={list}
        query={useQuery(adminSubscriptions(list.query))}
        noun={['subscription', 'subscriptions']}
        failure="Subscriptions did not load"
        safe="The payment records could not be read. Nothing has changed on any account."
        none={{ title: 'No subscriptions yet', description: 'Members who subscribe to a resource appear here.' }}
        noMatch={{
          title: 'No subscriptions match',
          description: noMatchText({ search, status }),
          clear: 'Clear search and status',
        }}
      >
        {(subscriptions) => <SubscriptionTable subscriptions={subscriptions} />}
      </ListPanel>
    </div>
  );
}

/** How many subscriptions have each status; a dash while the counts are unknown (ADM-SUB-02). */
function SubscriptionCounters() {
  const { data, isPending } = useQuery(subscriptionCounts);
  return <Counters counters={counters} counts={data} isPending={isPending} />;
}
