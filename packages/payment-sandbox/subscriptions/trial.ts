import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { invoiceChange } from './invoicing.ts';
import { cycleOf, inPeriod, periodOf } from './items.ts';
import { changeSubscription } from './status.ts';
import { periodFrom, planPeriod } from './timetable.ts';

const longestTrialDays = 730;

/**
 * Computes the end of a requested trial.
 * @returns seconds since 1970; null without a trial
 * @throws ApiError 400 for a time in the past or too far ahead
 */
export function trialEndOf(
  sent: Pick<Stripe.SubscriptionCreateParams, 'trial_end' | 'trial_period_days'>,
  now: number,
): number | null {
  if (sent.trial_end !== undefined && sent.trial_period_days !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
      param: 'trial_end',
    });
  }
  if (sent.trial_end === 'now') return null;
  if (typeof sent.trial_end === 'number') return checkedTrialEnd(sent.trial_end, now);
  const days = sent.trial_period_days ?? 0;
  if (days < 0 || days > longestTrialDays) {
    throw invalidRequest(`The maximum number of trial period days is ${longestTrialDays} (2 years).`, {
      param: 'trial_period_days',
    });
  }
  return days === 0 ? null : now + days * secondsPerDay;
}

function checkedTrialEnd(trialEnd: number, now: number): number {
  if (trialEnd <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  if (trialEnd > now + (longestTrialDays + 1) * secondsPerDay) {
    throw invalidRequest('Invalid timestamp: can be no more than two years in the future.', { param: 'trial_end' });
  }
  return trialEnd;
}

/**
 * Moves the end of a trial, begins a trial of an active subscription, or ends one now with an invoice that is charged
 * at once.
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
