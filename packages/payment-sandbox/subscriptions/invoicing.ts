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

type Draft = { draft: Stripe.Invoice; waiting: Stripe.InvoiceItem[] };

/** A stored draft, and the subscription without the discounts it used up. */
type Invoiced = { invoice: Stripe.Invoice; left: Stripe.Subscription };

/**
 * Stores the draft of the period a subscription is in, with everything that waited for its next invoice. The caller
 * announces it, at its place among what else happens.
 */
export function periodInvoice(context: Context, subscription: Stripe.Subscription, about: PeriodInvoice): Invoiced {
  return storeDraft(context, subscription, periodDraft(context, subscription, about));
}

/** Stores a draft of what waits for the subscription's next invoice, and nothing else. */
export function pendingInvoice(context: Context, subscription: Stripe.Subscription, about: PeriodInvoice): Invoiced {
  return storeDraft(context, subscription, draftWith(context, subscription, about, []));
}

function storeDraft(context: Context, subscription: Stripe.Subscription, { draft, waiting }: Draft): Invoiced {
  const invoice = context.store.put('invoice', draft);
  takeUpItems(context, waiting, invoice);
  return { invoice, left: withoutSpent(context, subscription, invoice) };
}

/** The draft of the period a subscription is in, not stored. */
export function periodDraft(context: Context, subscription: Stripe.Subscription, about: PeriodInvoice): Draft {
  const period = periodOf(subscription);
  const isTrial = subscription.status === 'trialing';
  const lines = subscription.items.data.map((item) => itemLine(context, item, { period, isTrial }));
  return draftWith(context, subscription, about, lines);
}

function draftWith(
  context: Context,
  subscription: Stripe.Subscription,
  about: PeriodInvoice,
  lines: readonly Stripe.InvoiceLineItem[],
): Draft {
  const { now } = context;
  const { currency, id } = subscription;
  const customer = idOf(subscription.customer) ?? '';
  const waiting = pendingItems(context, { customer, subscription: id, currency });
  const draft = draftInvoice(context, {
    customer,
    subscription,
    currency,
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
