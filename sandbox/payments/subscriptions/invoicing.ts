import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { draftInvoice } from '../invoices/draft.ts';
import { invoiceItemLine, itemLine } from '../invoices/lines.ts';
import { pendingItems, takeUpItems } from '../invoices/pending-items.ts';
import { idOf } from '../lists.ts';
import { couponOf, runningDiscounts } from './discounts.ts';
import { periodOf } from './items.ts';
import type { Period } from './periods.ts';

export type PeriodInvoice = {
  reason: Stripe.Invoice.BillingReason;
  autoAdvance: boolean;
  /** The period that ended; the present moment for a first invoice. */
  ended?: Period;
};

/**
 * Stores the draft of the period a subscription is in, with everything that waited for its next invoice. The caller
 * announces it, at its place among what else happens.
 * @returns the draft, and the subscription without the discounts it used up
 */
export function periodInvoice(
  context: Context,
  subscription: Stripe.Subscription,
  about: PeriodInvoice,
): { invoice: Stripe.Invoice; left: Stripe.Subscription } {
  const { draft, waiting } = periodDraft(context, subscription, about);
  const invoice = context.store.put('invoice', draft);
  takeUpItems(context, waiting, invoice);
  return { invoice, left: withoutSpent(context, subscription, invoice) };
}

/** Stores a draft of what waits for the subscription's next invoice, and nothing else. */
export function pendingInvoice(
  context: Context,
  subscription: Stripe.Subscription,
  about: PeriodInvoice,
): { invoice: Stripe.Invoice; left: Stripe.Subscription } {
  const { now } = context;
  const customer = idOf(subscription.customer) ?? '';
  const { currency, id } = subscription;
  const waiting = pendingItems(context, { customer, subscription: id, currency });
  const draft = draftInvoice(context, {
    ...about,
    customer,
    subscription,
    currency,
    period: { start: now, end: now },
    lines: waiting.map(invoiceItemLine),
    discounts: runningDiscounts(context, subscription.discounts),
  });
  const invoice = context.store.put('invoice', draft);
  takeUpItems(context, waiting, invoice);
  return { invoice, left: withoutSpent(context, subscription, invoice) };
}

/** The same draft, not stored. */
export function periodDraft(
  context: Context,
  subscription: Stripe.Subscription,
  about: PeriodInvoice,
): { draft: Stripe.Invoice; waiting: Stripe.InvoiceItem[] } {
  const { now } = context;
  const customer = idOf(subscription.customer) ?? '';
  const period = periodOf(subscription);
  const isTrial = subscription.status === 'trialing';
  const waiting = pendingItems(context, { customer, subscription: subscription.id, currency: subscription.currency });
  const lines = subscription.items.data.map((item) => itemLine(context, item, { period, isTrial }));
  const draft = draftInvoice(context, {
    customer,
    subscription,
    currency: subscription.currency,
    reason: about.reason,
    period: about.ended ?? { start: now, end: now },
    lines: [...lines, ...waiting.map(invoiceItemLine)],
    discounts: runningDiscounts(context, subscription.discounts),
    autoAdvance: about.autoAdvance,
  });
  return { draft, waiting };
}

/** A coupon for one invoice leaves the subscription with the first invoice it made cheaper. */
function withoutSpent(
  context: Context,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Stripe.Subscription {
  const used = (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount > 0)
    .map(({ discount }) => discount);
  const kept = subscription.discounts.filter((id) => {
    const discount = context.store.get('discount', idOf(id) ?? '');
    return couponOf(context, discount).duration !== 'once' || !used.includes(discount.id);
  });
  return { ...subscription, discounts: kept };
}
