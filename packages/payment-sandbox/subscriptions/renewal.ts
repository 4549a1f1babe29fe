import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { cardOf, numberedInvoice } from '../invoices/collecting.ts';
import { markUncollectible, voidInvoice } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import { isProcessing } from '../resources/invoice-payments.ts';
import { schedule, type TaskHandlers } from '../tasks.ts';
import { endDiscounts, runningDiscounts } from './discounts.ts';
import { periodDraft, periodInvoice } from './invoicing.ts';
import { cycleOf, inPeriod, periodOf } from './items.ts';
import { followPhase, inPhase } from './schedules.ts';
import { changeSubscription, endSubscription, expireSubscription, hasEnded, waitsForResumption } from './status.ts';
import { periodFrom, planExpiry, planNoPeriod, planPeriod } from './timetable.ts';

/** Handles the end of a subscription's period: ends it, pauses it, or begins the next period. */
function endPeriod(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const { cancel_at: cancelAt, status } = subscription;
  if (cancelAt !== null && cancelAt <= context.now) return endSubscription(context, subscription);
  const card = cardOf(context, idOf(subscription.customer) ?? '', subscription);
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (status === 'trialing' && card === null && missing === 'cancel') return endSubscription(context, subscription);
  if (status === 'trialing' && card === null && missing === 'pause') return pauseAfterTrial(context, subscription);
  return renew(context, subscription);
}

function pauseAfterTrial(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  planNoPeriod(context, subscription);
  const paused = context.store.put('subscription', {
    ...subscription,
    status: 'paused',
    status_details: {
      paused: {
        subscription: { type: 'trial_end_without_payment_method' },
        transitioned_at: context.now,
        type: 'subscription',
      },
    },
  });
  emit(context, 'customer.subscription.paused', paused);
  return paused;
}

function renew(context: Context, before: Stripe.Subscription): Stripe.Subscription {
  const next = inNextPeriod(context, before);
  const collects = next.status !== 'unpaid' && next.pause_collection === null;
  const ended = periodOf(before);
  const { invoice, left } = periodInvoice(context, next, {
    reason: 'subscription_cycle',
    autoAdvance: collects,
    ended,
  });
  const after = changeSubscription(context, before, { ...left, latest_invoice: invoice.id });
  const kept = next.discounts.map(idOf);
  endDiscounts(
    context,
    before.discounts.map((one) => idOf(one) ?? '').filter((id) => !kept.includes(id)),
  );
  followPhase(context, after);
  emit(context, 'invoice.created', invoice);
  planPeriod(context, after);
  if (collects) schedule(context, 'invoice.finalize', invoice.id, invoice.automatically_finalizes_at ?? context.now);
  else withholdInvoice(context, invoice, after);
  return after;
}

/** Voids a new draft or marks it uncollectible, as the pause of collection says; otherwise it stays a draft. */
function withholdInvoice(context: Context, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const behaviour = subscription.pause_collection?.behavior;
  if (behaviour === 'void') voidInvoice(context, numberedInvoice(context, invoice));
  if (behaviour === 'mark_uncollectible') markUncollectible(context, numberedInvoice(context, invoice));
}

/** Returns the subscription in its next period; a trial becomes active before anything is paid. */
function inNextPeriod(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const { end } = periodOf(subscription);
  const scheduled = inPhase({ ...context, now: end }, subscription);
  const period = periodFrom(scheduled.billing_cycle_anchor, cycleOf(scheduled.items.data), end);
  const status = subscription.status === 'trialing' ? 'active' : subscription.status;
  const discounts = runningDiscounts(context, subscription.discounts).map(({ id }) => id);
  return { ...inPeriod(scheduled, period), discounts, status };
}

/** Builds the next invoice if nothing changes, without storing it; its id marks it as upcoming. */
export function upcomingInvoice(context: Context, subscription: Stripe.Subscription): Stripe.Invoice {
  const { end } = periodOf(subscription);
  const then = { ...context, now: end };
  const next = inNextPeriod(then, subscription);
  const about = { reason: 'upcoming', autoAdvance: true, ended: periodOf(subscription) } as const;
  const { draft } = periodDraft(then, next, about);
  const id = newId('upcoming_in');
  const lines = draft.lines.data.map((line) => ({ ...line, invoice: id }));
  return { ...draft, id, lines: { ...draft.lines, data: lines, url: `/v1/invoices/${id}/lines` } };
}

type Work = (context: Context, subscription: Stripe.Subscription) => void;

/** Wraps a task so that it skips subscriptions that have ended in the meantime. */
function onLive(work: Work): (context: Context, subject: string) => void {
  return (context, subject) => {
    const subscription = context.store.get('subscription', subject);
    if (!hasEnded(subscription)) work(context, subscription);
  };
}

/** Drops a change that was not paid in time, together with its invoice. */
function expirePendingUpdate(context: Context, before: Stripe.Subscription): void {
  if (before.pending_update === null) return;
  const after = changeSubscription(context, before, { ...before, pending_update: null });
  emit(context, 'customer.subscription.pending_update_expired', after);
  dropLatestInvoice(context, after);
}

/** Drops a resumption that was not paid in time, so that the subscription stays paused. */
function giveUpResumption(context: Context, before: Stripe.Subscription): void {
  if (!waitsForResumption(before)) return;
  const why = { subscription: { type: 'pause_requested' }, transitioned_at: context.now, type: 'subscription' };
  planNoPeriod(context, before);
  dropLatestInvoice(context, changeSubscription(context, before, { ...before, status_details: { paused: why } }));
}

function dropLatestInvoice(context: Context, subscription: Stripe.Subscription): void {
  const invoice = context.store.find('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice);
}

/** Tasks that time brings to subscriptions: changes of their state, and events ahead of a change. */
export const subscriptionTasks: TaskHandlers = {
  'subscription.cancel': onLive((context, subscription) => {
    const { cancel_at: cancelAt } = subscription;
    if (cancelAt !== null && cancelAt <= context.now) endSubscription(context, subscription);
  }),
  'subscription.cycle': onLive((context, subscription) => {
    if (subscription.status !== 'paused') endPeriod(context, subscription);
  }),
  'subscription.expire': onLive((context, subscription) => {
    if (subscription.status !== 'incomplete') return;
    // A debit may take longer than the customer has to pay, so the bank's decision is awaited.
    if (isProcessing(context.store, idOf(subscription.latest_invoice) ?? '')) planExpiry(context, subscription);
    else expireSubscription(context, subscription);
  }),
  'subscription.pending_update': onLive(expirePendingUpdate),
  'subscription.resumption': onLive(giveUpResumption),
  'subscription.resume_collection': onLive((context, subscription) => {
    changeSubscription(context, subscription, { ...subscription, pause_collection: null });
  }),
  'subscription.trial_will_end': onLive((context, subscription) => {
    if (subscription.status === 'trialing') emit(context, 'customer.subscription.trial_will_end', subscription);
  }),
  'subscription.upcoming': onLive((context, subscription) => {
    const { cancel_at: cancelAt } = subscription;
    const goesOn = cancelAt === null || cancelAt > periodOf(subscription).end;
    if (goesOn && subscription.status !== 'paused')
      emit(context, 'invoice.upcoming', upcomingInvoice(context, subscription));
  }),
};
