import type Stripe from 'stripe';
import { minimumCharge, toMajor } from '#contract/money.ts';
import type { CreateSubscription, OpenSubscription, UseCredit } from '#contract/subscriptions.ts';
import { getCurrentUser } from '#server/features/accounts/actions.ts';
import { findCustomer } from '#server/features/payments/actions.ts';
import { customerOf, forgetCustomer, type PaymentLimits, takeLimits } from '#server/features/payments/flows/payer.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { isFinalForKey, isMissing, nullIfMissing, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as attempts from '../attempt-actions.ts';
import * as prices from '../price-actions.ts';
import { idempotencyKeyOf, isRunning, metadataOf, type Subscription } from '../rules.ts';
import { beginSnapshot, closeAttempt } from '../sync-actions.ts';
import { endUnpaid } from './end-subscription.ts';
import { ensurePrice } from './prices.ts';
import { applySubscription, expandedParts, type SubscriptionDeps, syncSubscription } from './sync-subscription.ts';

/** What the calls of members and administrators need; without Stripe all paid actions are off. */
export type SubscriptionCallDeps = Omit<SubscriptionDeps, 'stripe'> & {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PaymentLimits;
};

/** How often opening starts again after a concurrent change, before the member is asked to try again. */
const rounds = 4;

/**
 * Starts a subscription, or returns the unpaid one of this plan. The price comes from the catalogue (SUBSCR-11); unpaid
 * attempts at other prices are ended first (SUBSCR-14).
 * @throws subscriptions.credit-covers, the refusals of SUBSCR-12 and SUBSCR-14, purchases.payments-off, provider-failed,
 * request.too-many
 */
export async function openSubscription(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  asked: CreateSubscription,
): Promise<OpenSubscription> {
  const { stripe, portal, graceDays } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  const wish = await attempts.findWish(ctx, asked);
  for (let round = 1; round <= rounds; round += 1) {
    const stripePriceId = await ensurePrice(ctx, { stripe }, { price: wish, name: wish.title });
    const isNew = await attempts.needsNewAttempt(ctx, wish, stripePriceId);
    // Stripe would pay the first invoice with the credit at once, before the member has agreed.
    if (isNew && (await isCovered(ctx, stripe, wish))) throw fail('subscriptions.credit-covers');
    if (isNew) await takeLimits(ctx, deps.limiter, deps.limits.creations);
    const opened = await ctx.transaction((inner) => attempts.openAttempt(inner, wish, stripePriceId));
    const { attempt, superseded, beside } = opened;
    for (const old of superseded) await endUnpaid(ctx, { stripe, portal, graceDays }, old);
    // One of them may have been paid just before: the next round finds out.
    const wasPaid = await isAnyPaid(ctx, { stripe, portal, graceDays }, beside);
    if (superseded.length > 0 || wasPaid) continue;
    const clientSecret = await secretOf(ctx, { stripe, portal, graceDays }, attempt);
    if (clientSecret) {
      return {
        id: attempt.id,
        clientSecret,
        amount: toMajor(wish.amountMinor, wish.currency),
        currency: wish.currency,
      };
    }
  }
  throw fail('purchases.provider-failed');
}

/**
 * Starts a subscription whose first invoice the member's credit pays (SUBSCR-18). The consent is recorded before Stripe
 * is called.
 * @throws subscriptions.credit-gone, the refusals of SUBSCR-12 and SUBSCR-14, purchases.payments-off, provider-failed,
 * request.too-many
 */
export async function subscribeWithCredit(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { textVersion, ...asked }: UseCredit,
): Promise<void> {
  const { stripe, portal, graceDays } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  const ready = { stripe, portal, graceDays };
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  // Attempts at other plans are ended, too: this one runs at once.
  const wish = { ...(await attempts.findWish(ctx, asked)), otherPlans: [] };
  await takeLimits(ctx, deps.limiter, deps.limits.creations);
  for (let round = 1; round <= rounds; round += 1) {
    if (!(await isCovered(ctx, stripe, wish))) throw fail('subscriptions.credit-gone');
    const stripePriceId = await ensurePrice(ctx, { stripe }, { price: wish, name: wish.title });
    const { attempt, superseded } = await ctx.transaction((inner) => attempts.openAttempt(inner, wish, stripePriceId));
    // An attempt with an invoice was opened before there was credit.
    const ended = attempt.stripeSubscriptionId === null ? superseded : [...superseded, attempt];
    for (const old of ended) await endUnpaid(ctx, ready, old);
    if (ended.length > 0) continue;
    await ctx.transaction((inner) => attempts.agree(inner, attempt.id, textVersion));
    await secretOf(ctx, ready, attempt);
    if (await attempts.hasBegun(ctx, attempt.id)) return;
  }
  throw fail('purchases.provider-failed');
}

