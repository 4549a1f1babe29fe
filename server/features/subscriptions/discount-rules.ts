import type { Plan } from '#contract/subscriptions.ts';
import { type Discount, discountedMinor } from '#server/features/payments/rules.ts';

/** The discount that a subscription has at Stripe. One of a single payment ends with it and has no time. */
export type SubscriptionDiscount = Discount & { duration: 'once' | 'repeating' | 'forever'; endsAt: Date | null };

/** What the next payment is made of. */
type Priced = {
  amountMinor: number;
  plan: Plan | null;
  currentPeriodEnd: Date | null;
  pause: { startsAt: Date; endsAt: Date } | null;
};

/** When the next payment is made: after a pause, if one is ahead or under way. */
export function nextPaymentAt({ currentPeriodEnd, pause }: Omit<Priced, 'amountMinor' | 'plan'>): Date | null {
  if (currentPeriodEnd === null) return null;
  return pause && pause.endsAt > currentPeriodEnd ? pause.endsAt : currentPeriodEnd;
}

/**
 * What the next payments charge with a discount, and from when on the full price is charged again, null for a discount
 * without an end. Null when the next payment has no discount.
 */
export function discountedPrice(
  { amountMinor, plan, ...times }: Priced,
  { duration, endsAt, ...discount }: SubscriptionDiscount,
): { amountMinor: number; fullPriceFrom: Date | null } | null {
  const first = nextPaymentAt(times);
  if (first === null || plan === null || (endsAt !== null && endsAt <= first)) return null;
  const price = { amountMinor: discountedMinor(amountMinor, discount) };
  if (duration === 'forever') return { ...price, fullPriceFrom: null };
  let payments = 1;
  while (endsAt !== null && paymentAfter(first, plan, payments) < endsAt) payments += 1;
  return { ...price, fullPriceFrom: paymentAfter(first, plan, payments) };
}

/** The time of the payment that follows the first one after so many. */
export function paymentAfter(first: Date, plan: Plan, payments: number): Date {
  return addMonths(first, payments * monthsOf[plan]);
}

/** The duration of a coupon; `once` discounts a single invoice. */
export type CouponDuration = { duration: 'once' } | { duration: 'repeating'; months: number };

/** The duration of a coupon that starts with the first paid period, for so many payments. */
export function couponDuration(payments: number, plan: Plan): CouponDuration {
  return payments === 1 ? { duration: 'once' } : { duration: 'repeating', months: payments * monthsOf[plan] };
}

/**
 * The same for a coupon attached before the first discounted payment: Stripe counts its months from then, so those up to
 * that payment are added. It ends with the last discounted period, before the next full invoice.
 */
export function couponDurationAfter(
  { attachedAt, firstPaymentAt }: { attachedAt: Date; firstPaymentAt: Date },
  payments: number,
  plan: Plan,
): CouponDuration {
  if (payments === 1) return { duration: 'once' };
  const endsAt = addMonths(firstPaymentAt, payments * monthsOf[plan]);
  let months = 1;
  while (addMonths(attachedAt, months + 1) <= endsAt) months += 1;
  return { duration: 'repeating', months };
}

const monthsOf = { monthly: 1, annual: 12 };

/** The same day some months later, or the last day of a shorter month. */
function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastOfMonth = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastOfMonth));
  return moved;
}
