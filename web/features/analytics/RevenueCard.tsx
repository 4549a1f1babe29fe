import type { AnalyticsActivity, AnalyticsQuery } from '#contract/analytics.ts';
import { formatMoney } from '#contract/money.ts';
import { feeSum, revenueNote, revenueParts, revenueTable } from './activity-display.ts';
import { ChartCard } from './ChartCard.tsx';
import { narrowPlot, type Plot } from './chart-display.ts';
import { FigureLink } from './FigureLink.tsx';
import { monthText } from './range-display.ts';
import { ColumnsLegend, StackedColumns } from './StackedColumns.tsx';

const wide: Plot = { width: 1040, height: 280, left: 72, right: 1036, top: 10, bottom: 250, textSize: 13, names: 12 };
const narrow: Plot = { ...narrowPlot, left: 56 };

type RevenueCardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

/** Revenue and refunds by month. */
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

/** The provider's fees, and what they lack. */
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
