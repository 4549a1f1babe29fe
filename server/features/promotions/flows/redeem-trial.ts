import type Stripe from 'stripe';
import type { RedeemCode } from '#contract/promotions.ts';
import { forgetCustomer } from '#server/features/payments/flows/payer.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import { endUnpaid } from '#server/features/subscriptions/flows/end-subscription.ts';
import {
  applySubscription,
  expandedParts,
  type SubscriptionDeps,
  syncSubscription,
} from '#server/features/subscriptions/flows/sync-subscription.ts';
import { isRunning, metadataOf, type Subscription } from '#server/features/subscriptions/rules.ts';
import { beginSnapshot } from '#server/features/subscriptions/sync-actions.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { longDate } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import { isFinalForKey, isMissing, StripeRefusal } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import type { LiveCode, Redemption } from '../rules.ts';
import {
  cardPrintsOf,
  countingGuesses,
  type PromoDeps,
  type ProviderDeps,
  payerOf,
  withProvider,
} from './promo-deps.ts';
import { planPriceOf } from './promo-price.ts';

/**
 * Starts the free trial of a code in one step (PROMO-07). The use is counted before Stripe is called; when Stripe
 * refuses, it is released, and when the outcome is unknown, a job finishes it.
 * @returns the sentence to show
 * @throws promotions.code-refused, discount-only, redeemed-before, trial-used, verify-first, card-used, plan-unknown, the
 * refusals of SUBSCR-14, purchases.payments-off, provider-failed, request.too-many
 */
export async function redeemTrial(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { code: typed, textVersion }: RedeemCode,
): Promise<string> {
  const provided = await withProvider(ctx, deps);
  return countingGuesses(ctx, deps, async () => {
    const code = await actions.getTyped(ctx, typed);
    if (code.promoType === 'discount') throw fail('promotions.discount-only');
    const redemption =
      (await actions.findUnfinished(ctx, code.id)) ?? (await reserve(ctx, provided, { code, textVersion }));
    const started = await startTrial(ctx, provided, redemption.id);
    if (!started) throw fail('purchases.provider-failed');
    const end = started.trialEnd ? ` It ends on ${longDate(started.trialEnd)}.` : '';
    const days = `${redemption.trialDays} ${redemption.trialDays === 1 ? 'day' : 'days'}`;
    return `Your free trial of ${days} has started.${end}`;
  });
}

type Asked = { code: LiveCode; textVersion: RedeemCode['textVersion'] };

async function reserve(ctx: MemberFlowContext, deps: ProviderDeps, { code, textVersion }: Asked): Promise<Redemption> {
  const { claims, stripe } = deps;
  await actions.checkMember(ctx, claims, code);
  const cardPrints = await cardPrintsOf(ctx, stripe, ctx.actor.userId);
  await actions.checkCards(ctx, claims, cardPrints);
  const { stripePriceId, ...price } = await planPriceOf(ctx, deps, code);
  const wish = { ...price, resourceId: null, title: code.code };
  const { redemption, superseded } = await ctx.transaction((inner) =>
    actions.reserveTrial(inner, { code, wish, stripePriceId, textVersion, claims, cardPrints }),
  );
  for (const old of superseded) {
    const ended = await endUnpaid(ctx, deps, old);
    // It was paid just before: the member has a subscription now and keeps the code.
    if (!ended || !isRunning(ended.status)) continue;
    await ctx.transaction((inner) => actions.releaseTrial(inner, redemption));
    throw fail('subscriptions.already-subscribed');
  }
  return redemption;
}

/**
 * Starts the subscription of a counted use, once however often it is tried.
 * @returns the subscription; null when the use was released, because Stripe refused it
 * @throws StripeOutage when Stripe does not answer; the outcome is unknown, and the use still counts
 */
export async function startTrial(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  redemptionId: number,
): Promise<Subscription | null> {
  const redemption = await actions.findRedemption(ctx, redemptionId);
  if (!redemption?.subscriptionId) return null;
  const attempt = await getSubscription(ctx, redemption.subscriptionId);
  const known = redemption.stripeSubscriptionId ?? attempt.stripeSubscriptionId;
  const started = known ? await syncSubscription(ctx, deps, known) : await create(ctx, deps, { redemption, attempt });
  if (!started?.stripeSubscriptionId) return null;
  const stripeId = started.stripeSubscriptionId;
  await ctx.transaction((inner) => actions.recordStarted(inner, redemption, stripeId));
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
    if (isFinalForKey(error)) await ctx.transaction((inner) => actions.releaseTrial(inner, redemption));
    if (error instanceof StripeRefusal) return null;
    throw error;
  }
}

/** Free days, then the price of the plan; without a card it ends with the trial (PROMO-09). */
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
  // A use always has the same parameters, except that customer and card may change between tries.
  const idempotencyKey = `${installation}:redemption:${redemption.id}:${customer}:${card ?? 'none'}`;
  try {
    return await stripe.callOnce(ctx, idempotencyKey, (api) =>
      api.subscriptions.create(parameters, { idempotencyKey }),
    );
  } catch (error) {
    const isOfPrice = error instanceof StripeRefusal && error.parameter?.includes('price');
    if (isMissing(error) && !isOfPrice) await forgetCustomer(ctx, customer);
    throw error;
  }
}
