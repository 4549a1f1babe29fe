import type Stripe from 'stripe';
import { taxIdTypeOf } from '#contract/commerce/payments.ts';
import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { nullIfMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { addCustomer, findCustomer, findDetails, recordCustomerSync, removeCustomer } from '../actions.ts';

/**
 * Returns the member's customer at Stripe, which is created when it is first needed. A member has one customer for all
 * payments but those of orders by invoice (`customerBilled`).
 * @throws accounts.not-found when the account was deleted, StripeOutage when Stripe does not respond
 */
export async function ensureCustomer(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<string> {
  const known = await findCustomer(ctx, userId);
  if (known?.customerId) return known.customerId;
  const account = await findAccount(ctx, userId);
  if (!account) throw fail('accounts.not-found');
  const { id: installation } = await getInstallation(ctx.db);
  const details = customerDetails(await findDetails(ctx, userId), nameOf(account));
  const parameters = { email: account.email, ...details, metadata: { installation, userId: String(userId) } };
  // Stripe rejects a known key with other parameters, so a changed name needs another key.
  const digest = hashSecret(JSON.stringify(parameters)).toString('hex').slice(0, 16);
  const key = `${installation}:customer:${userId}:${known?.generation ?? 1}:${digest}`;
  const customer = await stripe.callOnce(ctx, key, (api) => api.customers.create(parameters, { idempotencyKey: key }));
  await ctx.transaction((inner) => addCustomer(inner, userId, customer.id));
  return customer.id;
}

/**
 * Copies the account to the member's customer at Stripe: name, email address, billing address and order number. Deletes
 * the customer once the account is deleted; Stripe keeps its payments. Forgets a customer that Stripe does not know.
 * Repeating the call does no harm.
 * @throws StripeOutage when Stripe does not respond
 */
export async function syncCustomer(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<void> {
  const customerId = (await findCustomer(ctx, userId))?.customerId;
  if (!customerId) return;
  const account = await findAccount(ctx, userId);
  const parameters = account && customerDetails(await findDetails(ctx, userId), nameOf(account));
  const changed = await nullIfMissing<unknown>(
    account
      ? stripe.call(ctx, (api) => api.customers.update(customerId, { ...cleared, ...parameters, email: account.email }))
      : stripe.call(ctx, (api) => api.customers.del(customerId)),
  );
  if (account && changed) await ctx.transaction((inner) => recordCustomerSync(inner, userId));
  else await forgetCustomer(ctx, customerId);
}

/**
 * Creates a customer for an order by invoice. Stripe prints the current name, address and tax id of a customer, and two
 * orders may name different companies, so each order has a separate customer, apart from the payer's.
 * @param key idempotency key; one order makes one customer
 */
export async function customerBilled(
  ctx: FlowContext,
  stripe: StripeGateway,
  { billing, metadata, key }: { billing: OrderBilling; metadata: Record<string, string>; key: string },
): Promise<string> {
  const { name, address, town, postcode, country, taxId, email } = billing;
  const type = taxId === null ? null : taxIdTypeOf(country);
  const parameters: Stripe.CustomerCreateParams = {
    name,
    ...(email !== null && { email }),
    address: {
      line1: address,
      country,
      ...(town !== null && { city: town }),
      ...(postcode !== null && { postal_code: postcode }),
    },
    metadata,
    // Safe cast, because `taxIdTypeOf` returns only types of Stripe's list.
    ...(type !== null && { tax_id_data: [{ type, value: taxId ?? '' } as Stripe.CustomerCreateParams.TaxIdDatum] }),
  };
  const { id } = await stripe.callOnce(ctx, key, (api) => api.customers.create(parameters, { idempotencyKey: key }));
  return id;
}

/** An empty text clears a field at Stripe. */
const cleared = { address: '', invoice_settings: { custom_fields: '' } } as const;

const nameOf = ({ first_name, last_name }: Account) => `${first_name} ${last_name}`;

/**
 * Returns the fields that Stripe prints of a customer: the company instead of the person, its address and the buyer's
 * order number.
 */
function customerDetails(details: Awaited<ReturnType<typeof findDetails>>, name: string) {
  const { company_name, line1, line2, city, postcode, country, purchase_order } = details;
  const address = { line1, line2, city, postal_code: postcode, country };
  const given = Object.entries(address).flatMap(([field, value]) => (value === null ? [] : [[field, value] as const]));
  return {
    name: company_name ?? name,
    ...(given.length > 0 && { address: Object.fromEntries(given) }),
    ...(purchase_order !== null && {
      invoice_settings: { custom_fields: [{ name: 'Order number', value: purchase_order }] },
    }),
  };
}

/** Forgets a customer that Stripe no longer knows, so that the next payment creates a new one. */
export async function forgetCustomer(ctx: FlowContext, customerId: string): Promise<void> {
  await ctx.transaction((inner) => removeCustomer(inner, customerId));
}
