import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';
import { isUsable, redeemableCoupon, usablePromotionCode } from '../resources/coupon-lookup.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { type Checkout, putCheckout } from './session.ts';

type Discount = Stripe.Checkout.Session.Discount;
type Sent = Stripe.Checkout.SessionCreateParams.Discount;
type Buying = { customer: string; lines: readonly Stripe.LineItem[] };

/** The discounts a caller grants; they are redeemed when the checkout completes. @throws ApiError 400 */
export function checkedDiscounts(context: Context, sent: readonly Sent[], buying: Buying): Discount[] {
  return sent.map(({ coupon, promotion_code: code }, index) => {
    const param = `discounts[${index}]`;
    if (code) {
      const known = usablePromotionCode(context, code, {
        customer: buying.customer,
        param: `${param}[promotion_code]`,
      });
      return { coupon: null, promotion_code: known.id };
    }
    return { coupon: redeemableCoupon(context, coupon ?? '', `${param}[coupon]`).id, promotion_code: null };
  });
}

/** Takes a code the customer typed on the page. @throws ApiError 400 with what the page says beside the field */
export function applyCode(context: Context, checkout: Checkout, typed: string): Checkout {
  const { session, details } = checkout;
  const code = context.store
    .all('promotion_code')
    .find((one) => one.code.toLowerCase() === typed.trim().toLowerCase() && isUsable(context, one));
  if (!session.allow_promotion_codes || !code) throw invalidRequest('This code is invalid.', { param: 'code' });
  const customer = idOf(session.customer) ?? '';
  usablePromotionCode(context, code.id, { customer, param: 'code' });
  const coupon = context.store.get('coupon', idOf(code.promotion.coupon) ?? '');
  if (coupon.amount_off !== null && coupon.currency !== session.currency) {
    throw invalidRequest('This code cannot be used with this currency.', { param: 'code' });
  }
  const products = coupon.applies_to?.products;
  if (products && !details.lines.some((line) => products.includes(idOf(line.price?.product) ?? ''))) {
    throw invalidRequest('This code does not apply to this purchase.', { param: 'code' });
  }
  return changeDiscounts(context, checkout, [{ coupon: null, promotion_code: code.id }]);
}

/** Takes the typed code off again. */
export function removeCode(context: Context, checkout: Checkout): Checkout {
  return checkout.session.allow_promotion_codes ? changeDiscounts(context, checkout, []) : checkout;
}

/** What was tried to be paid before is no longer what is to be paid. */
function changeDiscounts(context: Context, { session, details }: Checkout, discounts: Discount[]): Checkout {
  const tried = context.store.find('subscription', details.attempt?.subscription ?? '');
  if (tried?.status === 'incomplete') cancelSubscription(context, tried);
  return putCheckout(context, {
    session: { ...session, discounts },
    details: { ...details, attempt: session.mode === 'setup' ? details.attempt : null },
  });
}
