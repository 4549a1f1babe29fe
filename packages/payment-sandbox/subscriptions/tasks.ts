import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { voidInvoice } from '../invoices/ending.ts';
import { idOf } from '../lists.ts';
import type { TaskHandlers } from '../tasks.ts';
import { endSubscription, expireSubscription, hasEnded } from './ending.ts';
import { periodOf } from './items.ts';
import { endPeriod, upcomingInvoice } from './renewal.ts';
import { changeSubscription, waitsForResumption } from './status.ts';
import { planNoPeriod } from './timetable.ts';

type Work = (context: Context, subscription: Stripe.Subscription) => void;

/** Work on a subscription that has not ended since. */
function onLive(work: Work): (context: Context, subject: string) => void {
  return (context, subject) => {
    const subscription = context.store.get('subscription', subject);
    if (!hasEnded(subscription)) work(context, subscription);
  };
}

/** A change that was not paid in time is dropped with its invoice. */
function expirePendingUpdate(context: Context, before: Stripe.Subscription): void {
  if (before.pending_update === null) return;
  const after = changeSubscription(context, before, { ...before, pending_update: null });
  emit(context, 'customer.subscription.pending_update_expired', after);
  dropLatestInvoice(context, after);
}

/** A resumption that was not paid in time: the subscription stays paused. */
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

/** What happens to subscriptions as time passes; `timetable.ts` plans it. */
export const subscriptionTasks: TaskHandlers = {
  'subscription.cancel': onLive((context, subscription) => {
    const { cancel_at: cancelAt } = subscription;
    if (cancelAt !== null && cancelAt <= context.now) endSubscription(context, subscription);
  }),
  'subscription.cycle': onLive((context, subscription) => {
    if (subscription.status !== 'paused') endPeriod(context, subscription);
  }),
  'subscription.expire': onLive((context, subscription) => {
    if (subscription.status === 'incomplete') expireSubscription(context, subscription);
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
