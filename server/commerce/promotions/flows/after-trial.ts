import { attachCoupon } from '#server/commerce/subscriptions/flows/coupons.ts';
import { endAndRefund } from '#server/commerce/subscriptions/flows/end-subscription.ts';
import { type SubscriptionDeps, syncSubscription } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import { isEnded } from '#server/commerce/subscriptions/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import * as actions from '../actions.ts';
import { couponOf } from '../rules.ts';
import { findRedemption } from '../store.ts';

const dateOf = (seconds: number) => new Date(seconds * 1000);

/**
 * Attaches the discount of a hybrid code to the payments after its free days (PROMO-16); does nothing once the
 * subscription has ended.
 * @throws StripeOutage when Stripe does not respond
 */
export async function discountAfterTrial(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  redemptionId: number,
): Promise<void> {
  const { stripe } = deps;
  const redemption = await findRedemption(ctx.db, redemptionId);
  const stripeId = redemption?.stripeSubscriptionId;
  if (!redemption || !stripeId) return;
  const code = await actions.findRedeemedCode(ctx, redemption);
  const coupon = code && couponOf(code);
  if (!coupon) return;
  const subscription = await stripe.call(ctx, (api) => api.subscriptions.retrieve(stripeId, { expand: ['discounts'] }));
  const { trial_start: startsAt, trial_end: endsAt } = subscription;
  if (isEnded(subscription.status) || startsAt === null || endsAt === null) return;
  const times = { attachedAt: dateOf(startsAt), firstPaymentAt: dateOf(endsAt) };
  await attachCoupon(ctx, stripe, subscription, { coupon, payments: coupon.discount.cycles, ...times });
}

/**
 * Ends and refunds the subscription of a checkout when the code had no uses left, or the member could not use the code or
 * the free trial (PROMO-14).
 */
export async function endRejected(ctx: FlowContext, deps: SubscriptionDeps, stripeId: string): Promise<void> {
  const subscription = await syncSubscription(ctx, deps, stripeId);
  if (subscription) await endAndRefund(ctx, deps, subscription);
}
