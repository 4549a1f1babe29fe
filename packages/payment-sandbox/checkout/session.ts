import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { idOf } from '../lists.ts';
import type { CheckoutDetails } from '../records.ts';
import type { Store } from '../store.ts';
import { sumsOf, withAmounts } from './amounts.ts';

/** A session with what Stripe keeps to itself about it. */
export type Checkout = { session: Stripe.Checkout.Session; details: CheckoutDetails };

/** The checkout behind a page's address. @throws ApiError 404 */
export function checkoutOf(store: Store, id: string): Checkout {
  const session = store.find('checkout.session', id);
  if (session) return { session, details: store.get('checkout_details', id) };
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such checkout.session: ${id}`,
  });
}

/** The coupons of the discounts of a session, of those that came by a code as well. */
export function couponsOf({ store }: Pick<Context, 'store'>, session: Stripe.Checkout.Session): Stripe.Coupon[] {
  return (session.discounts ?? []).flatMap(({ coupon, promotion_code: code }) => {
    const promotion = store.find('promotion_code', idOf(code) ?? '')?.promotion;
    const found = store.find('coupon', idOf(coupon) ?? idOf(promotion?.coupon) ?? '');
    return found ? [found] : [];
  });
}

/** Whether a subscription bought here begins with free days. */
export function isTrial({ subscription }: CheckoutDetails): boolean {
  return Boolean(subscription.trial_period_days || subscription.trial_end);
}

/** Stores a checkout with its sums worked out anew. */
export function putCheckout(context: Context, { session, details }: Checkout): Checkout {
  const { store } = context;
  if (session.mode === 'setup') {
    return { session: store.put('checkout.session', session), details: store.put('checkout_details', details) };
  }
  const lines = withAmounts(details.lines, couponsOf(context, session), { isTrial: isTrial(details) });
  const { subtotal, discount, total } = sumsOf(lines);
  return {
    session: store.put('checkout.session', {
      ...session,
      amount_subtotal: subtotal,
      amount_total: total,
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    }),
    details: store.put('checkout_details', { ...details, lines }),
  };
}

/**
 * Whether the page has to ask for a card: for a payment now, and for a trial unless the caller leaves it out when nothing
 * is due (`payment_method_collection` of `if_required`).
 */
export function asksForCard({ session }: Checkout): boolean {
  if (session.mode === 'setup' || (session.amount_total ?? 0) > 0) return true;
  return session.mode === 'subscription' && session.payment_method_collection === 'always';
}
