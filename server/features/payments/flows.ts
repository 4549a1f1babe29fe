import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { addCustomer, findCustomer, removeCustomer } from './actions.ts';

export type Payer = { userId: number; email: string; name: string };

/**
 * The member's customer at Stripe, created at the first payment. One per member, for every kind of payment.
 * @throws StripeOutage when Stripe does not answer
 */
export async function customerOf(ctx: FlowContext, stripe: StripeGateway, payer: Payer): Promise<string> {
  const { userId, email, name } = payer;
  const known = await findCustomer(ctx, userId);
  if (known?.customerId) return known.customerId;
  const { id: installation } = await getInstallation(ctx.db);
  const parameters = { email, name, metadata: { installation, userId: String(userId) } };
  // Stripe refuses a known key with other parameters: a changed name needs another key.
  const digest = hashSecret(JSON.stringify(parameters)).toString('hex').slice(0, 16);
  const key = `${installation}:customer:${userId}:${known?.generation ?? 1}:${digest}`;
  const customer = await stripe.callOnce(key, (api) => api.customers.create(parameters, { idempotencyKey: key }));
  await ctx.transaction((inner) => addCustomer(inner, userId, customer.id));
  return customer.id;
}

/** Forgets a customer that Stripe no longer knows, so that the next payment creates a new one. */
export async function forgetCustomer(ctx: FlowContext, customerId: string): Promise<void> {
  await ctx.transaction((inner) => removeCustomer(inner, customerId));
}
