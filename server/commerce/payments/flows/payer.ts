import type Stripe from 'stripe';
import { taxIdTypeOf } from '#contract/commerce/payments.ts';
import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { fail } from '#server/platform/failure.ts';
import { type Limit, type Limiter, type LimitFactors, networkOf } from '#server/platform/http/limits.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { nullIfMissing, StripeOutage } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { addCustomer, findCustomer, findDetails, recordCustomerSync, removeCustomer } from '../actions.ts';

/**
 * Returns the member's customer at Stripe, which is created at the first payment. A member has one customer for every
 * kind of payment.
 * @throws accounts.not-found when the account was deleted, StripeOutage when Stripe does not respond
 */
export async function customerOf(ctx: FlowContext, stripe: StripeGateway, userId: number): Promise<string> {
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
 * Copies the account to the member's customer at Stripe: name, addresses and order number. Deletes the customer once
 * the account is deleted; Stripe keeps its payments. Repeating the call does no harm.
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

/** A limit for the member and one for the member's network. */
export type LimitPair = { perMember: Limit; perNetwork: Limit };

/** The limits of calls that reach Stripe; see docs/operator/monitoring.md. */
export type PaymentLimits = {
  /** For calls that create a payment or a subscription; limits the testing of stolen cards. */
  creations: LimitPair;
  /** For every call that reaches Stripe. */
  calls: LimitPair;
};

/**
 * @param subject begins the names of the counters
 * @param factors widen them: in demo mode one address may make 3,000 checkouts an hour (GEN-17)
 */
export function paymentLimits(
  subject: 'payment' | 'subscription' | 'promo',
  { limitFactor: factor, networkLimitFactor }: LimitFactors,
): PaymentLimits {
  return {
    creations: {
      perMember: { name: `${subject}-member`, max: 10 * factor, windowSeconds: 3600 },
      perNetwork: { name: `${subject}-network`, max: 20 * networkLimitFactor, windowSeconds: 3600 },
    },
    calls: {
      perMember: { name: `${subject}-call-member`, max: 20 * factor, windowSeconds: 60 },
      perNetwork: { name: `${subject}-call-network`, max: 60 * networkLimitFactor, windowSeconds: 60 },
    },
  };
}

/** Counts a call against the limits of the member and of the network. @throws request.too-many */
export async function takeLimits(ctx: MemberFlowContext, limiter: Limiter, limits: LimitPair): Promise<void> {
  await limiter.take(limits.perMember, String(ctx.actor.userId));
  await limiter.take(limits.perNetwork, networkOf(ctx.origin.ip));
}

/**
 * Works through a list of the reconciler. An item that fails does not block the others.
 * @param nameOf names an item by its id, for the message of the job
 * @param failure beginning of the job's message when items failed
 * @throws StripeOutage when Stripe does not respond: the next run continues
 */
export async function workThrough<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { nameOf, failure }: { nameOf: (item: Item) => string; failure: string },
): Promise<void> {
  const failures = new ItemFailures(failure, isOutage);
  for (const item of items) await failures.attempt(nameOf(item), () => work(item));
  failures.throwAny();
}

/**
 * Whether every further call to Stripe would fail, too. A status of 500 may concern a single object, and Stripe repeats
 * it for its idempotency key; after five in a row the gateway stops calling, which is an outage.
 */
export const isOutage = (error: unknown) => error instanceof StripeOutage && !error.wasAnswered;
