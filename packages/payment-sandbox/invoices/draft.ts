import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import type { Period } from '../subscriptions/periods.ts';
import { exampleOf } from '../templates.ts';
import { withTotals } from './totals.ts';

/** What a draft is made of; nothing is stored or announced yet. */
export type DraftInvoice = {
  customer: string;
  subscription: Stripe.Subscription | null;
  currency: string;
  reason: Stripe.Invoice.BillingReason;
  /** The period that ends with the invoice; of a first invoice the moment itself. */
  period: Period;
  lines: readonly Stripe.InvoiceLineItem[];
  discounts: readonly Stripe.Discount[];
  /** The provider goes on by itself: finalises and charges. */
  autoAdvance: boolean;
};

/** How long a draft of a new period stays open for changes. */
const draftSeconds = 3600;

/** A draft with its sums, not stored. */
export function draftInvoice(context: Context, made: DraftInvoice): Stripe.Invoice {
  const { now } = context;
  const customer = referredCustomer(context, made.customer);
  const blank: Stripe.Invoice = {
    ...exampleOf('invoice'),
    ...untouched,
    ...customerFields(customer),
    id: newId('in'),
    account_country: 'GB',
    account_name: 'RAPP Learning',
    amount_overpaid: 0,
    auto_advance: made.autoAdvance,
    automatically_finalizes_at: made.autoAdvance ? now + draftSeconds : null,
    billing_reason: made.reason,
    created: now,
    currency: made.currency,
    parent: made.subscription && parentOf(made.subscription),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: made.period.end,
    period_start: made.period.start,
    starting_balance: customer.balance,
    test_clock: idOf(customer.test_clock),
  };
  return withTotals(context, blank, made.lines, made.discounts);
}

/** What the example shows and this sandbox does not use, and what is set later. */
const untouched = {
  amount_paid: 0,
  due_date: null,
  effective_at: null,
  from_invoice: null,
  last_finalization_error: null,
  next_payment_attempt: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;

function customerFields(customer: Stripe.Customer): Partial<Stripe.Invoice> {
  return {
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
  };
}

function parentOf({ id, metadata }: Stripe.Subscription): Stripe.Invoice.Parent {
  return {
    quote_details: null,
    subscription_details: { metadata, subscription: id },
    type: 'subscription_details',
  };
}

/** The subscription an invoice belongs to, if any. */
export function subscriptionOf({ store }: Context, invoice: Stripe.Invoice): Stripe.Subscription | null {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? null : store.get('subscription', id);
}
