import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, noSuchReference } from '../errors.ts';
import { idOf } from '../lists.ts';

/** Whether a coupon may still be redeemed at this moment. */
function mayBeRedeemed(coupon: Stripe.Coupon, now: number): boolean {
  const isPast = coupon.redeem_by !== null && coupon.redeem_by <= now;
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !isPast && !isUsedUp && coupon.valid;
}

/** A coupon as answers show it: `valid` follows the time and the redemptions. */
export function shownCoupon(coupon: Stripe.Coupon, now: number): Stripe.Coupon {
  return { ...coupon, valid: mayBeRedeemed(coupon, now) };
}

/** Whether a promotion code may still be used; the reasons that concern one customer come on top. */
export function isUsable({ store, now }: Context, code: Stripe.PromotionCode): boolean {
  const coupon = store.find('coupon', idOf(code.promotion.coupon) ?? '');
  const isPast = code.expires_at !== null && code.expires_at <= now;
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  return code.active && !isPast && !isUsedUp && coupon !== undefined && mayBeRedeemed(coupon, now);
}

/** @throws ApiError 400 for a coupon that is unknown, used up or past */
export function redeemableCoupon({ store, now }: Context, id: string, param: string): Stripe.Coupon {
  const coupon = store.find('coupon', id);
  if (!coupon || store.find('deleted_coupon', id)) throw noSuchReference('coupon', id, param);
  if (!mayBeRedeemed(coupon, now)) {
    throw invalidRequest(`Coupon ${id} is used up or past its time and cannot be applied.`, {
      code: 'coupon_expired',
      param,
    });
  }
  return coupon;
}

/** @throws ApiError 400 for a promotion code that is unknown or may not be used by this customer */
export function usablePromotionCode(
  context: Context,
  id: string,
  about: { customer: string; param: string },
): Stripe.PromotionCode {
  const code = context.store.find('promotion_code', id);
  if (!code) throw noSuchReference('promotion code', id, about.param);
  if (!isUsable(context, code)) {
    throw invalidRequest('This promotion code cannot be redeemed because it is inactive or has expired.', {
      param: about.param,
    });
  }
  const owner = idOf(code.customer);
  if (owner !== null && owner !== about.customer) {
    throw invalidRequest('This promotion code cannot be redeemed by this customer.', { param: about.param });
  }
  const isReturning = context.store
    .all('charge')
    .some((charge) => idOf(charge.customer) === about.customer && charge.paid);
  if (code.restrictions.first_time_transaction && isReturning) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      { param: about.param },
    );
  }
  return code;
}
