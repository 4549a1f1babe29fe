import { useQuery } from '@tanstack/react-query';
import type { AnalyticsActivity, AnalyticsOverview } from '#contract/analytics.ts';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { today } from '../../platform/clock.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccessMix } from './AccessMix.tsx';
import { EmptySearchesCard, OpensCard, RankedCard, SubscriptionsCard } from './ActivityCards.tsx';
import { earnedNote } from './activity-display.ts';
import { activityQuery, overviewQuery } from './api.ts';
import { Coverage } from './Coverage.tsx';
import { OverviewCounts } from './OverviewCounts.tsx';
import { RangeForm } from './RangeForm.tsx';
import { RevenueCard } from './RevenueCard.tsx';
import { readRange } from './range-display.ts';
import { TypeBars } from './TypeBars.tsx';

/** The administrator's Analytics tab (ADM-04). */
export function AnalyticsPanel() {
  const [range, setRange] = useAddressState({
    read: (search) => readRange(search, today()),
    addressOf: ({ from, to }) => paths.admin({ tab: 'analytics', from, to }),
  });
  const overview = useQuery(overviewQuery);
  const activity = useQuery(activityQuery(range));
  const failed = [overview, activity].filter(({ isError }) => isError);
  return (
    <div className="flex flex-col gap-8">
      {overview.data ? <OverviewCounts overview={overview.data} /> : null}
      {overview.isPending ? <Skeleton className="h-32 w-full" /> : null}
      <RangeForm range={range} onChange={(next) => setRange(next)} />
      {failed.length > 0 ? (
        <LoadError
          title="Failed to fetch the analytics"
          description="Nothing was changed. Check your connection, then try again."
          isBusy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : null}
      {overview.isPending || activity.isPending ? <LoadingCharts /> : null}
      {overview.data && activity.data && failed.length === 0 ? (
        <Charts overview={overview.data} activity={activity.data} />
      ) : null}
    </div>
  );
}

function Charts({ overview, activity }: { overview: AnalyticsOverview; activity: AnalyticsActivity }) {
  const { mostOpened, mostBought, mostFinished } = activity;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-12 lg:gap-6">
      <OpensCard activity={activity} className="lg:col-span-7" />
      <AccessMix overview={overview} note={earnedNote(activity)} className="lg:col-span-5" />
      <TypeBars overview={overview} className="lg:col-span-5" />
      <Coverage overview={overview} className="lg:col-span-7" />
      <RevenueCard activity={activity} className="lg:col-span-12" />
      <SubscriptionsCard activity={activity} className="lg:col-span-7" />
      <EmptySearchesCard activity={activity} className="lg:col-span-5" />
      <RankedCard
        title="Most opened"
        subtitle="By members with Data Collection on"
        header="Opens"
        figures={mostOpened}
        emptyText="No resource was opened in these days."
        className="lg:col-span-6 xl:col-span-4"
      />
      <RankedCard
        title="Most bought"
        subtitle="One-off purchases"
        header="Purchases"
        figures={mostBought}
        emptyText="Nothing was bought in these days."
        className="lg:col-span-6 xl:col-span-4"
      />
      <RankedCard
        title="Most finished"
        subtitle="By members with Data Collection on"
        header="Finished"
        figures={mostFinished}
        emptyText="Nothing was finished in these days."
        className="lg:col-span-6 xl:col-span-4"
      />
    </div>
  );
}

function LoadingCharts() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-12 lg:gap-6">
      <span className="sr-only">Loading the analytics</span>
      <Skeleton className="h-80 w-full rounded-lg! lg:col-span-7" />
      <Skeleton className="h-80 w-full rounded-lg! lg:col-span-5" />
    </div>
  );
}
