import { currencyDecimals, toMinor } from '#contract/money.ts';
import type { DocumentLine, DocumentTax } from '#server/commerce/payments/document-rules.ts';
import type { Payment, Returns } from '#server/commerce/payments/rules.ts';
import type { Subscription } from '#server/commerce/subscriptions/rules.ts';

/** A payment that was tried: refused, waiting for the member's bank to ask the member, or under way for some days. */
export type OpenPayment = 'failed' | 'authentication' | 'processing';

/** A snapshot of an invoice at Stripe with its refunds and disputes; currency in capitals, as in the catalogue. */
export type InvoiceState = Returns & {
  fees: Payment['fees'];
  stripeInvoiceId: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billingReason: string | null;
  totalMinor: number;
  taxMinor: number;
  /** Stripe sends it, to be paid by its due date, as an operator may choose for companies; nothing is charged by itself. */
  isSent: boolean;
  /** What was really taken. */
  paidMinor: number;
  /** What is still to be paid, less the member's credit. */
  dueMinor: number;
  /**
   * What the payment of an open invoice came to; null before the first try and once it is paid. That of a void one can
   * only be processing.
   */
  openPayment: OpenPayment | null;
  /** Without tax. */
  lines: DocumentLine[];
  taxes: DocumentTax[];
  currency: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The payment that paid it; null for what cost nothing. */
  intentId: string | null;
  hostedUrl: string | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  issuedAt: Date;
  paidAt: Date | null;
};

/** An invoice as it is written down here. */
export type RecordedInvoice = {
  id: number;
  userId: number;
  stripeInvoiceId: string;
  status: InvoiceState['status'];
  currency: string;
};

/** "RAPP Learning Subscription" where the provider names no product (BILL-19). */
function subscriptionName(productName: string | null, portalName: string): string {
  return productName ?? `${portalName} Subscription`;
}

/** The same of any subscription; of an organisation with its seats: "10 seats: … Subscription". */
export function orderName(
  { productName, order }: Pick<Subscription, 'productName' | 'order'>,
  portalName: string,
): string {
  const name = subscriptionName(productName, portalName);
  return order ? `${order.seats} seats: ${name}` : name;
}

/** An invoice that was sent and not paid in time is due like one that could not be charged (BILL-24). */
export function withOverdue(state: InvoiceState, subscriptionStatus: string): InvoiceState {
  const isOverdue = state.isSent && state.status === 'open' && subscriptionStatus === 'past_due';
  return isOverdue && state.openPayment === null ? { ...state, openPayment: 'failed' } : state;
}

/**
 * Whether a renewal could not be charged. A failed first payment and a failed change of plan do not count: the page shows
 * them at once, and nothing that was paid for ends.
 */
export function isFailedRenewal({ status, openPayment, billingReason }: InvoiceState): boolean {
  const needsMember = openPayment === 'failed' || openPayment === 'authentication';
  return status === 'open' && needsMember && billingReason === 'subscription_cycle';
}

type PaidFor = Pick<InvoiceState, 'status' | 'paidMinor' | 'paidAt' | 'billingReason' | 'periodEnd'>;

/**
 * Whether a payment opens nothing (SUBSCR-20): its invoice is void, or the money came after the subscription had ended,
 * for its first period, which never began, or for one that the end cut short. A period that lasted to its end was used,
 * and stays paid. Only Stripe's times are compared, so that a restored backup changes nothing.
 */
export function isPaidTooLate(
  { status, paidMinor, paidAt, billingReason, periodEnd }: PaidFor,
  endedAt: Date | null,
): boolean {
  if (paidMinor === 0) return false;
  if (status === 'void') return true;
  if (paidAt === null || endedAt === null || paidAt <= endedAt) return false;
  return billingReason === 'subscription_create' || (periodEnd !== null && periodEnd > endedAt);
}

/**
 * An amount in major units as minor ones, null for all that is left.
 * @returns undefined for what is no amount: zero, negative, or with more decimals than the currency has
 */
export function refundMinor(amount: number | null, currency: string): number | null | undefined {
  if (amount === null) return null;
  const text = String(amount);
  const minor = toMinor(text.includes('e') ? amount.toFixed(currencyDecimals(currency)) : text, currency);
  return minor !== null && minor > 0 ? minor : undefined;
}
