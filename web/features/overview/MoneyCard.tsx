import { formatMoney, roundMajor } from '#contract/money.ts';
import type { Overview } from '#contract/overview.ts';
import { ChartCard } from '../analytics/ChartCard.tsx';
import { narrowPlot, type Plot } from '../analytics/chart-display.ts';
import { ColumnsLegend, StackedColumns } from '../analytics/StackedColumns.tsx';
import { dayNamesOf, moneyTable, weekOf } from './display.ts';

const wide: Plot = { width: 600, height: 240, left: 56, right: 596, top: 10, bottom: 210, textSize: 13, names: 7 };
const narrow: Plot = { ...narrowPlot, left: 48, names: 7 };

/** Money of the last 7 days, by day. */
export function MoneyCard({ overview, className }: { overview: Overview; className: string }) {
  const { currency } = overview;
  const week = weekOf(overview);
  const part = (name: string, field: 'purchases' | 'subscriptions' | 'refunds', colour: string) => {
    const values = week.map((day) => day[field]);
    const sum = roundMajor(
      values.reduce((all, value) => all + value, 0),
      currency,
    );
    return {
      name,
      colour,
      values,
      value: <span className="font-semibold tabular-nums">{formatMoney(sum, currency)}</span>,
    };
  };
  const taken = [
    part('Purchases', 'purchases', 'var(--chart-1)'),
    part('Subscriptions', 'subscriptions', 'var(--chart-2)'),
  ];
  const returned = part('Refunds', 'refunds', 'var(--chart-5)');
  const columns = { label: 'Money by day', points: dayNamesOf(week), taken, returned, currency };
  return (
    <ChartCard
      title="Money, last 7 days"
      subtitle={`Purchases, subscriptions and refunds; ${currency}`}
      table={moneyTable(overview)}
      emptyText="Nothing was paid in these days."
      className={className}
    >
      <StackedColumns {...columns} plot={wide} className="h-auto w-full max-lg:hidden" />
      <StackedColumns {...columns} plot={narrow} className="h-auto w-full lg:hidden" />
      <ColumnsLegend parts={[...taken, returned]} />
    </ChartCard>
  );
}
