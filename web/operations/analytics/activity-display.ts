import type { Landing } from '#contract/landings.ts';
import { formatMoney, roundMajor } from '#contract/money.ts';
import {
  type AnalyticsActivity,
  type Figure,
  type RecurringChange,
  type ResourceFigure,
  recurringChanges,
} from '#contract/operations/analytics.ts';
import { type ChartTable, countText, shareText } from './chart-display.ts';
import { monthText, weekText } from './range-display.ts';

export function opensTable({ opens }: Pick<AnalyticsActivity, 'opens'>): ChartTable {
  return {
    columns: [
      { header: 'Week of', kind: 'text' },
      { header: 'Free', kind: 'count' },
      { header: 'Purchase', kind: 'count' },
      { header: 'Subscription', kind: 'count' },
    ],
    rows: opens.some((week) => week.free + week.purchase + week.subscription > 0)
      ? opens.map(({ week, free, purchase, subscription }) => [week, free, purchase, subscription])
      : [],
  };
}

/** Returns "Resource opens per week, 31 Aug to 16 Nov. Free from 142 to 252, ...". */
export function opensLabel({ opens }: Pick<AnalyticsActivity, 'opens'>): string {
  const [first, last] = [opens[0], opens.at(-1)];
  if (!first || !last) return 'Resource opens per week';
  return (
    `Resource opens per week, ${weekText(first.week)} to ${weekText(last.week)}. ` +
    `Free from ${first.free} to ${last.free}, purchase from ${first.purchase} to ${last.purchase}, ` +
    `subscription from ${first.subscription} to ${last.subscription}.`
  );
}

/** Returns revenue by month, in major units. */
export function revenueTable({ revenue, currency }: Pick<AnalyticsActivity, 'revenue' | 'currency'>): ChartTable {
  const money = (header: string) => ({ header, kind: 'money' as const });
  return {
    columns: [
      { header: 'Month', kind: 'text' },
      ...['One-off', 'New subscriptions', 'Renewals', 'Refunds', 'Net', 'Tax', 'Fees', 'Net of tax and fees'].map(
        money,
      ),
    ],
    rows: revenue.some((month) => month.oneOff + month.newSubscriptions + month.renewals + month.refunds > 0)
      ? revenue.map(({ month, oneOff, newSubscriptions, renewals, refunds, net, tax, fees }) => [
          month,
          oneOff,
          newSubscriptions,
          renewals,
          0 - refunds,
          net,
          tax,
          fees,
          roundMajor(net - tax - fees, currency),
        ])
      : [],
    currency,
  };
}

/** Returns the parts of revenue with their sums in the range, in major units; refunds are positive. */
export function revenueParts({ revenue, currency }: Pick<AnalyticsActivity, 'revenue' | 'currency'>) {
  const part = (
    name: string,
    figure: Figure,
    sum: 'oneOff' | 'newSubscriptions' | 'renewals' | 'refunds',
    colour: string,
  ) => {
    const values = revenue.map((month) => month[sum]);
    return { name, figure, colour, values, total: sumOf(values, currency) };
  };
  return {
    taken: [
      part('One-off', 'one-off', 'oneOff', 'var(--chart-1)'),
      part('New subscriptions', 'new-subscription', 'newSubscriptions', 'var(--chart-2)'),
      part('Renewals', 'renewal', 'renewals', 'var(--chart-3)'),
    ],
    refunds: part('Refunds', 'refund', 'refunds', 'var(--chart-5)'),
  };
}

function sumOf(amounts: readonly number[], currency: string): number {
  return roundMajor(
    amounts.reduce((sum, amount) => sum + amount, 0),
    currency,
  );
}

/** Returns "£2,418.60 was kept after refunds, £1,930.12 after tax and fees too." */
export function revenueNote({ revenue, currency }: Pick<AnalyticsActivity, 'revenue' | 'currency'>): string {
  const sumText = (amounts: readonly number[]) => formatMoney(sumOf(amounts, currency), currency);
  const kept = revenue.map(({ net }) => net);
  const own = revenue.map(({ net, tax, fees }) => net - tax - fees);
  return `${sumText(kept)} was kept after refunds, ${sumText(own)} after tax and fees too.`;
}

/** Returns the provider's fees in the range as text. */
export function feeSum({ revenue, currency }: Pick<AnalyticsActivity, 'revenue' | 'currency'>): string {
  return formatMoney(
    sumOf(
      revenue.map(({ fees }) => fees),
      currency,
    ),
    currency,
  );
}

/**
 * Returns "Revenue resources earned £2,418.60 in Oct 2026, 67% from subscriptions." for the last month with revenue;
 * null without one.
 */
export function earnedNote({ revenue, currency }: Pick<AnalyticsActivity, 'revenue' | 'currency'>): string | null {
  const last = revenue.findLast((month) => month.oneOff + month.newSubscriptions + month.renewals > 0);
  if (!last) return null;
  const subscribed = last.newSubscriptions + last.renewals;
  const taken = sumOf([subscribed, last.oneOff], currency);
  return (
    `Revenue resources earned ${formatMoney(taken, currency)} in ${monthText(last.month)}, ` +
    `${shareText(subscribed / taken)} from subscriptions.`
  );
}

/** Returns subscriptions by month. The share of ended trials that were paid afterwards is null when none ended. */
export function subscriptionTable({ subscriptions }: Pick<AnalyticsActivity, 'subscriptions'>): ChartTable {
  const count = (header: string) => ({ header, kind: 'count' as const });
  return {
    columns: [
      { header: 'Month', kind: 'text' },
      ...['Active', 'On trial', 'Lost', 'Trials ended', 'Converted'].map(count),
      { header: 'Conversion', kind: 'share' },
    ],
    rows: subscriptions.some(({ active, trial, lost }) => active + trial + lost > 0)
      ? subscriptions.map(({ month, active, trial, lost, trialsEnded, trialsConverted }) => [
          month,
          active,
          trial,
          lost,
          trialsEnded,
          trialsConverted,
          trialsEnded === 0 ? null : trialsConverted / trialsEnded,
        ])
      : [],
  };
}

