import type { AnalyticsActivity, AnalyticsQuery } from '#contract/analytics.ts';
import { formatMoney } from '#contract/money.ts';
import { revenueNote, revenueParts, revenueTable } from './activity-display.ts';
import { ChartCard } from './ChartCard.tsx';
import { heightOf, namedPoints, narrowPlot, type Plot, scaleOf } from './chart-display.ts';
import { FigureLink } from './FigureLink.tsx';
import { Grid } from './LineChart.tsx';
import { monthText } from './range-display.ts';

const wide: Plot = { width: 1040, height: 280, left: 72, right: 1036, top: 10, bottom: 250, textSize: 13, names: 12 };
const narrow: Plot = { ...narrowPlot, left: 56 };

type RevenueCardProps = { activity: AnalyticsActivity; range: AnalyticsQuery; className?: string };

/** Revenue and refunds by month. */
export function RevenueCard({ activity, range, className }: RevenueCardProps) {
  const { taken, refunds } = revenueParts(activity);
  return (
    <ChartCard
      title="Revenue by month"
      subtitle={`One-off purchases, new and renewed subscriptions, refunds; ${activity.currency}`}
      table={revenueTable(activity)}
      emptyText="Nothing was paid in these days."
      note={revenueNote(activity)}
      className={className}
    >
      <Columns activity={activity} plot={wide} className="h-auto w-full max-lg:hidden" />
      <Columns activity={activity} plot={narrow} className="h-auto w-full lg:hidden" />
      <ul className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {[...taken, { ...refunds, total: 0 - refunds.total }].map(({ name, figure, colour, total }) => (
          <li key={name} className="flex items-center gap-2">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={colour} />
            </svg>
            {name} <FigureLink figure={figure} range={range} text={formatMoney(total, activity.currency)} />
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}

type ColumnsProps = { activity: AnalyticsActivity; plot: Plot; className: string };

function Columns({ activity, plot, className }: ColumnsProps) {
  const { revenue, currency } = activity;
  const { taken, refunds } = revenueParts(activity);
  const totals = revenue.map(({ oneOff, newSubscriptions, renewals }) => oneOff + newSubscriptions + renewals);
  const scale = scaleOf(Math.max(0, ...totals), -Math.max(0, ...refunds.values));
  const share = (plot.right - plot.left) / revenue.length;
  const width = Math.min(share * 0.6, 56);
  const leftOf = (index: number) => plot.left + index * share + (share - width) / 2;
  return (
    <svg
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      role="img"
      aria-label={`Revenue by month. ${revenueNote(activity)}`}
      className={className}
    >
      <Grid plot={plot} scale={scale} text={(value) => formatMoney(value, currency).replace(/\.00$/, '')} />
      {revenue.map(({ month }, index) => {
        let below = 0;
        const parts = taken.map(({ name, colour, values }) => {
          const from = below;
          below += values[index] ?? 0;
          return { name, colour, from, to: below };
        });
        parts.push({ name: refunds.name, colour: refunds.colour, from: -(refunds.values[index] ?? 0), to: 0 });
        return (
          <g key={month}>
            {parts
              .filter(({ from, to }) => to > from)
              .map(({ name, colour, from, to }) => (
                <rect
                  key={name}
                  x={leftOf(index)}
                  width={width}
                  y={heightOf(plot, scale, to)}
                  height={Math.max(1, heightOf(plot, scale, from) - heightOf(plot, scale, to))}
                  fill={colour}
                  stroke="var(--card)"
                />
              ))}
          </g>
        );
      })}
      {namedPoints(plot, revenue.length).map((index) => (
        <text
          key={index}
          x={leftOf(index) + width / 2}
          y={plot.height - 6}
          fontSize={plot.textSize}
          textAnchor="middle"
          fill="var(--muted-foreground)"
        >
          {monthText(revenue[index]?.month ?? '')}
        </text>
      ))}
    </svg>
  );
}
