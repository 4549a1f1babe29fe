import * as z from 'zod/mini';
import { codeText } from '../text.ts';
import { Billing } from './billing.ts';

/** A month in UTC, such as "2026-11", and the name of one of its files for the accountant. */
export const AccountsQuery = z.object({
  month: codeText(/^20\d\d-(0[1-9]|1[0-2])$/, 'month must be a month such as 2026-11'),
  part: z.enum(['entries', 'fees', 'taxes'], { error: 'part must be entries, fees or taxes' }),
});
export type AccountsQuery = z.infer<typeof AccountsQuery>;

/** A payment that a member disputes at the bank, or inquires about there; amount in major units, times ISO 8601. */
export const Dispute = z.object({
  /** Stripe's id of the dispute. */
  id: z.string(),
  memberId: z.int(),
  member: z.string(),
  /** Null once the account is deleted. */
  email: z.nullable(z.string()),
  /** Name of the resource or the subscription that was paid. */
  description: z.string(),
  amount: z.number(),
  currency: z.string(),
  /**
   * Stripe's reason (fraudulent, product_not_received, ...) and, below, status (needs_response, under_review, lost,
   * ...).
   */
  reason: z.string(),
  status: z.string(),
  openedAt: z.string(),
  /** Last moment to respond; null when the bank accepts no response. */
  dueBy: z.nullable(z.string()),
  /**
   * The payment in Stripe's dashboard, where an administrator responds; null in the sandbox, which has no dashboard.
   */
  url: z.nullable(z.string()),
});
export type Dispute = z.infer<typeof Dispute>;

/** Whether a dispute or inquiry of this status waits for the seller's response. */
export const awaitsAnswer = (status: string) => status.endsWith('needs_response');

/** Payments and refunds of a member, newest first, as in the member's own history (API-20). */
export const MemberPayments = z.pick(Billing, { totalSpent: true, currency: true, transactions: true });
export type MemberPayments = z.infer<typeof MemberPayments>;
