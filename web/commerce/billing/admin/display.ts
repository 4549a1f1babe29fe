import { awaitsAnswer } from '#contract/commerce/payments-admin.ts';
import type { DiscrepancyKind, Reconciliation, Waiting } from '#contract/commerce/reconciliation.ts';
import { currencyDecimals, formatMoney, toMajor, toMinor } from '#contract/money.ts';

/** Typed amount of a refund in major units; `amount` is null for everything that is left. */
export type RefundAmount = { kind: 'right'; amount: number | null } | { kind: 'wrong'; error: string };

/** Amounts of a payment that limit its refund, in major units. */
type Refundable = { left: number; currency: string };

/** Returns all that is left, as text for the field. */
export const amountText = ({ left, currency }: Refundable): string => left.toFixed(currencyDecimals(currency));

/** Reads the field. Ignores white space, and the sign or code of a currency, around the number. */
export function readRefundAmount(text: string, { left, currency }: Refundable): RefundAmount {
  const plain = text.trim().replace(/^[\s\p{Sc}\p{L}]+(?=\d)|(?<=\d)[\s\p{Sc}\p{L}]+$/gu, '');
  if (plain === '') return { kind: 'right', amount: null };
  const minor = toMinor(plain, currency);
  if (minor === null || minor === 0) return { kind: 'wrong', error: 'Amount must be more than zero' };
  const amount = toMajor(minor, currency);
  if (amount <= left) return { kind: 'right', amount };
  return { kind: 'wrong', error: `You can refund at most ${formatMoney(left, currency)} of this payment.` };
}

/** Returns the button's label with the amount ("Refund £4.00"), or "Refund" while the amount is unknown. */
export function refundLabel(text: string, payment: Refundable | null | undefined): string {
  const read = payment ? readRefundAmount(text, payment) : null;
  if (!payment || read?.kind !== 'right') return 'Refund';
  return `Refund ${formatMoney(read.amount ?? payment.left, payment.currency)}`;
}

/** Returns the amount to refund, and whether it is all that is left; null while the text is no possible refund. */
export function refundedSum(text: string, payment: Refundable) {
  const { left } = payment;
  const read = readRefundAmount(text, payment);
  if (read.kind === 'wrong') return null;
  const amount = read.amount ?? left;
  return { amount, isWhole: amount >= left };
}

export const discrepancyNames: Record<DiscrepancyKind, string> = {
  'paid-without-access': 'Paid without access',
  'access-without-payment': 'Access without payment',
  'two-subscriptions': 'Two subscriptions',
  'charged-without-consent': 'Charged without consent',
  'event-undelivered': 'Event never delivered',
};

export const waitingNames: Record<Waiting['kind'], string> = {
  event: 'Event',
  mail: 'Email',
  payment: 'Payment',
  refund: 'Refund',
};

type Compared = Pick<NonNullable<Reconciliation['lastRun']>, 'payments' | 'subscriptions' | 'events' | 'notOurs'>;

/** Returns "2 payments, 1 subscription and 0 undelivered events of the last three days were compared." */
export function comparedSentence({ payments, subscriptions, events, notOurs }: Compared): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const compared = `${count(payments, 'payment')}, ${count(subscriptions, 'subscription')} and ${count(events, 'undelivered event')} of the last three days were compared.`;
  if (notOurs === 0) return compared;
  const left = notOurs === 1 ? '1 of them belongs' : `${notOurs} of them belong`;
  return `${compared} ${left} to another use of this Stripe account and did not change.`;
}

/** Stripe's statuses of disputes; `disputeStatus` names an unknown one by its own words. */
const disputeStatuses: Readonly<
  Record<string, { label: string; tone: 'success' | 'info' | 'warning' | 'danger' | 'neutral' }>
> = {
  needs_response: { label: 'Needs an answer', tone: 'danger' },
  under_review: { label: 'Under review', tone: 'info' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'neutral' },
  prevented: { label: 'Prevented', tone: 'success' },
  warning_needs_response: { label: 'Inquiry to answer', tone: 'warning' },
  warning_under_review: { label: 'Inquiry under review', tone: 'info' },
  warning_closed: { label: 'Inquiry closed', tone: 'success' },
  appeal_needs_response: { label: 'Appeal to complete', tone: 'warning' },
  appeal_under_review: { label: 'Appeal under review', tone: 'info' },
};

/** Returns the badge of a dispute, and whether it waits for the seller's answer. */
export function disputeStatus(status: string) {
  const { label, tone } = disputeStatuses[status] ?? { label: reasonText(status), tone: 'neutral' as const };
  return { label, tone, isWaiting: awaitsAnswer(status) };
}

/** Turns `product_not_received` into "Product not received". */
export function reasonText(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.replaceAll('_', ' ');
}
