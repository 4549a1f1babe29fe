import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { AnalyticsActivity, AnalyticsOverview, AnalyticsQuery } from '#contract/operations/analytics.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { AccountsCard } from '#web/commerce/payments/admin/AccountsCard.tsx';
import { today } from '#web/platform/clock.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import {
  ClosestSearchesCard,
  EmptySearchesCard,
  OpensCard,
  RankedCard,
  SubscriptionsCard,
  VisitsByHostCard,
  VisitsByPageCard,
} from './ActivityCards.tsx';
import { earnedNote } from './activity-display.ts';
import { activityQuery, overviewQuery } from './api.ts';
import { CancellationsCard, CountryRevenueCard, ResourceRevenueCard, ReturnsCard } from './KeptCards.tsx';
import { RecurringCard, RevenueCard } from './MoneyCards.tsx';
import { AccessMix, Coverage, OverviewCounts, TypeBars } from './OverviewCards.tsx';
import { presetNames, presetOf, presetRange, rangeError, readRange } from './range-display.ts';

/** The administrator's Analytics tab (ADM-04). */
export function AnalyticsPanel() {
  const [range, setRange] = usePageState({
    read: (search) => readRange(search, today()),
    query: ({ from, to }) => ({ from, to }),
  });
  const overview = useQuery(overviewQuery);
  const activity = useQuery(activityQuery(range));
  const failed = [overview, activity].filter(({ isLoadingError }) => isLoadingError);
  return (
    <div className="flex flex-col gap-8">
      {overview.data ? <OverviewCounts overview={overview.data} /> : null}
      {overview.isPending ? <Skeleton className="h-32 w-full" /> : null}
      <RangeForm range={range} onChange={(next) => setRange(next, { keepScroll: true })} />
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
        <Charts overview={overview.data} activity={activity.data} range={range} />
      ) : null}
      <AccountsCard />
    </div>
  );
}

type ChartsProps = { overview: AnalyticsOverview; activity: AnalyticsActivity; range: AnalyticsQuery };

function Charts({ overview, activity, range }: ChartsProps) {
  const { mostOpened, mostBought, mostFinished } = activity;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-12 lg:gap-6">
      <OpensCard activity={activity} className="lg:col-span-7" />
      <AccessMix overview={overview} note={earnedNote(activity)} className="lg:col-span-5" />
      <TypeBars overview={overview} className="lg:col-span-5" />
      <Coverage overview={overview} className="lg:col-span-7" />
      <RevenueCard activity={activity} range={range} className="lg:col-span-12" />
      <RecurringCard activity={activity} range={range} className="lg:col-span-7" />
      <ReturnsCard activity={activity} range={range} className="lg:col-span-5" />
      <ResourceRevenueCard activity={activity} range={range} className="lg:col-span-7" />
      <CountryRevenueCard activity={activity} range={range} className="lg:col-span-5" />
      <SubscriptionsCard activity={activity} range={range} className="lg:col-span-7" />
      <CancellationsCard activity={activity} range={range} className="lg:col-span-5" />
      <RankedCard
        title="Most opened"
        subtitle="By members with Data Collection on"
        header="Opens"
        figures={mostOpened}
        emptyText="No resource was opened in these days."
        className="lg:col-span-4"
      />
      <RankedCard
        title="Most bought"
        subtitle="One-off purchases"
        header="Purchases"
        figures={mostBought}
        emptyText="Nothing was bought in these days."
        className="lg:col-span-4"
      />
      <RankedCard
        title="Most finished"
        subtitle="By members with Data Collection on"
        header="Finished"
        figures={mostFinished}
        emptyText="Nothing was finished in these days."
        className="lg:col-span-4"
      />
      <EmptySearchesCard activity={activity} className="lg:col-span-6" />
      <ClosestSearchesCard activity={activity} className="lg:col-span-6" />
      <VisitsByHostCard activity={activity} className="lg:col-span-7" />
      <VisitsByPageCard activity={activity} className="lg:col-span-5" />
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

type RangeFormProps = { range: AnalyticsQuery; onChange: (range: AnalyticsQuery) => void };

function RangeForm({ range, onChange }: RangeFormProps) {
  const [error, setError] = useState<string | null>(null);

  function change(next: AnalyticsQuery) {
    const problem = rangeError(next);
    setError(problem);
    if (problem === null) onChange(next);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change({ from: String(form.get('from')), to: String(form.get('to')) });
  }

  const preset = presetOf(range, today());
  return (
    // The key changes with the range, for example after the browser's Back button, so that the fields are filled again.
    <form
      key={`${range.from} ${range.to}`}
      noValidate
      onSubmit={submit}
      aria-label="Days"
      className="grid grid-cols-2 items-start gap-4 lg:flex"
    >
      <Field label="Range" className="max-lg:col-span-2 lg:w-48">
        <Select
          value={preset}
          onChange={({ target }) => {
            const chosen = keysOf(presetNames).find((one) => one === target.value);
            if (chosen) change(presetRange(chosen, today()));
          }}
        >
          {keysOf(presetNames).map((one) => (
            <option key={one} value={one}>
              {presetNames[one]}
            </option>
          ))}
          {preset === 'custom' ? <option value="custom">Other days</option> : null}
        </Select>
      </Field>
      <Field label="From" error={error ?? undefined} className="lg:w-44">
        <TextInput type="date" name="from" defaultValue={range.from} />
      </Field>
      <Field label="To" className="lg:w-44">
        <TextInput type="date" name="to" defaultValue={range.to} />
      </Field>
      <Button type="submit" variant="outline" className="max-lg:col-span-2 lg:mt-6.5">
        Show days
      </Button>
    </form>
  );
}
