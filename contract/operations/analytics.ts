import * as z from 'zod/mini';
import { AccessType, RappPhase, RappPrinciple, ResourceType } from '../catalogue/catalogue.ts';
import { landings } from '../landings.ts';
import { codeText, exactText, paging, wholeNumber } from '../text.ts';
import { daysBetween, longestRangeDays } from './range.ts';

/** Current totals: the four counts (ADM-04) with a detail for each, and the composition of the catalogue. */
export const AnalyticsOverview = z.object({
  /** Number of resources; like all counts here, without withdrawn ones. */
  totalResources: z.int(),
  /** Number of `totalResources` added in the last 30 days. */
  addedResources: z.int(),
  totalUsers: z.int(),
  newUsers: z.int(),
  publishedResources: z.int(),
  /** Number of resources that are not free. */
  revenueResources: z.int(),
  accessTypes: z.array(z.object({ accessType: AccessType, resources: z.int() })),
  types: z.array(z.object({ type: ResourceType, resources: z.int() })),
  /** Published resources of each principle in each phase. */
  coverage: z.array(z.object({ principle: RappPrinciple, phase: RappPhase, resources: z.int() })),
});
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>;

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

/** A range of days in UTC, both included. */
export const AnalyticsQuery = z.object({ from: day('from'), to: day('to') }).check(inOrder(), notTooLong());
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const ResourceFigure = z.object({ resourceId: z.int(), title: z.string(), count: z.int() });
export type ResourceFigure = z.infer<typeof ResourceFigure>;

/** Kinds of changes of recurring revenue: the first of a member is `new`, that after its end `returned`. */
export const recurringChanges = ['new', 'returned', 'expansion', 'contraction', 'churn'] as const;
export const RecurringChange = z.enum(recurringChanges);
export type RecurringChange = z.infer<typeof RecurringChange>;

/** Money received, refunded and kept (`net`), with the tax in `net` and the fees. */
const Kept = { taken: z.number(), refunds: z.number(), net: z.number(), tax: z.number(), fees: z.number() };

/** Visits of public pages, and the numbers of members from there who registered, and who paid for the first time. */
const Visited = { visits: z.int(), registrations: z.int(), firstPurchases: z.int() };

/**
 * Figures of a range of days. Amounts are in major units of `currency`; months are such as "2026-11", weeks are named
 * by their Monday.
 */
export const AnalyticsActivity = z.object({
  currency: z.string(),
  /** Money received and returned, each on its day; payments in other currencies are left out. */
  revenue: z.array(
    z.object({
      month: z.string(),
      oneOff: z.number(),
      newSubscriptions: z.number(),
      renewals: z.number(),
      refunds: z.number(),
      net: z.number(),
      /** The tax in `net`, by the invoices and credit notes of the month. */
      tax: z.number(),
      /**
       * Stripe's fees for payments, refunds and disputes, on the day it charged them; only those in `currency` for
       * payments in `currency`.
       */
      fees: z.number(),
    }),
  ),
  /**
   * Fees that `fees` of the months leave out: `unknown` counts payments whose fee is still unknown, `others` fees in
   * another currency or of a payment in another currency.
   */
  fees: z.object({ unknown: z.int(), others: z.int() }),
  /** Number of payments, refunds, and opened and lost disputes. */
  returns: z.object({
    payments: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    disputesLost: z.int(),
    lostAmount: z.number(),
  }),
  /** The resources with the highest revenue, all others together, and subscriptions, which are of no one resource. */
  byResource: z.array(
    z.object({
      kind: z.enum(['resource', 'others', 'subscriptions']),
      resourceId: z.nullable(z.int()),
      title: z.nullable(z.string()),
      ...Kept,
    }),
  ),
  /** Money by the country on the buyer's invoice; null where the buyer named none. */
  byCountry: z.array(z.object({ country: z.nullable(z.string()), ...Kept })),
  /**
   * Reasons for cancelling in the range, with the number of members who accepted the offer and stayed; null without a
   * reason.
   */
  cancellations: z.array(z.object({ reason: z.nullable(z.string()), subscriptions: z.int(), stayed: z.int() })),
  /** `active` and `trial` are at the end of each month, or of the range; the others happened within it. */
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
   * Monthly recurring revenue of running subscriptions, by month: `total` at the end of the month, the others the
   * changes in it, each with the number of subscriptions that changed. An annual plan counts as a twelfth; discounts
   * and tax do not count, and trials and paused or suspended subscriptions count as nothing.
   */
  recurring: z.array(
    z.object({
      month: z.string(),
      total: z.number(),
      changes: z.array(z.object({ kind: RecurringChange, amount: z.number(), subscriptions: z.int() })),
    }),
  ),
  /** Number of times that members opened resources' pages, by week. */
  opens: z.array(z.object({ week: z.string(), free: z.int(), purchase: z.int(), subscription: z.int() })),
  /** Visits by the host of the referring site: the ten with the most visits, then "other" for all others. */
  visitsByHost: z.array(z.object({ host: z.string(), ...Visited })),
  /** Visits by the kind of page that was opened. */
  visitsByLanding: z.array(z.object({ landing: z.enum(landings), ...Visited })),
  mostOpened: z.array(ResourceFigure),
  mostBought: z.array(ResourceFigure),
  mostFinished: z.array(ResourceFigure),
  /** Searches of the whole catalogue that found nothing. */
  emptySearches: z.array(z.object({ text: z.string(), count: z.int() })),
  /** Searches of the whole catalogue that had only closest matches (BROWSE-17). */
  closestSearches: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type AnalyticsActivity = z.infer<typeof AnalyticsActivity>;

/**
 * The figures whose single payments or changes can be listed. `payment` lists all money received and returned, of one
 * resource or country when the query names one.
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
export const Figure = z.enum(figures, { error: 'This figure is not known' });
export type Figure = z.infer<typeof Figure>;

/** A figure and its range of days. */
export const AnalyticsRowsQuery = z
  .object({
    from: day('from'),
    to: day('to'),
    figure: Figure,
    /**
     * Only for figures that list payments or refunds: the resource that was paid for, or the country of the buyer,
     * "none" where the buyer named none.
     */
    resourceId: z.optional(wholeNumber('resourceId', 2147483647)),
    country: z.optional(codeText(/^([A-Z]{2}|none)$/, 'country must be two letters such as GB, or none')),
    ...paging(),
  })
  .check(inOrder(), notTooLong());
export type AnalyticsRowsQuery = z.infer<typeof AnalyticsRowsQuery>;

/** One row behind a figure, such as a payment, a refund, a fee, a dispute or a change of a subscription. */
export const AnalyticsRow = z.object({
  id: z.int(),
  day: z.string(),
  /** Amount in major units of the currency; negative for a decrease, and for a refund listed among payments. */
  amount: z.number(),
  memberId: z.int(),
  memberName: z.string(),
  /** Null once the account is deleted. */
  memberEmail: z.nullable(z.string()),
  /** The resource that was bought; null for a subscription. */
  resourceTitle: z.nullable(z.string()),
  /**
   * The reason of a cancellation, of an averted cancellation, or of a dispute; or the purpose of a fee. Null for other
   * rows, and for a cancellation without a reason.
   */
  note: z.nullable(z.string()),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;
