import * as z from 'zod/mini';
import { Import } from '../catalogue/imports.ts';
import { goals, memberRoles } from '../interests.ts';
import { AuditEntry } from './audit.ts';

/** Number of items that wait, and their total in the portal's currency. */
const Waiting = { count: z.int(), amount: z.number() };

/** The start page of administrators (ADM-09). Days are UTC; amounts are major units of the currency. */
export const Overview = z.object({
  currency: z.string(),
  /** The last 14 days, today last. */
  days: z.array(
    z.object({
      day: z.string(),
      purchases: z.number(),
      subscriptions: z.number(),
      refunds: z.number(),
      newMembers: z.int(),
      /** Number of members who started to pay for their first subscription. */
      newSubscriptions: z.int(),
    }),
  ),
  /** Number of members, without administrators, who used the portal today, and in the last 7 days. */
  activeMembers: z.object({ today: z.int(), week: z.int() }),
  /** Subscriptions with a payment that failed. */
  failedPayments: z.object({ ...Waiting, since: z.nullable(z.string()) }),
  /** Disputes and inquiries that wait for a response. */
  disputes: z.object({ ...Waiting, dueBy: z.nullable(z.string()) }),
  refundRequests: z.object({ ...Waiting, since: z.nullable(z.string()) }),
  failedJobs: z.object({ count: z.int(), since: z.nullable(z.string()) }),
  /** Number of drafts with a time to publish, and the first of them to be published. */
  scheduled: z.object({ count: z.int(), next: z.nullable(z.object({ title: z.string(), publishAt: z.string() })) }),
  /** Searches of the last 7 days that found nothing, and the most frequent ones. */
  emptySearches: z.object({ count: z.int(), most: z.array(z.object({ text: z.string(), count: z.int() })) }),
  /** Searches of the last 7 days that had only closest matches. */
  closestSearches: z.object({ count: z.int(), most: z.array(z.object({ text: z.string(), count: z.int() })) }),
  /** The newest entries of the audit log. */
  changes: z.array(AuditEntry),
});
export type Overview = z.infer<typeof Overview>;

/** A mailing to many: the number of queued mails, and the total. */
const mailing = { sent: z.int(), total: z.int() };

/** Background work that has not ended (ADM-33). */
export const UnderWay = z.object({
  /** Imports that are being checked or written. */
  imports: z.array(Import),
  news: z.array(z.object({ id: z.int(), subject: z.string(), ...mailing })),
  /** By organisation, the invitations that were requested since its oldest unsent one. */
  invitations: z.array(z.object({ organisationId: z.int(), organisation: z.string(), ...mailing })),
  /** Number of mails that the mail server has not accepted yet. */
  mailsWaiting: z.int(),
  /** Number of jobs that failed and are retried automatically, and the time of the next attempt. */
  retries: z.object({ count: z.int(), nextAt: z.nullable(z.string()) }),
});
export type UnderWay = z.infer<typeof UnderWay>;

/** Facts about a member beside access and money (ADM-USER-18); times are ISO 8601 in UTC. */
export const MemberSummary = z.object({
  /** The work role and the goal that the member chose. */
  workRole: z.nullable(z.enum(memberRoles)),
  goal: z.nullable(z.enum(goals)),
  hasPassword: z.boolean(),
  /** Whether the member signs in with Google; the sign-in of a company does not count. */
  hasProvider: z.boolean(),
  hasPasskey: z.boolean(),
  /** Time at which the member last used any recorded sign-in; null without one, as for members who never signed in. */
  lastSeenAt: z.nullable(z.string()),
  /** Time of the latest readiness assessment; null for none. */
  assessedAt: z.nullable(z.string()),
  /** The ten online tools that the member opened last, the latest first. */
  tools: z.array(z.object({ resourceId: z.int(), title: z.string(), percent: z.int(), openedAt: z.string() })),
});
export type MemberSummary = z.infer<typeof MemberSummary>;
