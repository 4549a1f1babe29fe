import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { invoiceChange } from './change-invoice.ts';
import { cycleOf, inPeriod, periodOf } from './items.ts';
import { periodFrom } from './periods.ts';
import { changeSubscription } from './status.ts';
import { planPeriod } from './timetable.ts';
import { trialEndOf } from './trial.ts';

/**
 * Ends a trial now, with an invoice that is charged at once, or moves its end; an active subscription begins one.
 * @param described the subscription with the call's other changes, not yet stored
 */
export function changeTrial(
  context: Context,
  before: Stripe.Subscription,
  described: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const { now } = context;
  const isTrial = before.status === 'trialing';
  const trialEnd = trialEndOf(sent, now);
  if (trialEnd === null)
    return isTrial ? endTrial(context, before, described, sent) : changeSubscription(context, before, described);
  if (!isTrial && before.status !== 'active') {
    throw invalidRequest(`A subscription that is ${before.status} cannot begin a trial.`, { param: 'trial_end' });
  }
  const start = isTrial ? periodOf(before).start : now;
  const moved: Stripe.Subscription = {
    ...described,
    billing_cycle_anchor: trialEnd,
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: isTrial ? before.trial_start : now,
  };
  const after = changeSubscription(context, before, inPeriod(moved, { start, end: trialEnd }));
  planPeriod(context, after);
  return after;
}

function endTrial(
  context: Context,
  before: Stripe.Subscription,
  described: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const { now } = context;
  const ended: Stripe.Subscription = { ...described, billing_cycle_anchor: now, status: 'active', trial_end: now };
  const period = periodFrom(now, cycleOf(described.items.data), now);
  return invoiceChange(context, before, inPeriod(ended, period), { ...sent, chargesPeriod: true });
}
