import type Stripe from 'stripe';
import { decimalOf } from '../amounts.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import type { Period } from '../subscriptions/periods.ts';
import { exampleOf } from '../templates.ts';
import { pricingOf } from './lines.ts';

export type NewInvoiceItem = {
  customer: string;
  amountMinor: number;
  currency: string;
  description: string | null;
  period: Period;
  price: Stripe.Price | null;
  quantity: number;
  /** The subscription it goes with, and the item a proration is about. */
  subscription: { id: string; item?: string } | null;
  proration?: boolean;
  discountable?: boolean;
  metadata?: Stripe.Metadata;
};

/** Something charged or credited once, which waits for the next invoice. */
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
    test_clock: referredCustomer(context, about.customer).test_clock ?? null,
  });
  emit(context, 'invoiceitem.created', item);
  return item;
}
