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

/** One thing that the comparison with the payment provider found, and what was done about it. Times are ISO 8601. */
export const Discrepancy = z.object({
  id: z.int(),
  kind: z.enum(discrepancyKinds),
  /** The id of what was found: a payment, a subscription, an event. */
  subject: z.string(),
  member: z.nullable(z.string()),
  details: z.string(),
  outcome: z.string(),
  foundAt: z.string(),
  isInLastRun: z.boolean(),
});
export type Discrepancy = z.infer<typeof Discrepancy>;

/** Something that stopped and waits for a person. */
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
  /** Null while it runs, and when it failed. */
  finishedAt: z.nullable(z.string()),
  payments: z.int(),
  subscriptions: z.int(),
  events: z.int(),
  /** How many of them belong to another use of the same account at the provider; they are left alone. */
  notOurs: z.int(),
  error: z.nullable(z.string()),
});

/** What the last comparison with the payment provider compared and found, and what waits for a person. */
export const Reconciliation = z.object({
  lastRun: z.nullable(ReconciliationRun),
  discrepancies: z.array(Discrepancy),
  waiting: z.array(Waiting),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Which stopped work is to be tried again; payments and refunds need a person, not another try. */
export const RetryWaiting = z.object({
  kind: z.enum(['event', 'mail'], { error: 'kind must be event or mail' }),
  id: requiredText({ field: 'id', max: 100 }),
});
export type RetryWaiting = z.infer<typeof RetryWaiting>;
