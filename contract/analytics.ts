import * as z from 'zod/mini';
import { AccessType, RappPhase, RappPrinciple, ResourceType } from './catalogue.ts';

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
  z
    .string({ error: `${name} is required` })
    .check(z.refine((text) => daysBetween(text, text) === 1, `${name} must be a day such as 2026-11-21`));

/** Days in UTC, both included. */
export const AnalyticsQuery = z.object({ from: day('from'), to: day('to') }).check(
  z.refine(({ from, to }) => !(daysBetween(from, to) < 1), 'from must not be after to'),
  z.refine(
    ({ from, to }) => !(daysBetween(from, to) > longestRangeDays),
    `The range must be at most ${longestRangeDays} days`,
  ),
);
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const ResourceFigure = z.object({ resourceId: z.int(), title: z.string(), count: z.int() });
export type ResourceFigure = z.infer<typeof ResourceFigure>;

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
    }),
  ),
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
  /** How often members opened resources' pages. */
  opens: z.array(z.object({ week: z.string(), free: z.int(), purchase: z.int(), subscription: z.int() })),
  mostOpened: z.array(ResourceFigure),
  mostBought: z.array(ResourceFigure),
  mostFinished: z.array(ResourceFigure),
  /** What members looked for in the whole catalogue and did not find. */
  emptySearches: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type AnalyticsActivity = z.infer<typeof AnalyticsActivity>;
