import { currencyDecimals, enteredDecimals, toMinor } from '#contract/money.ts';
import type { DocumentLine, DocumentTax } from '#server/commerce/payments/document-rules.ts';
import type { Payment, Returns } from '#server/commerce/payments/rules.ts';
import type { Subscription } from '#server/commerce/subscriptions/rules.ts';

/**
 * State of the last attempt to pay: failed, waiting for the member to confirm it at the bank, or under way for some
 * days.
 */
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
  /**
   * Whether Stripe sends the invoice, to be paid by its due date, as for an order by invoice, or where an operator
   * chose that for a company; Stripe then charges nothing automatically.
   */
  isSent: boolean;
  /** Amount that was actually charged, in minor units. */
  paidMinor: number;
  /** Amount that is still to be paid, less the member's credit. */
  dueMinor: number;
  /**
   * State of the last payment of an open invoice; null before the first attempt and once it is paid. For a void invoice
   * it can only be `processing`.
   */
  openPayment: OpenPayment | null;
  /** Lines without tax. */
  lines: DocumentLine[];
  taxes: DocumentTax[];
  currency: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** Stripe's id of the payment that paid it; null when Stripe charged nothing for it. */
  intentId: string | null;
  hostedUrl: string | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  issuedAt: Date;
  paidAt: Date | null;
};

export type RecordedInvoice = {
  id: number;
  userId: number;
  stripeInvoiceId: string;
  status: InvoiceState['status'];
  currency: string;
};

/**
 * Returns the name of Stripe's product, or the portal's name followed by "Subscription" when Stripe names none
 * (BILL-19).
 */
function subscriptionName(productName: string | null, portalName: string): string {
  return productName ?? `${portalName} Subscription`;
}

/**
 * Returns the name of a subscription, with the number of seats when it is an organisation's: "10 seats: …
 * Subscription".
 */
export function orderName(
  { productName, order }: Pick<Subscription, 'productName' | 'order'>,
  portalName: string,
): string {
  const name = subscriptionName(productName, portalName);
  return order ? `${order.seats} seats: ${name}` : name;
}

/** Treats an invoice that was sent and not paid in time like one that could not be charged (BILL-24). */
export function withOverdue(state: InvoiceState, subscriptionStatus: string): InvoiceState {
  const isOverdue = state.isSent && state.status === 'open' && subscriptionStatus === 'past_due';
  return isOverdue && state.openPayment === null ? { ...state, openPayment: 'failed' } : state;
}

/**
 * Whether a renewal could not be charged. A failed first payment and a failed change of plan do not count: the page
 * shows them at once, and no paid period ends.
 */
export function isFailedRenewal({ status, openPayment, billingReason }: InvoiceState): boolean {
  const needsMember = openPayment === 'failed' || openPayment === 'authentication';
  return status === 'open' && needsMember && billingReason === 'subscription_cycle';
}

type PaidFor = Pick<InvoiceState, 'status' | 'paidMinor' | 'paidAt' | 'billingReason' | 'periodEnd'>;

/**
 * Whether a payment opens nothing (SUBSCR-20): its invoice is void, or the money came after the subscription had ended,
 * for its first period, which never began, or for a period that the end cut short. A period that lasted to its end was
 * used, and stays paid. Only Stripe's times are compared, so that a restored backup changes nothing.
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
 * Converts an amount to minor units; null means all that is left and stays null.
 * @returns undefined for an invalid amount, as `wrongRefund` says
 */
export function refundMinor(amount: number | null, currency: string): number | null | undefined {
  if (amount === null) return null;
  const text = String(amount);
  const minor = toMinor(text.includes('e') ? amount.toFixed(currencyDecimals(currency)) : text, currency);
  return minor !== null && minor > 0 ? minor : undefined;
}

/** Says which amounts in major units `refundMinor` accepts. */
export function wrongRefund(currency: string): string {
  const decimals = enteredDecimals(currency);
  const places = decimals === 0 ? 'without decimals' : `with at most ${decimals} decimals`;
  return `Amount must be more than zero and at most 999999999, ${places}`;
}
