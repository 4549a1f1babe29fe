import * as z from 'zod/mini';
import { AccessType, RappPhase, RappPrinciple, ResourceType } from './catalogue.ts';
import { landings } from './storefront.endpoints.ts';
import { codeText, exactText, paging, wholeNumber } from './text.ts';

/** What there is now: the four counts (ADM-04) with a word beside each, and how the catalogue is made up. */
export const AnalyticsOverview = z.object({
  /** Withdrawn resources are no longer counted anywhere. */
  totalResources: z.int(),
  /** Of them, added in the last 30 days. */
  addedResources: z.int(),
  totalUsers: z.int(),
  newUsers: z.int(),
  publishedResources: z.int(),
  /** Those that are not free. */
  revenueResources: z.int(),
  accessTypes: z.array(z.object({ accessType: AccessType, resources: z.int() })),
  types: z.array(z.object({ type: ResourceType, resources: z.int() })),
  /** Published resources of each principle in each phase. */
  coverage: z.array(z.object({ principle: RappPrinciple, phase: RappPhase, resources: z.int() })),
});
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>;

/** The longest stretch of days that is asked for at once. */
export const longestRangeDays = 1100;

const millisecondsPerDay = 86_400_000;

/** How many days lie between two days such as "2026-11-21", both counted; NaN when one of them is none. */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / millisecondsPerDay + 1;
}

function timeOf(day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  // 31 February is read as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? Number.NaN : time;
}

const day = (name: string) =>
  exactText({ error: `${name} is required`, max: 40, tooLong: `${name} must be a day such as 2026-11-21` }).check(
    z.refine((text) => daysBetween(text, text) === 1, `${name} must be a day such as 2026-11-21`),
  );

type Days = { from: string; to: string };
const inOrder = () => z.refine<Days>(({ from, to }: Days) => !(daysBetween(from, to) < 1), 'from must not be after to');
const notTooLong = () =>
  z.refine<Days>(
    ({ from, to }: Days) => !(daysBetween(from, to) > longestRangeDays),
    `The range must be at most ${longestRangeDays} days`,
  );

/** Days in UTC, both included. */
export const AnalyticsQuery = z.object({ from: day('from'), to: day('to') }).check(inOrder(), notTooLong());
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const ResourceFigure = z.object({ resourceId: z.int(), title: z.string(), count: z.int() });
export type ResourceFigure = z.infer<typeof ResourceFigure>;

/** How a subscription's monthly worth changes: a member's first is new, a later one returned. */
export const recurringChanges = ['new', 'returned', 'expansion', 'contraction', 'churn'] as const;
export const RecurringChange = z.enum(recurringChanges);
export type RecurringChange = z.infer<typeof RecurringChange>;

/** What was taken, what of it went back and what was kept, with the tax in what was kept and the fees for it. */
const Kept = { taken: z.number(), refunds: z.number(), net: z.number(), tax: z.number(), fees: z.number() };

/** Visits of public pages, and of their visitors who registered and who paid for the first time. */
const Visited = { visits: z.int(), registrations: z.int(), firstPurchases: z.int() };

