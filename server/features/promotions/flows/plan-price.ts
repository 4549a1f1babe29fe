import type Stripe from 'stripe';
import { chargedMinor, type Plan } from '#contract/subscriptions.ts';
import { ensurePrice } from '#server/features/subscriptions/flows/prices.ts';
import { planOf } from '#server/features/subscriptions/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { isMissing } from '#server/platform/stripe/errors.ts';
import type { LiveCode } from '../rules.ts';
import type { ProviderDeps } from './promo-deps.ts';

/** What a code's subscription costs, as the provider knows it. */
export type PromoPrice = { stripePriceId: string; plan: Plan; amountMinor: number; currency: string };

/**
 * The price of a code's plan. The id is used as it was typed; one that the provider does not sell in our currency
 * stands for the default monthly price in the sandbox, and is refused otherwise (PROMO-15).
 * @throws promotions.plan-unknown, StripeOutage
 */
export async function planPriceOf(ctx: FlowContext, deps: ProviderDeps, { planId }: LiveCode): Promise<PromoPrice> {
  const found = planId ? await findPrice(deps, planId) : null;
  if (found) return found;
  if (!deps.isSandbox) throw fail('promotions.plan-unknown');
  const { currency, portal } = deps;
  const price = { plan: 'monthly' as const, amountMinor: chargedMinor(null, currency, 'monthly'), currency };
  const name = `${portal.productName} Subscription`;
  const stripePriceId = await ensurePrice(ctx, deps, { price: { ...price, resourceId: null }, name });
  return { ...price, stripePriceId };
}

async function findPrice({ stripe, currency }: ProviderDeps, planId: string): Promise<PromoPrice | null> {
  const price = await retrieve(stripe, planId);
  const plan = price?.recurring?.interval_count === 1 ? planOf(price.recurring.interval) : null;
  if (!price?.active || plan === null || price.unit_amount === null) return null;
  if (price.currency.toUpperCase() !== currency) return null;
  return { stripePriceId: price.id, plan, amountMinor: price.unit_amount, currency };
}

async function retrieve(stripe: ProviderDeps['stripe'], planId: string): Promise<Stripe.Price | null> {
  try {
    return await stripe.call((api) => api.prices.retrieve(planId));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
