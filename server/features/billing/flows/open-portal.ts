import { getCurrentUser } from '#server/features/accounts/actions.ts';
import { customerOf, forgetCustomer } from '#server/features/payments/flows/payer.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { isMissing, StripeOutage, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import type { BillingCallDeps } from './refund.ts';

/** Stripe's text when its customer portal has no saved settings; this refusal has no code. */
const setupWords = /no configuration provided|customer portal settings/i;

/**
 * Opens the provider's own billing page for the caller (API-23).
 * @param returnUrl where the page leads back to
 * @returns an address for one visit
 * @throws billing.portal-setup-required, billing.portal-failed, purchases.payments-off
 */
export async function openPortal(
  ctx: MemberFlowContext,
  { stripe }: Pick<BillingCallDeps, 'stripe'>,
  returnUrl: string,
): Promise<{ url: string }> {
  if (!stripe) throw fail('purchases.payments-off');
  const { email, firstName, lastName } = await getCurrentUser(ctx);
  const payer = { userId: ctx.actor.userId, email, name: `${firstName} ${lastName}` };
  try {
    const customer = await customerOf(ctx, stripe, payer);
    try {
      return await newSession(ctx, stripe, { customer, returnUrl });
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The provider has lost the customer: the next one is made under a new key.
      await forgetCustomer(ctx, customer);
      return await newSession(ctx, stripe, { customer: await customerOf(ctx, stripe, payer), returnUrl });
    }
  } catch (error) {
    if (error instanceof StripeOutage) throw fail('billing.portal-failed');
    if (!(error instanceof StripeRefusal)) throw error;
    throw fail(setupWords.test(error.message) ? 'billing.portal-setup-required' : 'billing.portal-failed');
  }
}

async function newSession(
  ctx: FlowContext,
  stripe: StripeGateway,
  { customer, returnUrl }: { customer: string; returnUrl: string },
): Promise<{ url: string }> {
  const { url } = await stripe.call(ctx, (api) =>
    api.billingPortal.sessions.create({ customer, return_url: returnUrl }),
  );
  return { url };
}
