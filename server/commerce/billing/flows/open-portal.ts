import type Stripe from 'stripe';
import { ensureCustomer, forgetCustomer } from '#server/commerce/payments/flows/customers.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { isMissing, StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import type { BillingCallDeps } from './refund.ts';

/** Stripe's text when its customer portal has no saved settings; this error has no code. */
const setupWords = /no configuration provided|customer portal settings/i;

/**
 * Actions of members in Stripe's customer portal. Names and addresses are changed in this portal, which sends them to
 * Stripe, and so are plans.
 */
const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
};

/**
 * Marks a configuration that `npm run check` made, so that it is found again; portals that share an account share it.
 */
const madeBy = { madeBy: 'npm run check' };

/** Finds the configuration that was made here before; null without one. */
async function findConfiguration(api: Stripe): Promise<string | null> {
  const { data } = await api.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.madeBy === madeBy.madeBy)?.id ?? null;
}

/** Makes the customer portal's configuration at Stripe unless there is one. @returns whether it was made now */
export async function makeConfiguration(api: Stripe): Promise<boolean> {
  if (await findConfiguration(api)) return false;
  await api.billingPortal.configurations.create({ features, metadata: madeBy });
  return true;
}

/**
 * Opens Stripe's own billing page for the caller (API-23).
 * @param returnUrl URL that the page links back to
 * @returns a URL for one visit
 * @throws billing.portal-setup-required, billing.portal-failed, purchases.payments-off, accounts.not-found
 */
export async function openPortal(
  ctx: MemberFlowContext,
  { stripe }: Pick<BillingCallDeps, 'stripe'>,
  returnUrl: string,
): Promise<{ url: string }> {
  if (!stripe) throw fail('purchases.payments-off');
  const { userId } = ctx.actor;
  try {
    const customer = await ensureCustomer(ctx, stripe, userId);
    try {
      return await newSession(ctx, stripe, { customer, returnUrl });
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Stripe has lost the customer: the next one is made under a new key.
      await forgetCustomer(ctx, customer);
      return await newSession(ctx, stripe, { customer: await ensureCustomer(ctx, stripe, userId), returnUrl });
    }
  } catch (error) {
    if (error instanceof StripeOutage) throw fail('billing.portal-failed');
    if (!(error instanceof StripeRejection)) throw error;
    throw fail(setupWords.test(error.message) ? 'billing.portal-setup-required' : 'billing.portal-failed');
  }
}

async function newSession(
  ctx: FlowContext,
  stripe: StripeGateway,
  { customer, returnUrl }: { customer: string; returnUrl: string },
): Promise<{ url: string }> {
  const session = { customer, return_url: returnUrl };
  const { url } = await stripe.call(ctx, (api) =>
    api.billingPortal.sessions.create(session).catch(async (error: unknown) => {
      // Settings saved in Stripe's dashboard are the default; a configuration made by the API must be named.
      const configuration = setupWords.test(String(error)) ? await findConfiguration(api) : null;
      if (!configuration) throw error;
      return api.billingPortal.sessions.create({ ...session, configuration });
    }),
  );
  return { url };
}
