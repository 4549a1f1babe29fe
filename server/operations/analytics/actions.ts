import { toMajor } from '#contract/money.ts';
import type {
  AnalyticsActivity,
  AnalyticsOverview,
  AnalyticsQuery,
  AnalyticsRow,
  AnalyticsRowsQuery,
} from '#contract/operations/analytics.ts';
import type { Overview } from '#contract/operations/overview.ts';
import { longestRangeDays } from '#contract/operations/range.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { countSubscriptions } from '#server/commerce/subscriptions/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { countRowsBehind, countWithoutFee, listFees, listRowsBehind } from './rows-store.ts';
import {
  byCountryOf,
  byResourceOf,
  opensOf,
  overviewOf,
  recurringOf,
  returnsOf,
  revenueOf,
  subscriptionsOf,
  visitsOf,
} from './rules.ts';
import * as store from './store.ts';
import type { CountedUsage } from './usage-counts.ts';
import { addVisits, deleteOldVisits, listVisits, recordFirstPayments } from './visit-store.ts';

/** Returns the current numbers of resources and users (ADM-04). */
export async function getOverview(ctx: Context): Promise<AnalyticsOverview> {
  const groups = await store.listResourceGroups(ctx.db);
  return overviewOf({ groups, users: await store.countUsers(ctx.db), covered: await store.listCoverage(ctx.db) });
}

/** The part of the overview that the sums of the last days provide. */
type LastDays = Pick<Overview, 'days' | 'activeMembers' | 'emptySearches' | 'closestSearches'>;

/** Number of rows in each ranking. */
const listLength = 10;

/** Maximum different searches that are stored for a day, and the days for which they are kept. */
const searchLimits = { mostPerDay: 500, days: 400 };

/** Maximum hosts of a day with their own rows, and the days for which visits are kept: the longest range. */
const visitLimits = { mostHostsPerDay: 200, days: longestRangeDays };

/** Number of changes that one transaction adds to the sums; 10,000 would exceed the time limit on a busy machine. */
const foldedAtOnce = 2_500;

/**
 * Returns the activity in a range of days. The caller must have added pending changes to the sums.
 * @param currency the catalogue's, in which money is added up
 */
export async function getActivity(ctx: Context, range: AnalyticsQuery, currency: string): Promise<AnalyticsActivity> {
  const { db } = ctx;
  const [
    money,
    tax,
    fees,
    withoutFee,
    returns,
    places,
    cancellations,
    changes,
    counts,
    worth,
    worthChanges,
    opens,
    ranked,
    emptySearches,
    closestSearches,
    visits,
  ] = await Promise.all([
    store.listMoney(db, range, currency),
    store.listTax(db, range, currency),
    listFees(db, range, currency),
    countWithoutFee(db, range, currency),
    store.countReturns(db, range, currency),
    store.listPlaces(db, range, { currency, limit: listLength }),
    store.listCancellations(db, range),
    store.listSubscriptionChanges(db, range),
    countSubscriptions(ctx),
    store.sumRecurring(db, currency),
    store.listRecurringChanges(db, range, currency),
    store.listOpens(db, range),
    store.listMostUsed(db, range, listLength),
    store.listVainSearches(db, range, { kind: 'empty', limit: listLength }),
    store.listVainSearches(db, range, { kind: 'closest', limit: listLength }),
    listVisits(db, range),
  ]);
  const mostBy = (figure: store.Ranked['by']) => ranked.filter(({ by }) => by === figure);
  return {
    currency,
    revenue: revenueOf(range, { money, tax, fees }, currency),
    fees: { unknown: withoutFee, others: fees.reduce((sum, { others }) => sum + others, 0) },
    returns: returnsOf(returns, currency),
    byResource: byResourceOf(places, currency),
    byCountry: byCountryOf(places, currency),
    cancellations,
    subscriptions: subscriptionsOf(range, changes, counts),
    recurring: recurringOf(range, worthChanges, { totalMinor: worth, currency }),
    opens: opensOf(range, opens),
    ...visitsOf(visits, listLength),
    mostOpened: mostBy('opened'),
    mostBought: mostBy('bought'),
    mostFinished: mostBy('finished'),
    emptySearches,
    closestSearches,
  };
}

/** Returns the last 14 days including today, with the failed searches of the last 7. @param currency the catalogue's */
export async function getLastDays(ctx: Context, currency: string): Promise<LastDays> {
  const [days, activeMembers, empty, closest] = await Promise.all([
    store.listLastDays(ctx.db, currency),
    store.countActive(ctx.db),
    store.listVainOfWeek(ctx.db, { kind: 'empty', limit: listLength }),
    store.listVainOfWeek(ctx.db, { kind: 'closest', limit: listLength }),
  ]);
  const summed = (found: typeof empty) => ({
    count: found[0]?.total ?? 0,
    most: found.map(({ text, count }) => ({ text, count })),
  });
  return {
    days: days.map(({ purchasesMinor, subscriptionsMinor, refundsMinor, ...day }) => ({
      ...day,
      purchases: toMajor(purchasesMinor, currency),
      subscriptions: toMajor(subscriptionsMinor, currency),
      refunds: toMajor(refundsMinor, currency),
    })),
    activeMembers,
    emptySearches: summed(empty),
    closestSearches: summed(closest),
  };
}

/**
 * Lists a page of the items behind a figure, with their total number.
 * @param currency the catalogue's
 */
export async function listRows(
  ctx: Context,
  { from, to, figure, resourceId, country, ...paging }: AnalyticsRowsQuery,
  currency: string,
): Promise<{ rows: AnalyticsRow[]; total: number }> {
  const sought = { resourceId: resourceId ?? null, country: country ?? null };
  const behind = { range: { from, to }, figure, ...sought, currency };
  const rows = await listRowsBehind(ctx.db, { ...behind, ...sliceOf({ page: 1, ...paging }) });
  return {
    rows: rows.map(({ amountMinor, ...row }) => ({ ...row, amount: toMajor(amountMinor, currency) })),
    total: await countRowsBehind(ctx.db, behind),
  };
}

/** Stores the usage that this process has counted. */
export async function writeUsage(ctx: Context, usage: CountedUsage): Promise<void> {
  const { openings, emptySearches, closestSearches, visits } = usage;
  if (openings.size === 0 && emptySearches.size === 0 && visits.size === 0) return;
  await store.lockSums(ctx.db);
  if (openings.size > 0) await store.addOpenings(ctx.db, openings);
  if (emptySearches.size > 0) {
    await store.addEmptySearches(ctx.db, { emptySearches, closestSearches }, searchLimits.mostPerDay);
  }
  if (visits.size > 0) await addVisits(ctx.db, visits, visitLimits.mostHostsPerDay);
}

/**
 * Adds changes of payments, pauses and progress to the sums, and records the first payments of members who came from
 * public pages.
 * @returns whether no changes are left
 */
export async function foldChanges(ctx: Context): Promise<boolean> {
  await store.recordPauses(ctx.db);
  const lastLine = await store.findLastLine(ctx.db);
  const folded = await store.foldChanges(ctx.db, foldedAtOnce);
  if (folded > 0) await recordFirstPayments(ctx.db, lastLine);
  return folded < foldedAtOnce;
}

/** Deletes searches that are older than `searchLimits.days`. */
export async function forgetOldSearches(ctx: Context): Promise<void> {
  await store.deleteOldSearches(ctx.db, searchLimits.days);
}

/** Deletes visits that are older than `visitLimits.days`. */
export async function forgetOldVisits(ctx: Context): Promise<void> {
  await deleteOldVisits(ctx.db, visitLimits.days);
}
