import { counted } from '#contract/counted.ts';
import { inZones, portalZone } from '#contract/dates.ts';
import { formatMoney, roundMajor } from '#contract/money.ts';
import type { Overview } from '#contract/operations/overview.ts';
import { inReaderZone } from '#web/local-time.ts';
import { type ChartTable, countText } from '../analytics/chart-display.ts';

type Day = Overview['days'][number];

/** Comparison of this week with the one before. */
type Trend = { direction: 'up' | 'down' | 'same'; text: string };

/** Figure of today and this week, with its daily values for a small line. */
export type Figure = { name: string; today: string; week: string; trend: Trend | null; line: readonly number[] };

const weekLength = 7;

/** Returns the money of a day after refunds. */
const receivedOn = ({ purchases, subscriptions, refunds }: Day) => purchases + subscriptions - refunds;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Returns the last 7 days, today last. */
export const weekOf = ({ days }: Pick<Overview, 'days'>) => days.slice(-weekLength);

export function figuresOf({ days, activeMembers, currency }: Overview): Record<FigureName, Figure> {
  const money = (value: number) => formatMoney(roundMajor(value, currency), currency);
  return {
    received: figureOf('Received', days.map(receivedOn), money),
    members: figureOf(
      'New members',
      days.map(({ newMembers }) => newMembers),
      countText,
    ),
    subscriptions: figureOf(
      'New subscriptions',
      days.map(({ newSubscriptions }) => newSubscriptions),
      countText,
    ),
    active: {
      name: 'Active members',
      today: countText(activeMembers.today),
      week: countText(activeMembers.week),
      trend: null,
      line: [],
    },
  };
}

export type FigureName = 'received' | 'members' | 'subscriptions' | 'active';

function figureOf(name: string, values: readonly number[], show: (value: number) => string): Figure {
  const line = values.slice(-weekLength);
  const week = sumOf(line);
  return {
    name,
    today: show(values.at(-1) ?? 0),
    week: show(week),
    trend: trendOf(week, sumOf(values.slice(0, -weekLength)), show),
    line,
  };
}

/**
 * Returns "12% more than last week", with the difference in place of the percentage when last week's value is below 20.
 */
export function trendOf(week: number, before: number, show: (value: number) => string): Trend {
  const change = week - before;
  if (Math.abs(change) < 0.005) return { direction: 'same', text: 'Same as last week' };
  const [direction, word] = change > 0 ? (['up', 'more'] as const) : (['down', 'less'] as const);
  const size = before >= 20 ? `${Math.round((Math.abs(change) / before) * 100)}%` : show(Math.abs(change));
  return { direction, text: `${size} ${word} than last week` };
}

const dayName = inZones({ weekday: 'short' });
const moment = inReaderZone({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const dayAndMonth = inReaderZone({ day: 'numeric', month: 'long' });

/** Returns the names of the days below the chart, "Today" last. */
export const dayNamesOf = (days: readonly Day[]) =>
  days.map(({ day }, index) => (index === days.length - 1 ? 'Today' : dayName(day, portalZone)));

const millisecondsPerDay = 86_400_000;

/** Returns the age in days: "today", "1 day", "4 days". */
function ageText(since: string, now: Date): string {
  const days = Math.floor((now.getTime() - new Date(since).getTime()) / millisecondsPerDay);
  return days < 1 ? 'today' : counted(days, 'day');
}

export type TaskName = 'failedPayments' | 'disputes' | 'refundRequests' | 'failedJobs' | 'scheduled' | 'emptySearches';

export type Task = { name: TaskName; title: string; detail: string; when: string; isUrgent: boolean };

/** Returns the number of payments, disputes, requests and jobs that an administrator must see to. */
export function urgentIn({ failedPayments, disputes, refundRequests, failedJobs }: Overview): number {
  return failedPayments.count + disputes.count + refundRequests.count + failedJobs.count;
}

/** Returns the tasks, the most urgent first. Tasks without an item are left out. */
export function tasksOf(overview: Overview, now: Date): Task[] {
  const { currency, failedPayments, disputes, refundRequests, failedJobs, scheduled, emptySearches } = overview;
  const money = (amount: number) => formatMoney(amount, currency);
  const oldest = (since: string | null) => (since === null ? '' : `Oldest ${ageText(since, now)}`);
  const tasks: (Task & { count: number })[] = [
    {
      name: 'failedPayments',
      count: failedPayments.count,
      title: counted(failedPayments.count, 'failed payment'),
      detail: `${money(failedPayments.amount)} of subscriptions is past due; the payment provider tries again`,
      when: oldest(failedPayments.since),
      isUrgent: true,
    },
    {
      name: 'disputes',
      count: disputes.count,
      title: counted(disputes.count, 'dispute'),
      detail: `${money(disputes.amount)}${disputes.dueBy ? `, answer the bank by ${dayAndMonth(disputes.dueBy)}` : ''}`,
      when: disputes.dueBy ? leftText(disputes.dueBy, now) : '',
      isUrgent: true,
    },
    {
      name: 'refundRequests',
      count: refundRequests.count,
      title: counted(refundRequests.count, 'refund request'),
      detail: `Members ask for ${money(refundRequests.amount)} back under the money-back guarantee`,
      when: oldest(refundRequests.since),
      isUrgent: true,
    },
    {
      name: 'failedJobs',
      count: failedJobs.count,
      title: counted(failedJobs.count, 'failed job'),
      detail: 'They used up their attempts; retry or delete them',
      when: oldest(failedJobs.since),
      isUrgent: true,
    },
    {
      name: 'scheduled',
      count: scheduled.count,
      title: counted(scheduled.count, 'scheduled draft'),
      detail: scheduled.next ? `“${scheduled.next.title}” is published on ${moment(scheduled.next.publishAt)}` : '',
      when: scheduled.next ? leftText(scheduled.next.publishAt, now) : '',
      isUrgent: false,
    },
    {
      name: 'emptySearches',
      count: emptySearches.count,
      title: counted(emptySearches.count, 'search without a result', 'searches without a result'),
      detail: emptySearches.most
        .slice(0, 2)
        .map(({ text, count }) => `“${text}” ${counted(count, 'time')}`)
        .join(', '),
      when: 'This week',
      isUrgent: false,
    },
  ];
  return tasks.filter(({ count }) => count > 0);
}

/** Returns "7 days left", "Within a day" or "Overdue". */
export function leftText(until: string, now: Date): string {
  const days = Math.floor((new Date(until).getTime() - now.getTime()) / millisecondsPerDay);
  if (days < 0) return 'Overdue';
  return days === 0 ? 'Within a day' : `${counted(days, 'day')} left`;
}

export function moneyTable(overview: Overview): ChartTable {
  const { currency } = overview;
  const week = weekOf(overview);
  return {
    columns: [
      { header: 'Day', kind: 'text' },
      ...['Purchases', 'Subscriptions', 'Refunds', 'Received'].map((header) => ({ header, kind: 'money' as const })),
    ],
    rows: week.some((day) => day.purchases + day.subscriptions + day.refunds > 0)
      ? week.map((day) => [
          day.day,
          day.purchases,
          day.subscriptions,
          0 - day.refunds,
          roundMajor(receivedOn(day), currency),
        ])
      : [],
    currency,
  };
}
