import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { textOf } from '../fields.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../metadata.ts';
import { paymentSettingsOf, trialSettingsOf } from './blank.ts';
import { cancellationDetails } from './cancellation.ts';
import { ownCard } from './cards.ts';
import { endDiscounts, redeemDiscounts } from './discounts.ts';
import { hasEnded } from './ending.ts';
import { changeItems } from './item-changes.ts';
import { scheduledCancellation } from './scheduled-cancellation.ts';
import { changeSubscription } from './status.ts';
import { planCancellation, planCollection } from './timetable.ts';
import { changeTrial } from './trial-changes.ts';

/**
 * Changes a subscription.
 * @throws ApiError 400 once it has ended, or for a change it does not allow
 */
export function updateSubscription(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  if (hasEnded(before)) refuseEnded(sent);
  const described = withFields(context, before, sent);
  const scheduled = scheduledCancellation(context, described, sent);
  const after = store(context, before, scheduled, sent);
  endDiscounts(context, droppedDiscounts(before, after));
  if (after.cancel_at !== before.cancel_at) planCancellation(context, after);
  if (sent.pause_collection !== undefined) planCollection(context, after);
  return after;
}

function store(
  context: Context,
  before: Stripe.Subscription,
  described: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  if (sent.items) return changeItems(context, before, described, sent);
  if (sent.trial_end !== undefined) return changeTrial(context, before, described, sent);
  return changeSubscription(context, before, described);
}

function droppedDiscounts(before: Stripe.Subscription, after: Stripe.Subscription): string[] {
  const kept = after.discounts.map(idOf);
  return before.discounts.map((one) => idOf(one) ?? '').filter((id) => !kept.includes(id));
}

/** Of an ended subscription only its notes can be changed. */
function refuseEnded(sent: Stripe.SubscriptionUpdateParams): void {
  const { metadata: _, cancellation_details: __, expand: ___, ...other } = sent;
  if (Object.keys(other).length === 0) return;
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

function withFields(
  context: Context,
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const customer = idOf(before.customer) ?? '';
  const card = sent.default_payment_method;
  const details = sent.cancellation_details && cancellationDetails(before, sent.cancellation_details);
  return {
    ...before,
    cancellation_details: details
      ? { ...details, reason: before.cancellation_details?.reason ?? null }
      : before.cancellation_details,
    default_payment_method: defaultCard(context, before, card),
    description: textOf(sent.description, before.description),
    discounts:
      sent.discounts === undefined
        ? before.discounts
        : redeemDiscounts(context, sent.discounts || [], {
            customer,
            subscription: before.id,
            currency: before.currency,
          }),
    metadata: mergeMetadata(before.metadata, sent.metadata),
    pause_collection: pauseOf(before, sent.pause_collection),
    payment_settings: sent.payment_settings
      ? paymentSettingsOf(before.payment_settings, sent.payment_settings)
      : before.payment_settings,
    trial_settings: sent.trial_settings
      ? trialSettingsOf(before.trial_settings, sent.trial_settings)
      : before.trial_settings,
  };
}

function defaultCard(
  context: Context,
  before: Stripe.Subscription,
  sent: string | undefined,
): Stripe.Subscription['default_payment_method'] {
  if (sent === undefined) return before.default_payment_method;
  return sent === '' ? null : ownCard(context, idOf(before.customer) ?? '', sent, 'default_payment_method');
}

function pauseOf(
  before: Stripe.Subscription,
  sent: Stripe.SubscriptionUpdateParams['pause_collection'],
): Stripe.Subscription.PauseCollection | null {
  if (sent === undefined) return before.pause_collection;
  return sent ? { behavior: sent.behavior, resumes_at: sent.resumes_at ?? null } : null;
}
