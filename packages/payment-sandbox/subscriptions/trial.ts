import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import { invalidRequest } from '../errors.ts';

const longestTrialDays = 730;

/**
 * When a trial asked for ends.
 * @returns seconds; null without a trial
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
