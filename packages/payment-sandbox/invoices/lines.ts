import type Stripe from 'stripe';
import { decimalOf, shownAmount } from '../amounts.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import type { Period } from '../subscriptions/periods.ts';
import { exampleOf } from '../templates.ts';

type LineFields = Pick<
  Stripe.InvoiceLineItem,
  'amount' | 'currency' | 'description' | 'discountable' | 'metadata' | 'parent' | 'period' | 'pricing' | 'quantity'
> & { subscription: string | null };

function newLine(fields: LineFields): Stripe.InvoiceLineItem {
  return {
    ...exampleOf('line_item'),
    ...fields,
    id: newId('il'),
    discount_amounts: [],
    discounts: [],
    invoice: null,
    pretax_credit_amounts: [],
    quantity_decimal: fields.quantity === null ? null : decimalOf(fields.quantity),
    subtotal: fields.amount,
    taxes: [],
  };
}

/** The line of one item for one period; a trial costs nothing. */
export function itemLine(
  { store }: Context,
  item: Stripe.SubscriptionItem,
  charged: { period: Period; isTrial: boolean },
): Stripe.InvoiceLineItem {
  const { price, quantity = 1 } = item;
  const product = store.find('product', idOf(price.product) ?? '');
  const name = product?.name ?? price.id;
  const unit = price.unit_amount ?? 0;
  const interval = price.recurring?.interval ?? 'month';
  return newLine({
    amount: charged.isTrial ? 0 : unit * quantity,
    currency: price.currency,
    description: charged.isTrial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ${shownAmount(unit, price.currency).split(' ')[0]} / ${interval})`,
    discountable: true,
    metadata: item.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { ...charged.period },
    pricing: pricingOf(price, charged.isTrial ? 0 : unit),
    quantity,
    subscription: item.subscription,
  });
}

/** The line of something charged or credited once. */
export function invoiceItemLine(item: Stripe.InvoiceItem): Stripe.InvoiceLineItem {
  const subscription = idOf(item.parent?.subscription_details?.subscription);
  const details = item.parent?.subscription_details;
  return newLine({
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata ?? {},
    parent: {
      invoice_item_details: {
        invoice_item: item.id,
        proration: item.proration,
        proration_details: { credited_items: null },
        subscription: details ? subscription : null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: { end: item.period.end, start: item.period.start },
    pricing: item.pricing && {
      price_details: item.pricing.price_details && { ...item.pricing.price_details },
      type: 'price_details',
      unit_amount_decimal: item.pricing.unit_amount_decimal,
    },
    quantity: item.quantity,
    subscription,
  });
}

export function pricingOf(price: Stripe.Price, unitAmountMinor: number): Stripe.InvoiceLineItem.Pricing {
  return {
    price_details: { price: price.id, product: idOf(price.product) ?? '' },
    type: 'price_details',
    unit_amount_decimal: decimalOf(unitAmountMinor),
  };
}
