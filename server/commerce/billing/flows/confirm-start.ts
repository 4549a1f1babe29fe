import type { PromoJobDeps } from '#server/commerce/promotions/flows/promo-deps.ts';
import { getSubscription } from '#server/commerce/subscriptions/actions.ts';
import { isCancelling } from '#server/commerce/subscriptions/rules.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { mailStart } from '../notice-actions.ts';
import { syncPaymentMethods } from './sync-payment-methods.ts';

/**
 * Syncs the member's payment methods, and mails the member that a subscription or its trial has started (SUBSCR-19).
 * The next amount is Stripe's, because a discount or a credit may lower it.
 * @throws StripeOutage when Stripe does not respond: the job repeats the call
 */
export async function confirmStart(ctx: FlowContext, deps: PromoJobDeps, subscriptionId: number): Promise<void> {
  const { stripe, portal } = deps;
  const row = await getSubscription(ctx, subscriptionId);
  const { stripeSubscriptionId, stripeCustomerId } = row;
  if (row.isDuplicate || !stripeSubscriptionId || !stripeCustomerId) return;
  await syncPaymentMethods(ctx, deps, stripeCustomerId);
  const next = isCancelling(row) ? null : await nextCharge(ctx, stripe, stripeSubscriptionId);
  await ctx.transaction((inner) => mailStart(inner, row, next, portal));
}

/** Returns the amount of a subscription's next invoice; null when it has none. */
async function nextCharge(
  ctx: FlowContext,
  stripe: StripeGateway,
  subscription: string,
): Promise<{ amountMinor: number; currency: string } | null> {
  try {
    const preview = await stripe.call(ctx, (api) => api.invoices.createPreview({ subscription }));
    return { amountMinor: preview.amount_due, currency: preview.currency.toUpperCase() };
  } catch (error) {
    if (error instanceof StripeRejection && error.code === 'invoice_upcoming_none') return null;
    throw error;
  }
}
