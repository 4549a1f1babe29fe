import type Stripe from 'stripe';
import { forgetCustomer } from '#server/features/payments/flows.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import {
  applySubscription,
  expandedParts,
  type SubscriptionDeps,
  syncSubscription,
} from '#server/features/subscriptions/flows/sync-subscription.ts';
import { metadataOf, type Subscription } from '#server/features/subscriptions/rules.ts';
import { beginSnapshot } from '#server/features/subscriptions/sync-actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { isMissing, StripeOutage, StripeRefusal } from '#server/platform/stripe/errors.ts';
import * as redemptions from '../redemption-actions.ts';
import type { Redemption } from '../rules.ts';
import { payerOf } from './payer.ts';

/**
 * Begins the subscription of a use that is counted already, once however often it is tried.
 * @returns the subscription; null when the use was taken back, because the provider will not begin it
 * @throws StripeOutage when the provider does not answer: nobody knows what became of it, and the use goes on counting
 */
export async function startTrial(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  redemptionId: number,
): Promise<Subscription | null> {
  const redemption = await redemptions.findRedemption(ctx, redemptionId);
  if (!redemption?.subscriptionId) return null;
  const attempt = await getSubscription(ctx, redemption.subscriptionId);
  const known = redemption.stripeSubscriptionId ?? attempt.stripeSubscriptionId;
  const started = known ? await syncSubscription(ctx, deps, known) : await create(ctx, deps, { redemption, attempt });
  if (!started?.stripeSubscriptionId) return null;
  const stripeId = started.stripeSubscriptionId;
  await ctx.transaction((inner) => redemptions.recordStarted(inner, redemption, stripeId));
  return started;
}

type Begun = { redemption: Redemption; attempt: Subscription };

async function create(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { redemption, attempt }: Begun,
): Promise<Subscription | null> {
  const snapshotNumber = await ctx.transaction(beginSnapshot);
  try {
    const subscription = await ask(ctx, deps, { redemption, attempt });
    return await applySubscription(ctx, deps, { subscription, snapshotNumber });
  } catch (error) {
    // Stripe repeats an answer for the same key for a day, failures included: such an attempt leads nowhere.
    const isFinal = error instanceof StripeRefusal || (error instanceof StripeOutage && error.wasAnswered);
    if (isFinal) await ctx.transaction((inner) => redemptions.releaseTrial(inner, redemption));
    if (error instanceof StripeRefusal) return null;
    throw error;
  }
}

/** Free days, then the price of the plan; without a way to pay it ends with the trial (PROMO-09). */
async function ask(
  ctx: FlowContext,
  { stripe }: SubscriptionDeps,
  { redemption, attempt }: Begun,
): Promise<Stripe.Subscription> {
  const { userId, resourceId, id: subscriptionId } = attempt;
  const { customer, card } = await payerOf(ctx, stripe, userId);
  const { id: installation } = await getInstallation(ctx.db);
  const parameters: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price: attempt.stripePriceId ?? '' }],
    trial_period_days: redemption.trialDays,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(card && { default_payment_method: card }),
    metadata: {
      ...metadataOf({ userId, resourceId, subscriptionId }, installation),
      promoCodeId: String(redemption.codeId),
    },
    expand: expandedParts,
  };
  // The same use asks for the same thing, but for the customer and the card, which may be others by then.
  const idempotencyKey = `${installation}:redemption:${redemption.id}:${customer}:${card ?? 'none'}`;
  try {
    return await stripe.callOnce(idempotencyKey, (api) => api.subscriptions.create(parameters, { idempotencyKey }));
  } catch (error) {
    const isOfPrice = error instanceof StripeRefusal && error.parameter?.includes('price');
    if (isMissing(error) && !isOfPrice) await forgetCustomer(ctx, customer);
    throw error;
  }
}