/** Whether the member's credit at Stripe pays for the first period: Stripe charges no rest that is below its minimum. */
async function isCovered(ctx: MemberFlowContext, stripe: StripeGateway, wish: attempts.Wish): Promise<boolean> {
  const id = (await findCustomer(ctx, ctx.actor.userId))?.customerId;
  if (!id) return false;
  const customer = await nullIfMissing(stripe.call(ctx, (api) => api.customers.retrieve(id)));
  if (!customer || customer.deleted) return false;
  const isOfCurrency = !customer.currency || customer.currency.toUpperCase() === wish.currency;
  return isOfCurrency && customer.balance < 0 && wish.amountMinor + customer.balance < minimumCharge(wish.currency);
}

async function isAnyPaid(ctx: MemberFlowContext, deps: SubscriptionDeps, attempts: Subscription[]): Promise<boolean> {
  for (const { stripeSubscriptionId: id } of attempts) {
    const synced = id === null ? null : await syncSubscription(ctx, deps, id);
    if (synced && isRunning(synced.status)) return true;
  }
  return false;
}

/**
 * The secret that the browser confirms the first payment with; null when the attempt cannot be paid, which is then
 * recorded for the next round.
 */
async function secretOf(ctx: MemberFlowContext, deps: SubscriptionDeps, attempt: Subscription): Promise<string | null> {
  const snapshotNumber = await ctx.transaction(beginSnapshot);
  const subscription = await subscriptionOf(ctx, deps.stripe, attempt);
  if (!subscription) return null;
  const applied = await applySubscription(ctx, deps, { subscription, snapshotNumber });
  // Superseded during the call to Stripe (another plan was chosen): its secret must not leave the server.
  const isStillOpen = applied?.id === attempt.id && !applied.isDuplicate && applied.status === 'incomplete';
  if (!isStillOpen) return null;
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (!secret) await endUnpaid(ctx, deps, applied);
  return secret ?? null;
}

async function subscriptionOf(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  attempt: Subscription,
): Promise<Stripe.Subscription | null> {
  const { stripeSubscriptionId: id } = attempt;
  try {
    if (id === null) return await create(ctx, stripe, attempt);
    return await stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: expandedParts }));
  } catch (error) {
    const isLost = isMissing(error) || (id === null && isFinalForKey(error));
    if (isLost) await ctx.transaction((inner) => closeAttempt(inner, attempt));
    if (isLost && error instanceof StripeRefusal) return null;
    throw error;
  }
}

async function create(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  { id, userId, resourceId, stripePriceId: price }: Subscription,
): Promise<Stripe.Subscription> {
  if (price === null) throw new Error('An attempt is opened with its price');
  const { email, firstName, lastName } = await getCurrentUser(ctx);
  const customer = await customerOf(ctx, stripe, { userId, email, name: `${firstName} ${lastName}` });
  const { id: installation } = await getInstallation(ctx.db);
  const idempotencyKey = idempotencyKeyOf({ id, stripePriceId: price }, installation);
  const parameters: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: metadataOf({ userId, resourceId, subscriptionId: id }, installation),
    expand: expandedParts,
  };
  try {
    return await stripe.callOnce(ctx, idempotencyKey, (api) =>
      api.subscriptions.create(parameters, { idempotencyKey }),
    );
  } catch (error) {
    const isOfPrice = isMissing(error) && error instanceof StripeRefusal && error.parameter?.includes('price');
    if (isOfPrice) await ctx.transaction((inner) => prices.forgetPrice(inner, price));
    else if (isMissing(error)) await forgetCustomer(ctx, customer);
    throw error;
  }
}
