import type Stripe from 'stripe';
import { endAndRefund } from '#server/features/subscriptions/flows/end-subscription.ts';
import { type SubscriptionDeps, syncSubscription } from '#server/features/subscriptions/flows/sync-subscription.ts';
import { intervals, isEnded, planOf } from '#server/features/subscriptions/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import * as actions from '../actions.ts';
import { couponDurationAfter } from '../rules.ts';
import { ensureCoupon } from './promo-price.ts';

/** The first try may be off by a month when the trial ends within seconds of a month's end; the second corrects it. */
const mostTries = 3;

const dateOf = (seconds: number) => new Date(seconds * 1000);

/**
 * Attaches the discount of a hybrid code after its free days (PROMO-16). Stripe counts the months of a coupon from when
 * it is attached, so only then is the needed duration known; a wrong coupon is replaced.
 * @throws StripeOutage when Stripe does not answer
 */
export async function discountAfterTrial(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  redemptionId: number,
): Promise<void> {
  const { stripe } = deps;
  const redemption = await actions.findRedemption(ctx, redemptionId);
  const stripeId = redemption?.stripeSubscriptionId;
  if (!redemption || !stripeId) return;
  const code = await actions.findRedeemedCode(ctx, redemption);
  if (!code) return;
  const { discount } = code;
  let subscription = await stripe.call(ctx, (api) => api.subscriptions.retrieve(stripeId, { expand: ['discounts'] }));
  const { trial_start: startsAt, trial_end: endsAt } = subscription;
  if (!discount || isEnded(subscription.status) || startsAt === null || endsAt === null) return;
  const interval = intervals[planOf(subscription.items.data[0]?.price.recurring?.interval) ?? 'monthly'];
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const attached = discountOf(subscription);
    const times = { attachedAt: dateOf(attached?.start ?? startsAt), trialEndsAt: dateOf(endsAt) };
    const time = couponDurationAfter(times, discount.cycles, interval);
    const coupon = await ensureCoupon(ctx, stripe, { code, discount, time });
    if (attached?.coupon === coupon) return;
    subscription = await stripe.call(ctx, (api) =>
      api.subscriptions.update(stripeId, { discounts: [{ coupon }], expand: ['discounts'] }),
    );
  }
}

function discountOf({ discounts: [first] }: Stripe.Subscription): { start: number; coupon: string | null } | null {
  if (typeof first !== 'object') return null;
  const { coupon } = first.source;
  return { start: first.start, coupon: typeof coupon === 'object' ? (coupon?.id ?? null) : coupon };
}

/** Ends the subscription of a checkout that was completed too late, and refunds what was paid for it (PROMO-14). */
export async function endRefused(ctx: FlowContext, deps: SubscriptionDeps, stripeId: string): Promise<void> {
  const subscription = await syncSubscription(ctx, deps, stripeId);
  if (subscription) await endAndRefund(ctx, deps, subscription);
}
