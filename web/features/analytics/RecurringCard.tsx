import type { AnalyticsActivity, AnalyticsQuery } from '#contract/analytics.ts';
import { formatMoney } from '#contract/money.ts';
import { recurringNames, recurringSums, recurringTable } from './activity-display.ts';
import { ChartCard } from './ChartCard.tsx';
import { FigureLink } from './FigureLink.tsx';
import { LineChart } from './LineChart.tsx';
import { monthText } from './range-display.ts';

type RecurringCardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

/** What running subscriptions are worth a month, and what changed it. */
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
