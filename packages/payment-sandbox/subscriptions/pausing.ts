import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, unsupportedParameter } from '../errors.ts';
import { emit } from '../events.ts';
import { schedule } from '../tasks.ts';
import { invoiceChange, prorate } from './invoicing.ts';
import { cycleOf, inPeriod } from './items.ts';
import { periodFrom, planNoPeriod } from './timetable.ts';

const resumptionSeconds = 23 * 3600;

/**
 * Pauses a subscription: it has no periods and no invoices until it is resumed, and its unused time is credited unless
 * the call says otherwise.
 */
export function pauseSubscription(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionPauseParams = {},
): Stripe.Subscription {
  if (before.status !== 'active' && before.status !== 'trialing' && before.status !== 'past_due') {
    throw invalidRequest(`A subscription that is ${before.status} cannot be paused.`);
  }
  if (sent.invoicing_behavior === 'invoice') throw unsupportedParameter('invoicing_behavior');
  const credit = sent.bill_for?.unused_time_from?.type ?? 'now';
  if (credit === 'item_current_period_start') throw unsupportedParameter('bill_for[unused_time_from][type]');
  if (credit === 'now' && before.status !== 'trialing') prorate(context, before, [], context.now);
  planNoPeriod(context, before);
  const paused = context.store.put('subscription', {
    ...before,
    status: 'paused',
    status_details: {
      paused: { subscription: { type: 'pause_requested' }, transitioned_at: context.now, type: 'subscription' },
    },
  });
  emit(context, 'customer.subscription.paused', paused);
  return paused;
}

/**
 * Resumes a paused subscription with a new period and an invoice for it. The subscription is active at once, or when
 * the invoice is paid.
 * @throws ApiError 400 for a subscription that is not paused
 */
export function resumeSubscription(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionResumeParams = {},
): Stripe.Subscription {
  const { now } = context;
  if (before.status !== 'paused') throw invalidRequest('Only a paused subscription can be resumed.');
  if (sent.billing_cycle_anchor?.type === 'unchanged') throw unsupportedParameter('billing_cycle_anchor[type]');
  const waits = sent.payment_behavior === 'resume_on_payment_success';
  const { status_details: _, ...rest } = before;
  const period = periodFrom(now, cycleOf(before.items.data), now);
  const resumed = inPeriod({ ...rest, billing_cycle_anchor: now, status: waits ? 'paused' : 'active' }, period);
  if (!waits) emit(context, 'customer.subscription.resumed', resumed);
  else schedule(context, 'subscription.resumption', before.id, now + resumptionSeconds);
  return invoiceChange(context, before, resumed, { chargesPeriod: true, payment_behavior: 'allow_incomplete' });
}
