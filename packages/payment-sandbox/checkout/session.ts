import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';
import type { CheckoutDetails } from '../records.ts';
import { redeemableCoupon } from '../resources/coupons.ts';
import type { Store } from '../store.ts';
import { cancelSubscription } from '../subscriptions/cancellation.ts';
import { priceBehaviour } from '../tax/invoice-taxes.ts';
import { placeOfAddress, type Taxpayer, taxpayerOf } from '../tax/places.ts';
import { type Tax, taxOn } from '../tax/tax.ts';

/** Session with the details that Stripe does not show. */
export type Checkout = { session: Stripe.Checkout.Session; details: CheckoutDetails };

/** Returns the checkout behind a page's URL. @throws ApiError 404 */
export function checkoutOf(store: Store, id: string): Checkout {
  const session = store.find('checkout.session', id);
  if (session) return { session, details: store.get('checkout_details', id) };
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such checkout.session: ${id}`,
  });
}

/** Returns the coupons of a session's discounts. */
export function couponsOf({ store }: Pick<Context, 'store'>, session: Stripe.Checkout.Session): Stripe.Coupon[] {
  return (session.discounts ?? []).flatMap(({ coupon }) => {
    const found = store.find('coupon', idOf(coupon) ?? '');
    return found ? [found] : [];
  });
}

/** Whether the bought subscription begins with free days. */
export function isTrial({ subscription }: CheckoutDetails): boolean {
  return Boolean(subscription.trial_period_days || subscription.trial_end);
}

/** Stores a checkout with new totals. */
export function putCheckout(context: Context, { session, details }: Checkout): Checkout {
  const { store } = context;
  if (session.mode === 'setup') {
    return { session: store.put('checkout.session', session), details: store.put('checkout_details', details) };
  }
  const payer = payerOf(context, session, details);
  const how = { isTrial: isTrial(details), taxOf: lineTaxes(context, payer) };
  const lines = withAmounts(details.lines, couponsOf(context, session), how);
  const { subtotal, discount, tax, total } = sumsOf(lines);
  const status = payer ? 'complete' : 'requires_location_inputs';
  return {
    session: store.put('checkout.session', {
      ...session,
      amount_subtotal: subtotal,
      amount_total: total,
      automatic_tax: session.automatic_tax.enabled ? { ...session.automatic_tax, status } : session.automatic_tax,
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
    }),
    details: store.put('checkout_details', { ...details, lines }),
  };
}

/**
 * Returns the payer and the place of taxation: the address from the page, or otherwise the customer's; null without
 * automatic tax, and without a known place.
 */
export function payerOf(
  context: Context,
  session: Stripe.Checkout.Session,
  { address }: CheckoutDetails,
): Taxpayer | null {
  if (!session.automatic_tax.enabled) return null;
  const { store } = context;
  const customer = store.find('customer', idOf(session.customer) ?? '');
  const known = customer && !customer.deleted ? taxpayerOf(store, customer) : null;
  const place = placeOfAddress(address);
  return place ? { place, exempt: known?.exempt ?? 'none', taxIds: known?.taxIds ?? [] } : known;
}

/** Returns the tax on an amount of one line. */
type LineTax = (line: Stripe.LineItem, amountMinor: number) => Pick<Tax, 'amount' | 'behaviour'>;

/** Returns the function that taxes lines. Without a payer with a known place, the tax is 0. */
export function lineTaxes(context: Context, payer: Taxpayer | null): LineTax {
  if (!payer) return () => ({ amount: 0, behaviour: 'exclusive' });
  return ({ price, currency }, amount) => taxOn(context.store, amount, priceBehaviour(context, price, currency), payer);
}

/**
 * Whether the page must ask for a card: to save it, for a payment now, and for a subscription with nothing due unless
 * the caller then leaves the card out (`payment_method_collection` of `if_required`).
 */
export function asksForCard({ session }: Checkout): boolean {
  if (session.mode === 'setup' || (session.amount_total ?? 0) > 0) return true;
  return session.mode === 'subscription' && session.payment_method_collection === 'always';
}

/** Totals of the lines in minor units. */
type Sums = { subtotal: number; discount: number; tax: number; total: number };

/**
 * Returns the lines with their discounts, taxes and amounts due; 0 during a trial.
 * @param coupons applied one after another
 */
export function withAmounts(
  lines: readonly Stripe.LineItem[],
  coupons: readonly Stripe.Coupon[],
  { isTrial, taxOf }: { isTrial: boolean; taxOf: LineTax },
): Stripe.LineItem[] {
  const full = lines.map((line) => {
    const amount = isTrial ? 0 : (line.price?.unit_amount ?? 0) * (line.quantity ?? 1);
    return { ...line, amount_discount: 0, amount_subtotal: amount, amount_tax: 0, amount_total: amount };
  });
  return coupons.reduce(lessCoupon, full).map((line) => {
    const { amount, behaviour } = taxOf(line, line.amount_total);
    const total = behaviour === 'exclusive' ? line.amount_total + amount : line.amount_total;
    return { ...line, amount_tax: amount, amount_total: total };
  });
}

/** Applies a coupon as invoices do: a percentage off each line, or an amount that the lines use up in their order. */
function lessCoupon(lines: Stripe.LineItem[], coupon: Stripe.Coupon): Stripe.LineItem[] {
  const products = coupon.applies_to?.products;
  let left = coupon.amount_off ?? 0;
  return lines.map((line) => {
    if (products && !products.includes(idOf(line.price?.product) ?? '')) return line;
    const { percent_off: percent } = coupon;
    const rest = line.amount_total;
    const off = percent === null ? Math.min(left, rest) : Math.round((rest * percent) / 100);
    left -= off;
    return { ...line, amount_discount: line.amount_discount + off, amount_total: rest - off };
  });
}

export function sumsOf(lines: readonly Stripe.LineItem[]): Sums {
  const sum = (amount: (line: Stripe.LineItem) => number) => lines.reduce((total, line) => total + amount(line), 0);
  return {
    subtotal: sum((line) => line.amount_subtotal),
    discount: sum((line) => line.amount_discount),
    tax: sum((line) => line.amount_tax),
    total: sum((line) => line.amount_total),
  };
}

type Discount = Stripe.Checkout.Session.Discount;
type Sent = Stripe.Checkout.SessionCreateParams.Discount;

/** Returns the discounts that a caller grants; they are redeemed when the checkout completes. @throws ApiError 400 */
export function checkedDiscounts(context: Context, sent: readonly Sent[]): Discount[] {
  return sent.map(({ coupon }, index) => ({
    coupon: redeemableCoupon(context, coupon ?? '', `discounts[${index}][coupon]`).id,
    promotion_code: null,
  }));
}

/**
 * Stores the address that the customer typed, and recomputes the taxes for it.
 * @throws ApiError 400 for an address without a place
 */
export function takeAddress(context: Context, checkout: Checkout, address: Stripe.Address): Checkout {
  const { session, details } = checkout;
  if (placeOfAddress(address) === null) {
    throw invalidRequest('Choose a country, and add the postal code where there is one.', { param: 'country' });
  }
  return restarted(context, { session, details: { ...details, address } });
}

/**
 * Stores a changed checkout with new totals. Drops its earlier attempt to pay, because the amount has changed, and
 * cancels an incomplete subscription of that attempt; a checkout that only saves a card keeps its attempt.
 */
function restarted(context: Context, { session, details }: Checkout): Checkout {
  const tried = context.store.find('subscription', details.attempt?.subscription ?? '');
  if (tried?.status === 'incomplete') cancelSubscription(context, tried);
  return putCheckout(context, {
    session,
    details: { ...details, attempt: session.mode === 'setup' ? details.attempt : null },
  });
}