/** Returns the lost subscriptions, and the trials that ended and were converted, in the range. */
export function subscriptionSums({ subscriptions }: Pick<AnalyticsActivity, 'subscriptions'>) {
  const sum = (figure: 'lost' | 'trialsEnded' | 'trialsConverted') =>
    subscriptions.reduce((total, month) => total + month[figure], 0);
  return [
    { name: 'Lost', figure: 'lost' as const, count: sum('lost') },
    { name: 'Trials ended', figure: 'trial-ended' as const, count: sum('trialsEnded') },
    { name: 'Converted', figure: 'trial-converted' as const, count: sum('trialsConverted') },
  ];
}

/** Returns "3 subscriptions were lost. 4 of 5 trials that ended went on to be paid (80%)." */
export function subscriptionNote(activity: Pick<AnalyticsActivity, 'subscriptions'>): string {
  const [lost = 0, ended = 0, converted = 0] = subscriptionSums(activity).map(({ count }) => count);
  const trials =
    ended === 0
      ? 'No trial ended.'
      : `${countText(converted)} of ${countText(ended)} trials that ended went on to be paid (${shareText(converted / ended)}).`;
  return `${countText(lost)} ${lost === 1 ? 'subscription was' : 'subscriptions were'} lost. ${trials}`;
}

export function rankedTable(header: string, figures: readonly ResourceFigure[]): ChartTable {
  return {
    columns: [
      { header: 'Resource', kind: 'text' },
      { header, kind: 'count' },
    ],
    rows: figures.map(({ title, count }) => [title, count]),
  };
}

export function searchTable(searches: AnalyticsActivity['emptySearches']): ChartTable {
  return {
    columns: [
      { header: 'Search', kind: 'text' },
      { header: 'Times', kind: 'count' },
    ],
    rows: searches.map(({ text, count }) => [text, count]),
  };
}

export const recurringNames: Record<RecurringChange, string> = {
  new: 'New',
  returned: 'Returned',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn: 'Churn',
};

/** Returns recurring revenue by month and change, in major units; losses are negative. */
export function recurringTable({ recurring, currency }: Pick<AnalyticsActivity, 'recurring' | 'currency'>): ChartTable {
  const money = (header: string) => ({ header, kind: 'money' as const });
  return {
    columns: [
      { header: 'Month', kind: 'text' },
      ...recurringChanges.map((change) => money(recurringNames[change])),
      { header: 'Subscriptions lost', kind: 'count' },
      money('Recurring revenue'),
    ],
    rows: recurring.some(({ total, changes }) => total !== 0 || changes.length > 0)
      ? recurring.map(({ month, total, changes }) => {
          const found = (kind: RecurringChange) => changes.find((one) => one.kind === kind);
          return [
            month,
            ...recurringChanges.map((change) => found(change)?.amount ?? 0),
            found('churn')?.subscriptions ?? 0,
            total,
          ];
        })
      : [],
    currency,
  };
}

/**
 * Returns each change with its amount and its number of subscriptions in the range. Changes that never happened are
 * left out.
 */
export function recurringSums({ recurring, currency }: Pick<AnalyticsActivity, 'recurring' | 'currency'>) {
  return recurringChanges.flatMap((change) => {
    const found = recurring.flatMap(({ changes }) => changes.filter(({ kind }) => kind === change));
    const subscriptions = found.reduce((sum, one) => sum + one.subscriptions, 0);
    const amounts = found.map(({ amount }) => amount);
    return subscriptions === 0 ? [] : [{ change, amount: sumOf(amounts, currency), subscriptions }];
  });
}

export const landingNames: Record<Landing, string> = {
  catalogue: 'Catalogue',
  resource: 'Page of a resource',
  assessment: 'Readiness assessment',
};

export function hostName(host: string): string {
  if (host === 'direct') return 'No site: typed, bookmarked or from an app';
  return host === 'other' ? 'Other sites' : host;
}

type Figures = { visits: number; registrations: number; firstPurchases: number };

const columnsAfter = (header: string): ChartTable['columns'] => [
  { header, kind: 'text' },
  { header: 'Visits', kind: 'count' },
  { header: 'Registrations', kind: 'count' },
  { header: 'First purchases', kind: 'count' },
];
const cells = ({ visits, registrations, firstPurchases }: Figures) => [visits, registrations, firstPurchases];

export function visitsByHostTable({ visitsByHost }: Pick<AnalyticsActivity, 'visitsByHost'>): ChartTable {
  return {
    columns: columnsAfter('Site'),
    rows: visitsByHost.map((one) => [hostName(one.host), ...cells(one)]),
  };
}

export function visitsByLandingTable({ visitsByLanding }: Pick<AnalyticsActivity, 'visitsByLanding'>): ChartTable {
  return {
    columns: columnsAfter('Page'),
    rows: visitsByLanding.map((one) => [landingNames[one.landing], ...cells(one)]),
  };
}

/** Returns "4 registrations, 1 first purchase". */
export function visitsNote({ registrations, firstPurchases }: Figures): string {
  const registered = `${countText(registrations)} ${registrations === 1 ? 'registration' : 'registrations'}`;
  return `${registered}, ${countText(firstPurchases)} ${firstPurchases === 1 ? 'first purchase' : 'first purchases'}`;
}
