import type Stripe from 'stripe';
import { decimalOf, shownAmount } from '../amounts.ts';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import type { Period } from '../subscriptions/timetable.ts';

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

/** Returns the line of one item for one period; a trial costs nothing. */
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

/** Returns the line of a single charge or credit. */
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

function pricingOf(price: Stripe.Price, unitAmountMinor: number): Stripe.InvoiceLineItem.Pricing {
  return {
    price_details: { price: price.id, product: idOf(price.product) ?? '' },
    type: 'price_details',
    unit_amount_decimal: decimalOf(unitAmountMinor),
  };
}

type NewInvoiceItem = {
  customer: string;
  amountMinor: number;
  currency: string;
  description: string | null;
  period: Period;
  price: Stripe.Price | null;
  quantity: number;
  /** Subscription of the item, and the subscription item that a proration is about; null without one. */
  subscription: { id: string; item?: string } | null;
  proration?: boolean;
  discountable?: boolean;
  metadata?: Stripe.Metadata;
};

/** Creates a single charge or credit, which waits for the next invoice. */
export function newInvoiceItem(context: Context, about: NewInvoiceItem): Stripe.InvoiceItem {
  const { store, now } = context;
  const { amountMinor, period, price, quantity, subscription } = about;
  const unit = price?.unit_amount ?? Math.round(amountMinor / quantity);
  const item = store.put('invoiceitem', {
    ...exampleOf('invoiceitem'),
    id: newId('ii'),
    amount: amountMinor,
    currency: about.currency,
    customer: about.customer,
    date: now,
    description: about.description,
    discountable: about.discountable ?? !about.proration,
    metadata: about.metadata ?? {},
    net_amount: amountMinor,
    parent: subscription && {
      subscription_details: {
        subscription: subscription.id,
        ...(subscription.item ? { subscription_item: subscription.item } : {}),
      },
      type: 'subscription_details',
    },
    period: { end: period.end, start: period.start },
    pricing: price ? pricingOf(price, unit) : null,
    proration: about.proration ?? false,
    quantity,
    quantity_decimal: decimalOf(quantity),
    test_clock: null,
  });
  emit(context, 'invoiceitem.created', item);
  return item;
}

/** Returns the items that wait for a customer's next invoice: the subscription's, and those without a subscription. */
export function pendingItems(
  { store }: Context,
  of: { customer: string; subscription: string | null; currency: string },
): Stripe.InvoiceItem[] {
  return store
    .all('invoiceitem')
    .filter((item) => item.invoice === null && idOf(item.customer) === of.customer && item.currency === of.currency)
    .filter((item) => {
      const subscription = idOf(item.parent?.subscription_details?.subscription);
      return subscription === null || subscription === of.subscription;
    });
}

/** Assigns items to the invoice that contains them. */
export function takeUpItems({ store }: Context, items: readonly Stripe.InvoiceItem[], invoice: Stripe.Invoice): void {
  for (const item of items) store.put('invoiceitem', { ...item, invoice: invoice.id });
}
