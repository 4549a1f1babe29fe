import type Stripe from 'stripe';
import { leastCharge } from '../amounts.ts';
import type { Context } from '../context.ts';
import { couponOf } from '../subscriptions/discounts.ts';

type Line = Stripe.InvoiceLineItem;

/**
 * An invoice with these lines, the discounts taken off one after the other, and its sums.
 * @param invoice not yet stored, or a draft
 */
export function withTotals(
  context: Context,
  invoice: Stripe.Invoice,
  lines: readonly Line[],
  discounts: readonly Stripe.Discount[],
): Stripe.Invoice {
  const discounted = discounts.reduce((left, discount) => lessDiscount(context, left, discount), lines.map(plain));
  const subtotal = sum(lines.map((line) => line.amount));
  const totalDiscounts = discounts.map((discount) => ({
    amount: sum(discounted.map((line) => amountBy(line, discount.id))),
    discount: discount.id,
  }));
  const total = subtotal - sum(totalDiscounts.map(({ amount }) => amount));
  const due = amountDue(invoice.currency, total, invoice.starting_balance);
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    discounts: discounts.map(({ id }) => id),
    lines: {
      object: 'list',
      data: discounted.map((line) => ({ ...line, invoice: invoice.id })),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: totalDiscounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: totalDiscounts.map((one) => ({ ...one, type: 'discount' as const })),
    total_taxes: [],
  };
}

/** What is to be paid after the customer's balance: credit is negative; too little to charge waits on the balance. */
export function amountDue(currency: string, total: number, balance: number): number {
  const due = Math.max(0, total + balance);
  return due < leastCharge(currency) ? 0 : due;
}

function plain(line: Line): Line {
  return { ...line, discount_amounts: [], discounts: [], pretax_credit_amounts: [] };
}

function amountBy(line: Line, discountId: string): number {
  return sum((line.discount_amounts ?? []).filter((one) => one.discount === discountId).map((one) => one.amount));
}

function lessDiscount(context: Context, lines: readonly Line[], discount: Stripe.Discount): Line[] {
  const coupon = couponOf(context, discount);
  const products = coupon.applies_to?.products;
  const applies = (line: Line) =>
    line.discountable && (!products || products.includes(line.pricing?.price_details?.product ?? ''));
  let left = coupon.amount_off ?? 0;
  return lines.map((line) => {
    if (!applies(line)) return line;
    const rest = line.amount - sum((line.discount_amounts ?? []).map((one) => one.amount));
    const amount =
      coupon.percent_off === null ? Math.min(left, Math.max(rest, 0)) : Math.round((rest * coupon.percent_off) / 100);
    left -= amount;
    return withDiscount(line, discount.id, amount);
  });
}

function withDiscount(line: Line, discount: string, amount: number): Line {
  if (amount === 0) return line;
  return {
    ...line,
    discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }],
    pretax_credit_amounts: [...(line.pretax_credit_amounts ?? []), { amount, discount, type: 'discount' }],
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
