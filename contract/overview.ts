import * as z from 'zod/mini';
import { AuditEntry } from './audit.ts';
import { goals, memberRoles } from './interests.ts';

/** How many items wait, what they are worth in the portal's currency, and the moment that matters of them. */
const Waiting = { count: z.int(), amount: z.number() };

/** What an administrator looks at first (ADM-09). Days are UTC; amounts are major units of the currency. */
export const Overview = z.object({
  currency: z.string(),
  /** The last 14 days, today as the last one. */
  days: z.array(
    z.object({
      day: z.string(),
      purchases: z.number(),
      subscriptions: z.number(),
      refunds: z.number(),
      newMembers: z.int(),
      /** Members whose first subscription began to be paid. */
      newSubscriptions: z.int(),
    }),
  ),
  /** Members who used the portal today, and in the last 7 days. */
  activeMembers: z.object({ today: z.int(), week: z.int() }),
  /** Subscriptions with a payment that failed. */
  failedPayments: z.object({ ...Waiting, since: z.nullable(z.string()) }),
  /** Disputes and inquiries that wait for an answer. */
  disputes: z.object({ ...Waiting, dueBy: z.nullable(z.string()) }),
  refundRequests: z.object({ ...Waiting, since: z.nullable(z.string()) }),
  failedJobs: z.object({ count: z.int(), since: z.nullable(z.string()) }),
  /** Drafts with a time to publish, and the first of them. */
  scheduled: z.object({ count: z.int(), next: z.nullable(z.object({ title: z.string(), publishAt: z.string() })) }),
  /** Searches of the last 7 days that found nothing, and what was looked for most often. */
  emptySearches: z.object({ count: z.int(), most: z.array(z.object({ text: z.string(), count: z.int() })) }),
  /** Searches of the week that had closest matches alone. */
  closestSearches: z.object({ count: z.int(), most: z.array(z.object({ text: z.string(), count: z.int() })) }),
  /** The newest entries of the audit log. */
  changes: z.array(AuditEntry),
});
export type Overview = z.infer<typeof Overview>;

/** What is known of a member beside access and money (ADM-USER-18); times are ISO 8601 in UTC. */
export const MemberSummary = z.object({
  /** The work and the goal that the member named. */
  workRole: z.nullable(z.enum(memberRoles)),
  goal: z.nullable(z.enum(goals)),
  hasPassword: z.boolean(),
  /** Whether the member signs in with an account elsewhere. */
  hasProvider: z.boolean(),
  /** Of the latest sign-in; null when the member never signed in. */
  lastSeenAt: z.nullable(z.string()),
  /** The day of the latest readiness assessment; null for none. */
  assessedAt: z.nullable(z.string()),
  /** Online tools that the member opened, the latest first. */
  tools: z.array(z.object({ resourceId: z.int(), title: z.string(), percent: z.int(), openedAt: z.string() })),
});
export type MemberSummary = z.infer<typeof MemberSummary>;
