import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { redeemableCoupon } from '../resources/coupons.ts';
import { addIntervals } from './timetable.ts';

/** Entry of a `discounts` parameter. */
export type SentDiscount = { coupon?: string; discount?: string };

/** Customer a discount is given to, with the subscription, invoice or checkout it is for. */
export type DiscountOwner = {
  customer: string;
  subscription?: string;
  invoice?: string;
  checkoutSession?: string;
  currency: string;
};

/**
 * Redeems coupons; each redemption counts at once.
 * @returns ids of the discounts, in the order sent
 * @throws ApiError 400 for one that is unknown, used up, expired or in another currency
 */
export function redeemDiscounts(context: Context, sent: readonly SentDiscount[], owner: DiscountOwner): string[] {
  return sent.map((one, index) => {
    if (one.discount) return knownDiscount(context, one.discount, `discounts[${index}][discount]`).id;
    return redeem(context, one, owner, `discounts[${index}]`).id;
  });
}

function knownDiscount({ store }: Context, id: string, param: string): Stripe.Discount {
  const discount = store.find('discount', id);
  if (!discount) throw noSuchReference('discount', id, param);
  return discount;
}

function redeem(context: Context, sent: SentDiscount, owner: DiscountOwner, param: string): Stripe.Discount {
  const { store, now } = context;
  if (!sent.coupon) throw missingParameter(`${param}[coupon]`);
  const coupon = redeemableCoupon(context, sent.coupon, `${param}[coupon]`);
  if (coupon.currency !== null && coupon.amount_off !== null && coupon.currency !== owner.currency) {
    throw invalidRequest(`The coupon's currency (${coupon.currency}) does not match ${owner.currency}.`, {
      param: `${param}[coupon]`,
    });
  }
  store.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  const discount = store.put('discount', {
    ...exampleOf('discount'),
    id: newId('di'),
    checkout_session: owner.checkoutSession ?? null,
    customer: owner.customer,
    end: endOf(coupon, now),
    invoice: owner.invoice ?? null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: now,
    subscription: owner.subscription ?? null,
  });
  emit(context, 'customer.discount.created', discount);
  return discount;
}

function endOf(coupon: Stripe.Coupon, now: number): number | null {
  if (coupon.duration !== 'repeating') return null;
  return addIntervals(now, { interval: 'month', interval_count: 1 }, coupon.duration_in_months ?? 1);
}

/** Finds the coupon behind a discount, even after the coupon was deleted. */
export function couponOf({ store }: Context, discount: Stripe.Discount): Stripe.Coupon {
  return store.get('coupon', idOf(discount.source.coupon) ?? '');
}

/** Returns the discounts that still apply at the context's time. */
export function runningDiscounts(context: Context, ids: Stripe.Subscription['discounts']): Stripe.Discount[] {
  return ids
    .map((id) => context.store.get('discount', idOf(id) ?? ''))
    .filter((discount) => discount.end === null || discount.end > context.now);
}

/** Sends the event that discounts have ended; the caller removes them from their subscription. */
export function endDiscounts(context: Context, ids: readonly string[]): void {
  for (const id of ids) emit(context, 'customer.discount.deleted', context.store.get('discount', id));
}
