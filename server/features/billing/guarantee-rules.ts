import type { Guarantee } from '#contract/billing.ts';
import { toMajor } from '#contract/money.ts';

/** How long a new subscriber may ask for the money back (SUBSCR-07). */
const guaranteeDays = 30;

/** A member's first payment for a subscription, ever, with the request that was made about it. */
export type FirstPayment = {
  invoiceId: number;
  paidAt: Date;
  paidMinor: number;
  returnedMinor: number;
  currency: string;
  request: { status: 'open' | 'granted' | 'declined'; answer: string | null } | null;
};

/** The state of the guarantee; null without a first payment. */
export function guaranteeOf(payment: FirstPayment | null, now: Date): Guarantee | null {
  if (!payment) return null;
  const { paidAt, paidMinor, returnedMinor, currency, request } = payment;
  const until = new Date(paidAt.getTime() + guaranteeDays * 86_400_000);
  const shown = { amount: toMajor(paidMinor - returnedMinor, currency), currency, until: until.toISOString() };
  if (request) return { ...shown, state: request.status, answer: request.answer };
  if (now > until || paidMinor <= returnedMinor) return null;
  return { ...shown, state: 'available', answer: null };
}
