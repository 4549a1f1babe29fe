import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { cardOfInvoice } from '../invoices/collecting.ts';
import { finalizeInvoice } from '../invoices/finalizing.ts';
import { failWithoutCard } from '../invoices/outcome.ts';
import { schedule } from '../tasks.ts';
import { noCard } from './cards.ts';
import { pendingInvoice, periodInvoice } from './invoicing.ts';
import { attemptPayment } from './payment-attempt.ts';
import { changeSubscription } from './status.ts';
import { planPeriod } from './timetable.ts';

/** How an invoice between periods is made and paid. */
export type ChangeInvoice = Pick<Stripe.SubscriptionUpdateParams, 'off_session' | 'payment_behavior'> & {
  /** Charges the period the subscription is now in, not only what waited. */
  chargesPeriod: boolean;
};

const pendingSeconds = 23 * 3600;

/**
 * Invoices a change at once and has it paid, in the way the call chose.
 * @returns the subscription: changed, past due, or with the change pending until it is paid
 * @throws ApiError 402 or 400 when it cannot be paid and the call insists
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

/** A change that was made but not paid leaves the subscription past due. */
function leavePastDue(context: Context, { id, parent }: Stripe.Invoice): void {
  const { store } = context;
  const reference = parent?.subscription_details?.subscription;
  const subscription = store.get('subscription', typeof reference === 'string' ? reference : '');
  const isUnpaid = store.get('invoice', id).status === 'open';
  if (!isUnpaid || subscription.status !== 'active' || subscription.pending_update) return;
  changeSubscription(context, subscription, { ...subscription, status: 'past_due' });
}
