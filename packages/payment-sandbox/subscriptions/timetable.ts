import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { schedule, unschedule } from '../tasks.ts';
import { periodOf } from './items.ts';

/** Longest time until the first payment, in seconds. */
const incompleteSeconds = 23 * 3600;
const trialNoticeSeconds = 3 * secondsPerDay;
const upcomingNoticeSeconds = 7 * secondsPerDay;

const periodKinds = ['subscription.trial_will_end', 'subscription.upcoming', 'subscription.cycle'] as const;
/** Tasks for a payment that did not come in time. */
const paymentKinds = ['subscription.expire', 'subscription.pending_update', 'subscription.resumption'] as const;
const kinds = [...periodKinds, ...paymentKinds, 'subscription.cancel', 'subscription.resume_collection'] as const;

/** Plans the events at and before the end of the subscription's new period, in place of those planned before. */
export function planPeriod(context: Context, subscription: Stripe.Subscription): void {
  for (const kind of periodKinds) unschedule(context, kind, subscription.id);
  const { end } = periodOf(subscription);
  const { now } = context;
  if (subscription.status === 'trialing') {
    const notice = end - trialNoticeSeconds;
    if (notice > now) schedule(context, 'subscription.trial_will_end', subscription.id, notice);
    else emit(context, 'customer.subscription.trial_will_end', subscription);
  }
  if (end - upcomingNoticeSeconds > now) {
    schedule(context, 'subscription.upcoming', subscription.id, end - upcomingNoticeSeconds);
  }
  schedule(context, 'subscription.cycle', subscription.id, end);
}

/** Plans the end of a subscription in case its first payment does not come. */
export function planExpiry(context: Context, subscription: Stripe.Subscription): void {
  schedule(context, 'subscription.expire', subscription.id, context.now + incompleteSeconds);
}

/** Plans the cancellation at the subscription's set time, in place of one planned before. */
export function planCancellation(context: Context, subscription: Stripe.Subscription): void {
  unschedule(context, 'subscription.cancel', subscription.id);
  if (subscription.cancel_at !== null) {
    schedule(context, 'subscription.cancel', subscription.id, subscription.cancel_at);
  }
}

/** Plans the time at which paused collection resumes, if one is set, in place of one planned before. */
export function planCollection(context: Context, subscription: Stripe.Subscription): void {
  unschedule(context, 'subscription.resume_collection', subscription.id);
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null) schedule(context, 'subscription.resume_collection', subscription.id, resumesAt);
}

/** Removes every task planned for a subscription that has ended. */
export function planNothing(context: Context, subscription: Stripe.Subscription): void {
  for (const kind of kinds) unschedule(context, kind, subscription.id);
}

/** Removes the tasks of a paused subscription's periods. */
export function planNoPeriod(context: Context, subscription: Stripe.Subscription): void {
  for (const kind of periodKinds) unschedule(context, kind, subscription.id);
}

/** Removes the tasks that wait for a payment, once it has come. */
export function forgetExpiry(context: Context, subscription: Stripe.Subscription): void {
  for (const kind of paymentKinds) unschedule(context, kind, subscription.id);
}

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/** Times in seconds since 1970, as on the item. */
export type Period = { start: number; end: number };

/**
 * Returns the time `count` intervals after an anchor. Months and years keep the anchor's day and time of day in UTC; a
 * month without that day uses its last one, and later months use the anchor's day again.
 */
export function addIntervals(anchor: number, every: Interval, count: number): number {
  const steps = every.interval_count * count;
  if (every.interval === 'day') return anchor + steps * 86_400;
  if (every.interval === 'week') return anchor + steps * 7 * 86_400;
  return addMonths(anchor, every.interval === 'year' ? steps * 12 : steps);
}

function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

/** Returns the period that follows `after`, a time not before the anchor. */
export function periodFrom(anchor: number, every: Interval, after: number): Period {
  let count = 1;
  while (addIntervals(anchor, every, count) <= after) count += 1;
  return { start: after, end: addIntervals(anchor, every, count) };
}