/** What happened in a range of days. Amounts are in major units of the currency; months "2026-11", weeks by Monday. */
export const AnalyticsActivity = z.object({
  currency: z.string(),
  /** What was taken and what went back of it, each on its day; payments in other currencies are left out. */
  revenue: z.array(
    z.object({
      month: z.string(),
      oneOff: z.number(),
      newSubscriptions: z.number(),
      renewals: z.number(),
      refunds: z.number(),
      net: z.number(),
      /** In `net`, by the invoices and credit notes of the month. */
      tax: z.number(),
      /** The provider's, on the day it charged them, for payments and in the currency of these figures. */
      fees: z.number(),
    }),
  ),
  /** What `fees` lacks: payments whose fee is not known yet, and fees in another currency or of a payment in one. */
  fees: z.object({ unknown: z.int(), others: z.int() }),
  /** How many payments were taken, how many refunds were made, and how many disputes opened and were lost. */
  returns: z.object({
    payments: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    disputesLost: z.int(),
    lostAmount: z.number(),
  }),
  /** The resources with the highest revenue, all others together, and subscriptions, which open every resource. */
  byResource: z.array(
    z.object({
      kind: z.enum(['resource', 'others', 'subscriptions']),
      resourceId: z.nullable(z.int()),
      title: z.nullable(z.string()),
      ...Kept,
    }),
  ),
  /** By the country of the buyer's invoice; null where the buyer named none. */
  byCountry: z.array(z.object({ country: z.nullable(z.string()), ...Kept })),
  /** Why subscriptions were cancelled, in the range, and who stayed for the offer; null where no reason was given. */
  cancellations: z.array(z.object({ reason: z.nullable(z.string()), subscriptions: z.int(), stayed: z.int() })),
  /** `active` and `trial` at the end of each month, or of the range; the others in it. */
  subscriptions: z.array(
    z.object({
      month: z.string(),
      active: z.int(),
      trial: z.int(),
      lost: z.int(),
      trialsEnded: z.int(),
      trialsConverted: z.int(),
    }),
  ),
  /**
   * What running subscriptions are worth a month, by month: `total` at its end, the others the changes in it, with how
   * many subscriptions changed. An annual plan is worth a twelfth; discounts and tax do
   * not count, and what is paused or suspended is worth nothing.
   */
  recurring: z.array(
    z.object({
      month: z.string(),
      total: z.number(),
      changes: z.array(z.object({ kind: RecurringChange, amount: z.number(), subscriptions: z.int() })),
    }),
  ),
  /** How often members opened resources' pages. */
  opens: z.array(z.object({ week: z.string(), free: z.int(), purchase: z.int(), subscription: z.int() })),
  /** By the host of the site that led there: the ten with the most visits, then "other" for all others. */
  visitsByHost: z.array(z.object({ host: z.string(), ...Visited })),
  /** By the kind of page that was opened. */
  visitsByLanding: z.array(z.object({ landing: z.enum(landings), ...Visited })),
  mostOpened: z.array(ResourceFigure),
  mostBought: z.array(ResourceFigure),
  mostFinished: z.array(ResourceFigure),
  /** What members looked for in the whole catalogue and did not find. */
  emptySearches: z.array(z.object({ text: z.string(), count: z.int() })),
  /** Searches of the whole catalogue that had closest matches alone (BROWSE-17). */
  closestSearches: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type AnalyticsActivity = z.infer<typeof AnalyticsActivity>;

/**
 * The figures whose single payments or changes can be listed. `payment` is all that was taken and went back, of one
 * resource or country when it names one.
 */
const figures = [
  'one-off',
  'new-subscription',
  'renewal',
  'refund',
  'lost-dispute',
  'payment',
  'subscription-payment',
  'fee',
  'unknown-fee',
  ...recurringChanges,
  'dispute',
  'cancellation',
  'stayed',
  'lost',
  'trial-ended',
  'trial-converted',
] as const;
export const Figure = z.enum(figures);
export type Figure = z.infer<typeof Figure>;

/** A figure, and the days that it is of. */
export const AnalyticsRowsQuery = z
  .object({
    from: day('from'),
    to: day('to'),
    figure: Figure,
    /** Of `payment`: the resource that was paid, or the country of the buyer, "none" where the buyer named none. */
    resourceId: z.optional(wholeNumber('resourceId', 2147483647)),
    country: z.optional(codeText(/^([A-Z]{2}|none)$/, 'country must be two letters such as GB, or none')),
    ...paging(),
  })
  .check(inOrder(), notTooLong());
export type AnalyticsRowsQuery = z.infer<typeof AnalyticsRowsQuery>;

/** What a figure is made of: a payment, a refund, or a change of a subscription's monthly worth. */
export const AnalyticsRow = z.object({
  id: z.int(),
  day: z.string(),
  /** In major units of the currency; what a change took away is negative. */
  amount: z.number(),
  memberId: z.int(),
  memberName: z.string(),
  /** Null once the account is deleted. */
  memberEmail: z.nullable(z.string()),
  /** The resource that was bought. */
  resourceTitle: z.nullable(z.string()),
  /** The reason of a cancellation, of one that was not made, or of a dispute; what a fee was for. */
  note: z.nullable(z.string()),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;
