import { type CreateSubscription, chargedMinor, type Plan, plans } from '#contract/subscriptions.ts';
import { findWish as findPlanWish, type Wish } from '#server/features/subscriptions/attempt-actions.ts';
import { planOf } from '#server/features/subscriptions/rules.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import { holdsFor } from '../purchase-actions.ts';
import type { LiveCode } from '../rules.ts';
import type { ProviderDeps } from './promo-deps.ts';

/**
 * What a code subscribes to: the plan that the member chose, if the code is a discount that holds for it, or else its own
 * plan. `monthly` and `annual` are the portal's own; any other id is used
 * as typed; an id that Stripe does not sell in our currency means the default monthly price in the sandbox, and is refused
 * otherwise (PROMO-15).
 * @throws promotions.plan-unknown, the refusals of SUBSCR-12 and SUBSCR-14 for a chosen plan, StripeOutage
 */
export async function findWish(
  ctx: MemberFlowContext,
  deps: ProviderDeps,
  code: LiveCode,
  chosen: CreateSubscription | undefined,
): Promise<Wish> {
  const { currency, portal } = deps;
  const { planId } = code;
  if (chosen && (await holdsFor(ctx, code, { ...chosen, currency }))) {
    return { ...(await findPlanWish(ctx, chosen)), otherPlans: [] };
  }
  const title = `${(await portal.site(ctx)).productName} Subscription`;
  const ofPortal = (plan: Plan) => {
    return { resourceId: null, plan, amountMinor: chargedMinor(null, currency, plan), currency, title };
  };
  const own = plans.find((plan) => plan === planId);
  if (own) return ofPortal(own);
  const found = planId ? await findPrice(ctx, deps, planId) : null;
  if (found) return { ...found, resourceId: null, title };
  if (!deps.isSandbox) throw fail('promotions.plan-unknown');
  return ofPortal('monthly');
}

async function findPrice(ctx: FlowContext, { stripe, currency, taxMode }: ProviderDeps, planId: string) {
  const price = await nullIfMissing(stripe.call(ctx, (api) => api.prices.retrieve(planId)));
  const plan = price?.recurring?.interval_count === 1 ? planOf(price.recurring.interval) : null;
  if (!price?.active || plan === null || price.unit_amount === null) return null;
  if (price.currency.toUpperCase() !== currency) return null;
  // It would be charged without tax, or with the tax of the other way.
  if (taxMode !== 'none' && price.tax_behavior !== taxMode) return null;
  return { stripePriceId: price.id, plan, amountMinor: price.unit_amount, currency };
}
