import { currencyDecimals, toMinor } from '#contract/money.ts';
import type { DisputeState, RefundState } from '#server/features/purchases/rules.ts';

/** A payment that was tried: refused, waiting for the member's bank to ask the member, or under way for some days. */
export type OpenPayment = 'failed' | 'authentication' | 'processing';

/** A snapshot of an invoice at Stripe with its refunds and disputes; currency in capitals, as in the catalogue. */
export type InvoiceState = {
  stripeInvoiceId: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billingReason: string | null;
  totalMinor: number;
  taxMinor: number;
  /** What was really taken. */
  paidMinor: number;
  /** What is still to be paid, less the member's credit. */
  dueMinor: number;
  /** What the payment of an open invoice came to; null before the first try and once it is paid. */
  openPayment: OpenPayment | null;
  currency: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The payment that paid it; null for what cost nothing. */
  intentId: string | null;
  hostedUrl: string | null;
  pdfUrl: string | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  issuedAt: Date;
  paidAt: Date | null;
  refunds: RefundState[];
  disputes: DisputeState[];
};

/** An invoice as it is written down here. */
export type RecordedInvoice = { id: number; userId: number; stripeInvoiceId: string; status: InvoiceState['status'] };

/** "RAPP Learning Subscription" where the provider names no product (BILL-19). */
export function subscriptionName(productName: string | null, portalName: string): string {
  return productName ?? `${portalName} Subscription`;
}

/** Whether a renewal could not be charged. A failed first payment does not count: the checkout shows it at once. */
export function isFailedRenewal({ status, openPayment, billingReason }: InvoiceState): boolean {
  const needsMember = openPayment === 'failed' || openPayment === 'authentication';
  return status === 'open' && needsMember && billingReason !== 'subscription_create';
}

/** What was paid with an invoice and what has gone, or is ordered, back of it. */
export type Refundable = { paidMinor: number; returnedMinor: number; currency: string; isDisputed: boolean };

export type RefundVerdict =
  | { kind: 'refund'; amountMinor: number }
  | { kind: 'refuse'; reason: 'nothing-left' | 'too-much' | 'disputed' | 'not-an-amount' };

/**
 * Whether so much can be given back (ADM-SUB-08): all that is left when no amount is named, never more than that.
 * @param amount major units, null for all that is left
 */
export function judgeRefund(
  { paidMinor, returnedMinor, currency, isDisputed }: Refundable,
  amount: number | null,
): RefundVerdict {
  const leftMinor = paidMinor - returnedMinor;
  const asked = amount === null ? leftMinor : toMinor(plain(amount, currency), currency);
  if (asked === null || (amount !== null && asked <= 0)) return { kind: 'refuse', reason: 'not-an-amount' };
  if (leftMinor <= 0) return { kind: 'refuse', reason: 'nothing-left' };
  // The bank has taken the money back already: a refund would pay the member twice.
  if (isDisputed) return { kind: 'refuse', reason: 'disputed' };
  return asked > leftMinor ? { kind: 'refuse', reason: 'too-much' } : { kind: 'refund', amountMinor: asked };
}

/** A number's own digits, without an exponent; with more decimals than the currency has it is no amount. */
function plain(amount: number, currency: string): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(currencyDecimals(currency)) : text;
}
