import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { cardOfInvoice, finalizeInvoice } from '../invoices/collecting.ts';
import { draftInvoice } from '../invoices/draft.ts';
import { invoiceItemLine, itemLine, newInvoiceItem, pendingItems, takeUpItems } from '../invoices/lines.ts';
import { failWithoutCard } from '../invoices/outcome.ts';
import { idOf } from '../lists.ts';
import { isProcessing } from '../resources/invoice-payments.ts';
import { schedule } from '../tasks.ts';
import { attemptPayment, noCard } from './cards.ts';
import { couponOf, runningDiscounts } from './discounts.ts';
import { periodOf } from './items.ts';
import { changeSubscription } from './status.ts';
import { type Period, planPeriod } from './timetable.ts';

type PeriodInvoice = {
  reason: Stripe.Invoice.BillingReason;
  autoAdvance: boolean;
  /** Period that ended; the present moment when absent. */
  ended?: Period;
};

type Draft = { draft: Stripe.Invoice; waiting: Stripe.InvoiceItem[] };

/** Stored draft, and the subscription without the discounts that the draft used up. */
type Invoiced = { invoice: Stripe.Invoice; left: Stripe.Subscription };

/**
 * Stores the draft for the subscription's present period, with everything that waited for its next invoice. The caller
 * emits its event, so that the events keep their order.
 */
export function periodInvoice(context: Context, subscription: Stripe.Subscription, about: PeriodInvoice): Invoiced {
  return storeDraft(context, subscription, periodDraft(context, subscription, about));
}

/** Stores a draft with only the items that wait for the subscription's next invoice. */
export function pendingInvoice(context: Context, subscription: Stripe.Subscription, about: PeriodInvoice): Invoiced {
  return storeDraft(context, subscription, draftWith(context, subscription, about, []));
}

function storeDraft(context: Context, subscription: Stripe.Subscription, { draft, waiting }: Draft): Invoiced {
  const invoice = context.store.put('invoice', draft);
  takeUpItems(context, waiting, invoice);
  return { invoice, left: withoutSpent(context, subscription, invoice) };
}

/** Builds the draft for the subscription's present period without storing it. */
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

/** Removes the discounts of `once` coupons from the subscription after the first invoice that they reduced. */
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

/** Parameters of the invoice for a change. */
type ChangeInvoice = Pick<Stripe.SubscriptionUpdateParams, 'off_session' | 'payment_behavior'> & {
  /** Whether the subscription's present period is charged, and not only the items that waited. */
  chargesPeriod: boolean;
};

const pendingSeconds = 23 * 3600;

/**
 * Invoices a change at once and collects the payment as `payment_behavior` says.
 * @returns the subscription: changed, past due, or with the change pending until it is paid
 * @throws ApiError 402 declined or 400 without a card, only with `error_if_incomplete`
 */
export function invoiceChange(
  context: Context,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
  how: ChangeInvoice,
): Stripe.Subscription {
  const { store } = context;
  const about = { reason: 'subscription_update', autoAdvance: true } as const;
  const make = how.chargesPeriod ? periodInvoice : pendingInvoice;
  const { invoice: draft, left } = make(context, after, about);
  const waits = how.payment_behavior === 'pending_if_incomplete' && draft.amount_due > 0;
  const held = waits ? { ...before, pending_update: pendingUpdate(context, after) } : left;
  const stored = changeSubscription(context, before, { ...held, latest_invoice: draft.id });
  if (waits) schedule(context, 'subscription.pending_update', before.id, context.now + pendingSeconds);
  else if (how.chargesPeriod) planPeriod(context, stored);
  emit(context, 'invoice.created', draft);
  // An invoice that is sent stays a draft for an hour and is due in days, so nothing is collected now.
  if (draft.collection_method === 'send_invoice') {
    schedule(context, 'invoice.finalize', draft.id, draft.automatically_finalizes_at ?? context.now);
    return store.get('subscription', before.id);
  }
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === 'open') payChange(context, invoice, how);
  return store.get('subscription', before.id);
}

function pendingUpdate({ now }: Context, after: Stripe.Subscription): Stripe.Subscription.PendingUpdate {
  return {
    billing_cycle_anchor: after.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: now + pendingSeconds,
    metadata: null,
    subscription_items: after.items.data,
    trial_end: null,
    trial_from_plan: null,
  };
}

function payChange(context: Context, invoice: Stripe.Invoice, how: ChangeInvoice): void {
  const card = cardOfInvoice(context, invoice);
  if (card === null && how.payment_behavior === 'error_if_incomplete') throw noCard();
  if (how.payment_behavior !== 'default_incomplete') {
    if (card === null) failWithoutCard(context, invoice);
    else attemptPayment(context, invoice, { ...how, card });
  }
  leavePastDue(context, invoice);
}

/** Marks the subscription as past due when a change was made but not paid. */
function leavePastDue(context: Context, { id, parent }: Stripe.Invoice): void {
  const { store } = context;
  const reference = parent?.subscription_details?.subscription;
  const subscription = store.get('subscription', typeof reference === 'string' ? reference : '');
  const isUnpaid = store.get('invoice', id).status === 'open' && !isProcessing(store, id);
  if (!isUnpaid || subscription.status !== 'active' || subscription.pending_update) return;
  changeSubscription(context, subscription, { ...subscription, status: 'past_due' });
}

type Item = Stripe.SubscriptionItem;

/**
 * Credits the unused part of removed items and charges the rest of the period for added ones, as items that wait for
 * the next invoice. The amounts include the subscription's percentage discounts.
 * @param at when the change counts from, in seconds since 1970
 */
export function prorate(
  context: Context,
  before: Stripe.Subscription,
  after: readonly Item[],
  at: number,
): Stripe.InvoiceItem[] {
  const changed = (item: Item, others: readonly Item[]) => !others.some((other) => isSame(item, other));
  const old = before.items.data.filter((item) => changed(item, after));
  const fresh = after.filter((item) => changed(item, before.items.data));
  return [
    ...old.map((item) => prorationOf(context, before, item, { at, sign: -1 })),
    ...fresh.map((item) => prorationOf(context, before, item, { at, sign: 1 })),
  ];
}

function isSame(left: Item, right: Item): boolean {
  return left.id === right.id && left.price.id === right.price.id && left.quantity === right.quantity;
}

function prorationOf(
  context: Context,
  subscription: Stripe.Subscription,
  item: Item,
  { at, sign }: { at: number; sign: 1 | -1 },
): Stripe.InvoiceItem {
  const { start, end } = periodOf(subscription);
  const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
  const { price, quantity = 1 } = item;
  const full = (price.unit_amount ?? 0) * quantity * leftAfterPercents(context, subscription);
  const product = context.store.find('product', idOf(price.product) ?? '')?.name ?? price.id;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at * 1000);
  return newInvoiceItem(context, {
    customer: idOf(subscription.customer) ?? '',
    amountMinor: sign * Math.round(full * share),
    currency: price.currency,
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${product} after ${day}`,
    period: { start: at, end },
    price,
    quantity,
    subscription: { id: subscription.id, item: item.id },
    proration: true,
  });
}

function leftAfterPercents(context: Context, subscription: Stripe.Subscription): number {
  const percents = runningDiscounts(context, subscription.discounts).map(
    (one) => couponOf(context, one).percent_off ?? 0,
  );
  return percents.reduce((left, percent) => (left * (100 - percent)) / 100, 1);
}
