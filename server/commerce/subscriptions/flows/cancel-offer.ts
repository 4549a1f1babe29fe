import type { AskOffer, CancelOffer, ShownOffer } from '#contract/commerce/subscriptions.ts';
import type { Message } from '#contract/message.ts';
import { formatMoney, toMajor } from '#contract/money.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { withDays } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import { StripeRejection } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import { discountedPrice, nextPaymentAt, paymentAfter } from '../discount-rules.ts';
import * as offers from '../offer-actions.ts';
import { isCancelling, type Subscription } from '../rules.ts';
import { readyDeps, synced, tryNow } from './change-subscription.ts';
import { attachCoupon, discountOf, isOfferCoupon } from './coupons.ts';
import type { SubscriptionCallDeps } from './open-subscription.ts';
import { type SubscriptionDeps, syncSubscription } from './sync-subscription.ts';

/**
 * Shows the publisher's offer to a member who is about to cancel, once (SUBSCR-24). Syncs first, because another window
 * or Stripe's portal may have changed the subscription.
 * @throws subscriptions.not-found, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function showOffer(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, reason }: AskOffer & { id: number },
): Promise<ShownOffer> {
  const ready = await readyDeps(ctx, deps);
  const own = await actions.getOwn(ctx, id);
  if (!(await ctx.transaction((inner) => offers.mayOffer(inner, own.userId)))) return { offer: null };
  const row = await synced(ctx, ready, own);
  const shown = await ctx.transaction((inner) => offers.showOffer(inner, row, reason));
  return { offer: shown && termsOf(row, shown) };
}

function termsOf(row: Subscription, shown: offers.CancelOffer): CancelOffer | null {
  const { plan, billingDay, amountMinor, currency } = row;
  const first = nextPaymentAt(row);
  if (first === null || plan === null) return null;
  const fullPriceFrom = paymentAfter(first, { plan, billingDay }, shown.payments);
  const discount = { ...offers.discountOf(shown), duration: 'repeating', endsAt: fullPriceFrom } as const;
  const price = discountedPrice(row, discount);
  return (
    price && {
      percentOff: shown.percentOff,
      payments: shown.payments,
      price: toMajor(amountMinor, currency),
      amount: toMajor(price.amountMinor, currency),
      currency,
      startsAt: first.toISOString(),
      fullPriceFrom: fullPriceFrom.toISOString(),
    }
  );
}

/**
 * Accepts the offer: Stripe applies the discount to the next payments (SUBSCR-24).
 * @throws subscriptions.offer-gone, subscriptions.not-found, subscriptions.ended, subscriptions.suspended,
 * subscriptions.payment-due, subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused,
 * purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function acceptOffer(ctx: MemberFlowContext, deps: SubscriptionCallDeps, id: number): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  const own = await actions.getOwn(ctx, id);
  await ctx.transaction((inner) => offers.getOffer(inner, own));
  const row = await synced(ctx, ready, own);
  const offer = await ctx.transaction((inner) => offers.acceptOffer(inner, row));
  const terms = termsOf(row, offer);
  if (offer.isApplied || terms === null) return { message: 'You have accepted this offer already.' };
  await tryNow(applyOffer(ctx, ready, row.userId));
  const { discount } = await actions.getSubscription(ctx, id);
  const isWaiting = (await ctx.transaction((inner) => offers.findUnapplied(inner, row.userId))) !== null;
  if (discount === null && !isWaiting) throw fail('subscriptions.offer-gone');
  const count = offer.payments === 1 ? 'Your next payment is' : `Your next ${offer.payments} payments are`;
  const [amount, price] = [terms.amount, terms.price].map((one) => formatMoney(one, terms.currency));
  const from = new Date(terms.fullPriceFrom);
  return withDays(ctx.actor.timeZone, (dayOf) => `${count} ${amount}. From ${dayOf(from)} you pay ${price} again.`);
}

/**
 * Gives the subscription of an accepted offer its discount at Stripe. The acceptance is undone when the subscription
 * ended, was cancelled or got another discount just before.
 */
export async function applyOffer(ctx: FlowContext, deps: SubscriptionDeps, userId: number): Promise<void> {
  const offer = await ctx.transaction((inner) => offers.findUnapplied(inner, userId));
  if (!offer) return;
  const row = await actions.getSubscription(ctx, offer.subscriptionId);
  const isApplied = await attachOffer(ctx, deps, row, offer);
  await ctx.transaction((inner) => offers.recordOutcome(inner, offer, isApplied));
  if (row.stripeSubscriptionId) await syncSubscription(ctx, deps, row.stripeSubscriptionId);
}

async function attachOffer(
  ctx: FlowContext,
  { stripe, portal }: SubscriptionDeps,
  row: Subscription,
  offer: offers.CancelOffer,
): Promise<boolean> {
  const { stripeSubscriptionId: id, currency } = row;
  const firstPaymentAt = nextPaymentAt(row);
  if (id === null || firstPaymentAt === null || isCancelling(row)) return false;
  const { productName } = await portal.site(ctx);
  const discount = { ...offers.discountOf(offer), currency };
  const coupon = { promoCodeId: null, name: `${productName}: ${offer.percentOff}% off`, discount };
  try {
    const found = await stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: ['discounts'] }));
    const times = { attachedAt: ctx.now, firstPaymentAt };
    const other = discountOf(found)?.coupon;
    if (found.cancel_at_period_end || found.cancel_at || (other && !isOfferCoupon(other))) return false;
    await attachCoupon(ctx, stripe, found, { coupon, payments: offer.payments, ...times });
    return true;
  } catch (error) {
    // The subscription has just ended.
    if (error instanceof StripeRejection) return false;
    throw error;
  }
}
