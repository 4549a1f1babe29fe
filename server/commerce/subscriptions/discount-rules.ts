import type { Plan } from '#contract/commerce/plans.ts';
import { monthsAfter } from '#contract/months.ts';
import { type Discount, discountedMinor } from '#server/commerce/payments/rules.ts';

/**
 * The discount that a subscription has at Stripe. `endsAt` is null for a discount of a single payment and for one
 * without an end.
 */
export type SubscriptionDiscount = Discount & { duration: 'once' | 'repeating' | 'forever'; endsAt: Date | null };

/** The data that decide the next payment. */
type Priced = {
  amountMinor: number;
  plan: Plan | null;
  currentPeriodEnd: Date | null;
  /** `billingDay` of the subscription. */
  billingDay: number | null;
  pause: { startsAt: Date; endsAt: Date } | null;
};

/** Returns the time of the next payment: after a pause, if one is scheduled or under way. */
export function nextPaymentAt({ currentPeriodEnd, pause }: Pick<Priced, 'currentPeriodEnd' | 'pause'>): Date | null {
  if (currentPeriodEnd === null) return null;
  return pause && pause.endsAt > currentPeriodEnd ? pause.endsAt : currentPeriodEnd;
}

/**
 * Returns the amount of the next payments with a discount, in minor units, and the time from which the full price is
 * charged again, null for a discount without an end. Returns null when the next payment has no discount or is unknown.
 */
export function discountedPrice(
  { amountMinor, plan, ...times }: Priced,
  { duration, endsAt, ...discount }: SubscriptionDiscount,
): { amountMinor: number; fullPriceFrom: Date | null } | null {
  const first = nextPaymentAt(times);
  if (first === null || plan === null || (endsAt !== null && endsAt <= first)) return null;
  const price = { amountMinor: discountedMinor(amountMinor, discount) };
  if (duration === 'forever') return { ...price, fullPriceFrom: null };
  const paymentAt = (payments: number) => paymentAfter(first, { plan, billingDay: times.billingDay }, payments);
  let payments = 1;
  while (endsAt !== null && paymentAt(payments) < endsAt) payments += 1;
  return { ...price, fullPriceFrom: paymentAt(payments) };
}

/** Plan, and day of the month on which payments are made; `billingDay` is null while unknown. */
type Billed = { plan: Plan; billingDay: number | null };

/** Returns the time of a payment, `payments` after the first one. */
export function paymentAfter(first: Date, { plan, billingDay }: Billed, payments: number): Date {
  return monthsAfter(first, payments * monthsOf[plan], billingDay ?? undefined);
}

/** The duration of a coupon; `once` discounts a single invoice. */
export type CouponDuration = { duration: 'once' } | { duration: 'repeating'; months: number };

/** Returns the duration of a coupon that starts with the first paid period, for a number of payments. */
export function couponDuration(payments: number, plan: Plan): CouponDuration {
  return payments === 1 ? { duration: 'once' } : { duration: 'repeating', months: payments * monthsOf[plan] };
}

/**
 * Like `couponDuration`, but for a coupon that is attached before the first discounted payment: Stripe counts its
 * months from then, so the months up to that payment are added. The coupon ends with the last discounted period, before
 * the next full invoice. Where no whole number of months ends between the two, as from 30 January for a payment on 31
 * March and one on 30 April, it covers both.
 */
export function couponDurationAfter(
  { attachedAt, firstPaymentAt }: { attachedAt: Date; firstPaymentAt: Date },
  payments: number,
  billed: Billed,
): CouponDuration {
  if (payments === 1) return { duration: 'once' };
  const lastAt = paymentAfter(firstPaymentAt, billed, payments - 1);
  const fullPriceAt = paymentAfter(firstPaymentAt, billed, payments);
  let months = 1;
  while (monthsAfter(attachedAt, months) <= lastAt || monthsAfter(attachedAt, months + 1) <= fullPriceAt) months += 1;
  return { duration: 'repeating', months };
}

const monthsOf = { monthly: 1, annual: 12 };
