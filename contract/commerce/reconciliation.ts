import * as z from 'zod/mini';
import { requiredText } from '../text.ts';

export const discrepancyKinds = [
  'paid-without-access',
  'access-without-payment',
  'two-subscriptions',
  'charged-without-consent',
  'event-undelivered',
] as const;
export type DiscrepancyKind = (typeof discrepancyKinds)[number];

/** A difference that the comparison with the payment provider found, and how it was resolved. Times are ISO 8601. */
export const Discrepancy = z.object({
  id: z.int(),
  kind: z.enum(discrepancyKinds),
  /** Stripe's id of the payment, subscription or event; "member 7" where one member has several subscriptions. */
  subject: z.string(),
  member: z.nullable(z.string()),
  details: z.string(),
  outcome: z.string(),
  foundAt: z.string(),
  isInLastRun: z.boolean(),
});
export type Discrepancy = z.infer<typeof Discrepancy>;

/** Stopped work that waits for an administrator. */
export const Waiting = z.object({
  kind: z.enum(['event', 'mail', 'payment', 'refund']),
  id: z.string(),
  title: z.string(),
  reason: z.string(),
  since: z.string(),
});
export type Waiting = z.infer<typeof Waiting>;

const ReconciliationRun = z.object({
  startedAt: z.string(),
  /** Null while the run continues, and when it failed. */
  finishedAt: z.nullable(z.string()),
  payments: z.int(),
  subscriptions: z.int(),
  events: z.int(),
  /**
   * Number of payments, subscriptions and events of other uses of the same Stripe account, which the portal ignores.
   */
  notOurs: z.int(),
  error: z.nullable(z.string()),
});

/**
 * The last comparison with the payment provider, the discrepancies that were seen in the last 30 days, and the work
 * that waits for an administrator.
 */
export const Reconciliation = z.object({
  lastRun: z.nullable(ReconciliationRun),
  discrepancies: z.array(Discrepancy),
  waiting: z.array(Waiting),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** The stopped work to retry; payments and refunds need a decision and cannot be retried. */
export const RetryWaiting = z.object({
  kind: z.enum(['event', 'mail'], { error: 'kind must be event or mail' }),
  id: requiredText({ field: 'id', max: 100 }),
});
export type RetryWaiting = z.infer<typeof RetryWaiting>;
