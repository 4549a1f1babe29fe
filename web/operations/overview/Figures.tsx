import { Link } from '@tanstack/react-router';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney, roundMajor } from '#contract/money.ts';
import type { Overview } from '#contract/operations/overview.ts';
import { classes } from '#web/ui/classes.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ChartCard } from '../analytics/ChartCard.tsx';
import { narrowPlot, type Plot } from '../analytics/chart-display.ts';
import { ColumnsLegend, StackedColumns } from '../analytics/StackedColumns.tsx';
import { dayNamesOf, type Figure, figuresOf, moneyTable, weekOf } from './display.ts';

/** Money and members of today and of this week. A figure with a list of its own links to it. */
export function Figures({ overview }: { overview: Overview }) {
  const { received, members, subscriptions, active } = figuresOf(overview);
  const today = overview.days.at(-1)?.day;
  const range = { from: today, to: today };
  return (
    <dl className="grid grid-cols-2 border-y border-border lg:grid-cols-4">
      <FigureCell
        figure={received}
        number={
          <Link to="/admin-dashboard/figures" search={{ figure: 'payment', ...range }} className={numberLink}>
            {received.today}
            <VisuallyHidden>: payments and refunds of today</VisuallyHidden>
          </Link>
        }
      />
      <FigureCell
        figure={members}
        number={
          <Link to="/admin-dashboard" search={{ tab: 'users' }} className={numberLink}>
            {members.today}
            <VisuallyHidden>: users</VisuallyHidden>
          </Link>
        }
      />
      <FigureCell
        figure={subscriptions}
        number={
          <Link to="/admin-dashboard/figures" search={{ figure: 'new', ...range }} className={numberLink}>
            {subscriptions.today}
            <VisuallyHidden>: new subscriptions of today</VisuallyHidden>
          </Link>
        }
      />
      <FigureCell figure={active} number={active.today} />
    </dl>
  );
}

const numberLink = 'rounded-sm hover:underline';

function FigureCell({ figure, number }: { figure: Figure; number: ReactNode }) {
  const { name, week, line } = figure;
  return (
    <div className="flex min-w-0 flex-col border-border py-4 max-lg:nth-[n+3]:border-t max-lg:even:border-l max-lg:even:pl-4 lg:border-l lg:px-6 lg:py-5 lg:first:border-0 lg:first:pl-0">
      <dt className="text-sm text-muted-foreground">{name} today</dt>
      <dd className="mt-1 font-display text-3xl leading-10 font-semibold tracking-[-0.02em] tabular-nums">{number}</dd>
      <dd className="flex items-end justify-between gap-3">
        <span className="flex min-w-0 flex-col text-xs text-muted-foreground">
          <span>
            <b className="font-semibold text-foreground tabular-nums">{week}</b> this week
          </span>
          <TrendText figure={figure} />
        </span>
        {line.length > 0 ? <Spark values={line} /> : null}
      </dd>
    </div>
  );
}

const trends = {
  up: { Icon: TrendingUp, look: 'text-success-text' },
  down: { Icon: TrendingDown, look: 'text-warning-text' },
  same: { Icon: Minus, look: undefined },
};

function TrendText({ figure: { trend } }: { figure: Figure }) {
  if (!trend) return null;
  const { Icon, look } = trends[trend.direction];
  return (
    <span className={classes('mt-0.5 flex items-center gap-1', look)}>
      <Icon size={14} />
      {trend.text}
    </span>
  );
}

const size = { width: 88, height: 28, edge: 4 };

/** The last 7 days as a line. Hidden from screen readers, which read the sum beside it. */
function Spark({ values }: { values: readonly number[] }) {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(1, ...values)];
  const points = values.map((value, index) => ({
    x: size.edge + (index / Math.max(1, values.length - 1)) * (size.width - 2 * size.edge),
    y: size.height - size.edge - ((value - lowest) / (highest - lowest)) * (size.height - 2 * size.edge),
  }));
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      className="flex-none text-primary max-sm:hidden lg:max-xl:hidden"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={last?.x} cy={last?.y} r="2.5" fill="currentColor" />
    </svg>
  );
}

const wide: Plot = { width: 600, height: 240, left: 56, right: 596, top: 10, bottom: 210, textSize: 13, names: 7 };
const narrow: Plot = { ...narrowPlot, left: 48, names: 7 };

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
