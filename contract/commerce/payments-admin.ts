import * as z from 'zod/mini';
import { codeText } from '../text.ts';
import { Billing } from './billing.ts';

/** A month in UTC, such as "2026-11", and which of the accountant's files of it. */
export const AccountsQuery = z.object({
  month: codeText(/^20\d\d-(0[1-9]|1[0-2])$/, 'month must be a month such as 2026-11'),
  part: z.enum(['entries', 'fees', 'taxes'], { error: 'part must be entries, fees or taxes' }),
});
export type AccountsQuery = z.infer<typeof AccountsQuery>;

/** A payment that a member disputes at the bank, or asks about there; amount in major units, times ISO 8601. */
export const Dispute = z.object({
  /** The provider's id. */
  id: z.string(),
  memberId: z.int(),
  member: z.string(),
  /** Null once the account is deleted. */
  email: z.nullable(z.string()),
  /** What was paid for. */
  description: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** The provider's words: fraudulent, product_not_received, ... and needs_response, under_review, lost, ... */
  reason: z.string(),
  status: z.string(),
  openedAt: z.string(),
  /** Until when it can be answered; null when the bank takes no answer. */
  dueBy: z.nullable(z.string()),
  /** The payment in the provider's dashboard, where it is answered; null in the sandbox, which has none. */
  url: z.nullable(z.string()),
});
export type Dispute = z.infer<typeof Dispute>;

/** Whether a dispute or inquiry of this status waits for the seller's answer. */
export const awaitsAnswer = (status: string) => status.endsWith('needs_response');

/** What a member paid and what went back, newest first, as the member sees it (API-20). */
export const MemberPayments = z.pick(Billing, { totalSpent: true, currency: true, transactions: true });
export type MemberPayments = z.infer<typeof MemberPayments>;
