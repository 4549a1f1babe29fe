import { formatMoney } from '#contract/money.ts';
import type { AnalyticsActivity, AnalyticsQuery } from '#contract/operations/analytics.ts';
import {
  feeSum,
  recurringNames,
  recurringSums,
  recurringTable,
  revenueNote,
  revenueParts,
  revenueTable,
} from './activity-display.ts';
import { ChartCard, FigureLink } from './ChartCard.tsx';
import { narrowPlot, type Plot } from './chart-display.ts';
import { LineChart } from './LineChart.tsx';
import { monthText } from './range-display.ts';
import { ColumnsLegend, StackedColumns } from './StackedColumns.tsx';

const wide: Plot = { width: 1040, height: 280, left: 72, right: 1036, top: 10, bottom: 250, textSize: 13, names: 12 };
const narrow: Plot = { ...narrowPlot, left: 56 };

type RevenueCardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

export function RevenueCard({ activity, range, className }: RevenueCardProps) {
  const { revenue, currency } = activity;
  const { taken, refunds } = revenueParts(activity);
  const columns = {
    label: `Revenue by month. ${revenueNote(activity)}`,
    points: revenue.map(({ month }) => monthText(month)),
    taken,
    returned: refunds,
    currency,
  };
  return (
    <ChartCard
      title="Revenue by month"
      subtitle={`One-off purchases, new and renewed subscriptions, refunds; ${currency}`}
      table={revenueTable(activity)}
      emptyText="Nothing was paid in these days."
      note={revenueNote(activity)}
      className={className}
    >
      <StackedColumns {...columns} plot={wide} className="h-auto w-full max-lg:hidden" />
      <StackedColumns {...columns} plot={narrow} className="h-auto w-full lg:hidden" />
      <ColumnsLegend
        parts={[...taken, { ...refunds, total: 0 - refunds.total }].map(({ name, figure, colour, total }) => ({
          name,
          colour,
          value: <FigureLink figure={figure} range={range} text={formatMoney(total, currency)} />,
        }))}
      />
      <FeesLine activity={activity} range={range} />
    </ChartCard>
  );
}

/** Line with the provider's fees and the payments whose fees are missing. */
function FeesLine({ activity, range }: Pick<RevenueCardProps, 'activity' | 'range'>) {
  const { unknown, others } = activity.fees;
  const unknownText = `${unknown} ${unknown === 1 ? 'payment' : 'payments'}`;
  return (
    <p className="mt-3.5 text-sm">
      Fees of the payment provider <FigureLink figure="fee" range={range} text={feeSum(activity)} />
      {unknown > 0 ? (
        <>
          ; those of <FigureLink figure="unknown-fee" range={range} text={unknownText} /> are not known yet
        </>
      ) : null}
      {others > 0 ? `; ${others} in other currencies ${others === 1 ? 'is' : 'are'} not in it` : null}.
    </p>
  );
}

type RecurringCardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

export function RecurringCard({ activity, range, className }: RecurringCardProps) {
  const { recurring, currency } = activity;
  const last = formatMoney(recurring.at(-1)?.total ?? 0, currency);
  return (
    <ChartCard
      title="Monthly recurring revenue"
      subtitle={`At the end of each month; an annual plan counts a twelfth, discounts do not count; ${currency}`}
      table={recurringTable(activity)}
      emptyText="No subscription ran in these days."
      className={className}
    >
      <LineChart
        label={`Monthly recurring revenue by month; at the end ${last}.`}
        points={recurring.map(({ month }) => monthText(month))}
        text={(value) => formatMoney(value, currency).replace(/\.00$/, '')}
        lines={[{ name: 'Total', values: recurring.map(({ total }) => total), colour: 'var(--chart-1)' }]}
      />
      <dl className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {recurringSums(activity).map(({ change, amount, subscriptions }) => (
          <div key={change} className="flex flex-wrap items-center gap-x-2">
            <dt>{recurringNames[change]}</dt>
            <dd>
              <FigureLink figure={change} range={range} text={formatMoney(amount, currency)} />{' '}
              <span className="text-muted-foreground">
                from {subscriptions} {subscriptions === 1 ? 'subscription' : 'subscriptions'}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  );
}
