import type Stripe from 'stripe';
import type { TaxMode } from '#contract/tax.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { isMissing } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as prices from '../price-actions.ts';
import { findPriceId } from '../price-store.ts';
import { intervals, type PlanPrice, type StripeProduct } from '../rules.ts';

type PriceDeps = { stripe: StripeGateway; taxMode: TaxMode };

/**
 * Returns Stripe's id of a price; creates the price and its product on first use. Another amount is another price;
 * running subscriptions keep their price. The tax behaviour of a price can be set once, so a price with the wrong tax
 * behaviour is replaced.
 * @param name name of the product, if it must be created
 * @throws StripeOutage when Stripe does not respond
 */
export async function ensurePrice(
  ctx: FlowContext,
  deps: PriceDeps,
  { price, name }: { price: PlanPrice; name: string },
): Promise<string> {
  const { stripe, taxMode } = deps;
  const known = await findPriceId(ctx.db, price);
  if (known && (taxMode === 'none' || known.taxBehavior === taxMode)) return known.id;
  if (known?.taxBehavior === 'unspecified' && taxMode !== 'none') {
    const { id } = known;
    await stripe.call(ctx, (api) => api.prices.update(id, { tax_behavior: taxMode }));
    await ctx.transaction((inner) => prices.recordPriceTax(inner, id, taxMode));
    return id;
  }
  if (known) await ctx.transaction((inner) => prices.forgetPrice(inner, known.id));
  const { product } = await ctx.transaction((inner) => prices.wantPrice(inner, price));
  try {
    return await makePrice(ctx, deps, { price, name });
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Stripe has lost the product: another one is made, under another key.
    await ctx.transaction((inner) => prices.forgetProduct(inner, product.id));
    return makePrice(ctx, deps, { price, name });
  }
}

/**
 * Creates a resource's product and prices, and updates the product's name; a job runs this when a published resource of
 * the subscription was saved or has no product.
 */
export async function makeResourcePrices(ctx: FlowContext, deps: PriceDeps, resourceId: number): Promise<void> {
  const offer = await prices.listPlanPrices(ctx, resourceId);
  if (!offer) return;
  const { title: name } = offer;
  for (const price of offer.prices) await ensurePrice(ctx, deps, { price, name });
  const [price] = offer.prices;
  if (!price) return;
  const { product } = await ctx.transaction((inner) => prices.wantPrice(inner, price));
  const { id, stripeProductId } = product;
  if (stripeProductId === null || product.name === name) return;
  await deps.stripe.call(ctx, (api) => api.products.update(stripeProductId, { name }));
  await ctx.transaction((inner) => prices.recordName(inner, { id, stripeProductId, name }));
}

async function makePrice(
  ctx: FlowContext,
  { stripe, taxMode }: PriceDeps,
  { price, name }: { price: PlanPrice; name: string },
): Promise<string> {
  const { product, price: wanted } = await ctx.transaction((inner) => prices.wantPrice(inner, price));
  if (wanted.stripePriceId) return wanted.stripePriceId;
  const { id: installation } = await getInstallation(ctx.db);
  const parameters: Stripe.PriceCreateParams = {
    product:
      product.stripeProductId ?? (await makeProduct(ctx, stripe, { product, name, resourceId: price.resourceId })),
    unit_amount: price.amountMinor,
    currency: price.currency.toLowerCase(),
    recurring: { interval: intervals[price.plan] },
    ...(taxMode !== 'none' && { tax_behavior: taxMode }),
    metadata: { installation, ...(price.resourceId !== null && { resourceId: String(price.resourceId) }) },
  };
  const idempotencyKey = `${installation}:price:${wanted.id}:${wanted.generation}:${parameters.product}:${taxMode}`;
  const made = await stripe.callOnce(ctx, idempotencyKey, (api) => api.prices.create(parameters, { idempotencyKey }));
  await ctx.transaction((inner) => prices.recordPrice(inner, wanted.id, made.id, taxMode));
  return made.id;
}

type NewProduct = { product: StripeProduct; name: string; resourceId: number | null };

async function makeProduct(
  ctx: FlowContext,
  stripe: StripeGateway,
  { product, name, resourceId }: NewProduct,
): Promise<string> {
  const { id: installation } = await getInstallation(ctx.db);
  const metadata = { installation, ...(resourceId !== null && { resourceId: String(resourceId) }) };
  // A key belongs to one set of parameters, so a renamed resource needs another.
  const digest = hashSecret(name).toString('hex').slice(0, 16);
  const idempotencyKey = `${installation}:product:${product.id}:${product.generation}:${digest}`;
  const made = await stripe.callOnce(ctx, idempotencyKey, (api) =>
    api.products.create({ name, metadata }, { idempotencyKey }),
  );
  const known = { id: product.id, stripeProductId: made.id, name };
  await ctx.transaction((inner) => prices.recordProduct(inner, resourceId, known));
  return made.id;
}
