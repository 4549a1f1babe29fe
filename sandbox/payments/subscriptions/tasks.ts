import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { TaskHandlers } from '../tasks.ts';
import { endSubscription, expireSubscription, hasEnded } from './ending.ts';
import { periodOf } from './items.ts';
import { endPeriod, upcomingInvoice } from './renewal.ts';
import { changeSubscription } from './standing.ts';

type Work = (context: Context, subscription: Stripe.Subscription) => void;

/** Work on a subscription that has not ended meanwhile. */
function onLive(work: Work): (context: Context, subject: string) => void {
  return (context, subject) => {
    const subscription = context.store.get('subscription', subject);
    if (!hasEnded(subscription)) work(context, subscription);
  };
}

/** What happens to subscriptions as time passes; `timetable.ts` plans it. */
export const subscriptionTasks: TaskHandlers = {
  'subscription.cancel': onLive((context, subscription) => endSubscription(context, subscription)),
  'subscription.cycle': onLive(endPeriod),
  'subscription.expire': onLive((context, subscription) => {
    if (subscription.status === 'incomplete') expireSubscription(context, subscription);
  }),
  'subscription.resume_collection': onLive((context, subscription) => {
    changeSubscription(context, subscription, { ...subscription, pause_collection: null });
  }),
  'subscription.trial_will_end': onLive((context, subscription) => {
    if (subscription.status === 'trialing') emit(context, 'customer.subscription.trial_will_end', subscription);
  }),
  'subscription.upcoming': onLive((context, subscription) => {
    const { cancel_at: cancelAt } = subscription;
    const goesOn = cancelAt === null || cancelAt > periodOf(subscription).end;
    if (goesOn) emit(context, 'invoice.upcoming', upcomingInvoice(context, subscription));
  }),
};
