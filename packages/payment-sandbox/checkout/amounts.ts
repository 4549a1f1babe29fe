import type Stripe from 'stripe';
import { idOf } from '../lists.ts';

/** What the lines cost: today, and once a trial is over; minor units. */
export type Sums = { subtotal: number; discount: number; total: number };

/**
 * The lines with what is taken off them and what is due today; nothing during a trial.
 * @param coupons taken off one after the other
 */
export function withAmounts(
  lines: readonly Stripe.LineItem[],
  coupons: readonly Stripe.Coupon[],
  { isTrial }: { isTrial: boolean },
): Stripe.LineItem[] {
  const full = lines.map((line) => {
    const amount = isTrial ? 0 : (line.price?.unit_amount ?? 0) * (line.quantity ?? 1);
    return { ...line, amount_discount: 0, amount_subtotal: amount, amount_total: amount };
  });
  return coupons.reduce(lessCoupon, full);
}

/** As invoices have it: a percentage of each line, or an amount that the lines use up in their order. */
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
    total: sum((line) => line.amount_total),
  };
}
