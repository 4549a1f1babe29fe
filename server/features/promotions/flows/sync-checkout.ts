import type Stripe from 'stripe';
import { reconcileSubscription } from '#server/features/subscriptions/flows/sync-subscription.ts';
import { audit } from '#server/platform/audit.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { nullIfMissing, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as checkouts from '../checkout-actions.ts';
import type { Checkout } from '../rules.ts';
import type { PromoJobDeps } from './promo-deps.ts';

/**
 * Brings a checkout in line with Stripe's session; called by webhooks, the reconciler and a member who opens it again.
 * A completed one counts as a redemption, once (PROMO-14).
 * @returns its state; null when it is not ours
 * @throws StripeOutage when Stripe does not answer
 */
export async function syncCheckout(
  ctx: FlowContext,
  deps: PromoJobDeps,
  sessionId: string,
): Promise<'open' | 'complete' | 'expired' | null> {
  const session = await fetchSession(ctx, deps.stripe, sessionId);
  const checkoutId = session
    ? await ownCheckout(ctx, session)
    : ((await checkouts.findBySession(ctx, sessionId))?.id ?? null);
  if (checkoutId === null) return null;
  if (session?.status === 'open') {
    await ctx.transaction((inner) => checkouts.recordSync(inner, checkoutId));
    return 'open';
  }
  const stripeSubscriptionId = session?.status === 'complete' ? idOf(session.subscription) : null;
  if (!stripeSubscriptionId) {
    await ctx.transaction((inner) => checkouts.expireCheckout(inner, checkoutId));
    return 'expired';
  }
  const subscription = await reconcileSubscription(ctx, deps, stripeSubscriptionId);
  const completion = {
    stripeSubscriptionId,
    isDuplicate: subscription?.isDuplicate ?? false,
    cardPrints: await cardPrintsOfPayer(ctx, deps.stripe, stripeSubscriptionId),
    claims: deps.claims,
    portal: deps.portal,
  };
  await ctx.transaction((inner) => checkouts.completeCheckout(inner, checkoutId, completion));
  return 'complete';
}

/**
 * Expires the member's open checkouts at Stripe, so that none can be completed. One that was completed just before is
 * synced by its event.
 */
export async function expireCheckouts(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<void> {
  for (const { id, sessionId } of await checkouts.listOpen(ctx, userId)) {
    const isExpired =
      sessionId === null || (await isDone(stripe.call(ctx, (api) => api.checkout.sessions.expire(sessionId))));
    if (isExpired) await ctx.transaction((inner) => checkouts.expireCheckout(inner, id));
  }
}

async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof StripeRefusal) return false;
    throw error;
  }
}

async function fetchSession(
  ctx: FlowContext,
  stripe: StripeGateway,
  id: string,
): Promise<Stripe.Checkout.Session | null> {
  return nullIfMissing(stripe.call(ctx, (api) => api.checkout.sessions.retrieve(id)));
}

/** The fingerprint of the card that a subscription is charged to, if it is a card. */
async function cardPrintsOfPayer(ctx: FlowContext, stripe: StripeGateway, id: string): Promise<string[]> {
  const found = await nullIfMissing(
    stripe.call(ctx, (api) => api.subscriptions.retrieve(id, { expand: ['default_payment_method'] })),
  );
  const method = found?.default_payment_method;
  const print = typeof method === 'object' ? method?.card?.fingerprint : null;
  return print ? [print] : [];
}

/** Our id of a session's checkout; null for those of other installations, or not made for a code. */
async function ownCheckout(ctx: FlowContext, { id, metadata }: Stripe.Checkout.Session): Promise<number | null> {
  const known = await checkouts.findBySession(ctx, id);
  if (known) return known.id;
  const { ownIds } = await getInstallation(ctx.db);
  const checkoutId = Number(metadata?.promoCheckoutId);
  return ownIds.includes(metadata?.installation ?? '') && Number.isSafeInteger(checkoutId) ? checkoutId : null;
}

function idOf(given: string | { id: string } | null): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null);
}

/** Syncs an open checkout, in case an event of its end was lost. */
export async function reconcileCheckout(
  ctx: FlowContext,
  deps: PromoJobDeps,
  { id, sessionId }: Checkout,
): Promise<void> {
  // The browser never got its address, so it cannot be completed.
  if (sessionId === null) return ctx.transaction((inner) => checkouts.expireCheckout(inner, id));
  const after = await syncCheckout(ctx, deps, sessionId);
  if (after !== 'complete') return;
  await ctx.transaction((inner) =>
    audit(inner, { action: 'reconcile', object: 'promo-checkout', objectId: id, before: 'open', after }),
  );
}
