import type Stripe from 'stripe';
import {
  reconcileSubscription,
  type SubscriptionDeps,
} from '#server/features/subscriptions/flows/sync-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { isMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as checkouts from '../checkout-actions.ts';

/**
 * Asks the provider how a checkout stands and writes that down: the way of webhooks, the reconciler and of the member
 * who opens it again. A completed one counts as a redemption, once (PROMO-14).
 * @returns how it stands; null when it is not ours
 * @throws StripeOutage when the provider does not answer
 */
export async function syncCheckout(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  sessionId: string,
): Promise<'open' | 'complete' | 'expired' | null> {
  const session = await fetchSession(deps.stripe, sessionId);
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
  const completion = { stripeSubscriptionId, isDuplicate: subscription?.isDuplicate ?? false, portal: deps.portal };
  await ctx.transaction((inner) => checkouts.completeCheckout(inner, checkoutId, completion));
  return 'complete';
}

async function fetchSession(stripe: StripeGateway, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.call((api) => api.checkout.sessions.retrieve(id));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
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
