import { plans } from '#contract/subscriptions.ts';
import * as catalogue from '#server/features/publishing/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as prices from './price-store.ts';
import { type PlanPrice, priceOf, type StripePrice, type StripeProduct } from './rules.ts';
import { findOffer } from './store.ts';

/** What a price at the provider stands on, both noted before it is asked for them. */
export type Wanted = { product: StripeProduct; price: StripePrice };

/** The provider's id of a price that has been made; null when none has. */
export async function findPrice(ctx: Context, price: PlanPrice): Promise<string | null> {
  return prices.findPriceId(ctx.db, price);
}

/** Notes that a price is wanted, and its product. */
export async function wantPrice(ctx: Context, { resourceId, ...price }: PlanPrice): Promise<Wanted> {
  const product = await prices.ensureProduct(ctx.db, resourceId);
  return { product, price: await prices.ensurePrice(ctx.db, { productId: product.id, ...price }) };
}

type Made = { id: number; stripeProductId: string; name: string };

/** Notes the product that the provider made, with the resource too. */
export async function noteProduct(ctx: Context, resourceId: number | null, { id, ...made }: Made): Promise<void> {
  await prices.updateProductMade(ctx.db, id, made);
  if (resourceId !== null) await catalogue.noteStripeProduct(ctx, resourceId, made.stripeProductId);
}

/** Notes that a product has another name at the provider now. */
export async function noteName(ctx: Context, { id, ...made }: Made): Promise<void> {
  await prices.updateProductMade(ctx.db, id, made);
}

/** Notes the price that the provider made. */
export async function notePrice(ctx: Context, id: number, stripePriceId: string): Promise<void> {
  await prices.updatePriceMade(ctx.db, id, stripePriceId);
}

/** Forgets a product that the provider has lost, with its prices. */
export async function forgetProduct(ctx: Context, id: number): Promise<void> {
  await prices.forgetProduct(ctx.db, id);
}

/** Forgets a price that the provider has lost. */
export async function forgetPrice(ctx: Context, stripePriceId: string): Promise<void> {
  await prices.forgetPrice(ctx.db, stripePriceId);
}

/** What the plans of a published resource cost, and its name; nothing when it is not sold by subscription. */
export async function listPlanPrices(
  ctx: Context,
  resourceId: number,
): Promise<{ title: string; prices: PlanPrice[] } | null> {
  const offer = await findOffer(ctx.db, resourceId);
  if (!offer) return null;
  const found = plans.flatMap((plan) => {
    const price = priceOf(offer, plan);
    return price ? [{ resourceId, plan, ...price }] : [];
  });
  return { title: offer.title, prices: found };
}

/** How many resources one sweep asks for. */
const mostAtOnce = 50;

/** Has products made for published resources that have none yet, such as those that came with a restore. */
export async function sweepPrices(ctx: Context): Promise<void> {
  for (const resourceId of await prices.listUnmadeResources(ctx.db, mostAtOnce)) {
    await enqueue(ctx.db, 'make-stripe-prices', { resourceId }, { key: `stripe-prices:${resourceId}` });
  }
}
