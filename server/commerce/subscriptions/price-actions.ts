import { chargedMinor, type Plan, plans } from '#contract/commerce/plans.ts';
import type { SubscriptionTerms } from '#contract/commerce/subscriptions.ts';
import type { PlanSeatPrices, PlanSeatPricesForm } from '#contract/commerce/subscriptions-seats.ts';
import { toMinor } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import * as catalogue from '#server/catalogue/publishing/actions.ts';
import { readSteps, savingSteps, seatPriceOf, showSteps } from '#server/commerce/payments/seat-price-rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as prices from './price-store.ts';
import { type PlanPrice, priceOf, type StripePrice, type StripeProduct, type Subscription, termsOf } from './rules.ts';
import { findOffer } from './store.ts';

/** The records of a product and a price, committed before Stripe is asked to make them. */
export type Wanted = { product: StripeProduct; price: StripePrice };

/** Records that a price and its product are needed. */
export async function wantPrice(ctx: Context, { resourceId, ...price }: PlanPrice): Promise<Wanted> {
  const product = await prices.ensureProduct(ctx.db, resourceId);
  return { product, price: await prices.ensurePrice(ctx.db, { productId: product.id, ...price }) };
}

type Made = { id: number; stripeProductId: string; name: string };

/** Records the product that Stripe made, also with the resource. */
export async function recordProduct(ctx: Context, resourceId: number | null, { id, ...made }: Made): Promise<void> {
  await prices.updateProductMade(ctx.db, id, made);
  if (resourceId !== null) await catalogue.recordStripeProduct(ctx, resourceId, made.stripeProductId);
}

export async function recordName(ctx: Context, { id, ...made }: Made): Promise<void> {
  await prices.updateProductMade(ctx.db, id, made);
}

export async function recordPrice(ctx: Context, id: number, stripePriceId: string, mode: TaxMode): Promise<void> {
  const taxBehavior = mode === 'none' ? 'unspecified' : mode;
  await prices.updatePriceMade(ctx.db, id, { stripePriceId, taxBehavior });
}

export function recordPriceTax(ctx: Context, stripePriceId: string, mode: Exclude<TaxMode, 'none'>): Promise<void> {
  return prices.updatePriceTax(ctx.db, stripePriceId, mode);
}

/** Forgets a product that Stripe has lost, with its prices. */
export async function forgetProduct(ctx: Context, id: number): Promise<void> {
  await prices.forgetProduct(ctx.db, id);
}

/** Forgets a price that no longer exists at Stripe or has the wrong tax behaviour, so that another is made. */
export async function forgetPrice(ctx: Context, stripePriceId: string): Promise<void> {
  await prices.forgetPrice(ctx.db, stripePriceId);
}

/**
 * Returns the title of a published resource and the prices of its plans, no prices when it is not sold by subscription;
 * null for a resource that is unknown or not published.
 */
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

/**
 * Returns the number of resources in the subscription and its prices (SUBSCR-26); null while it has no resource. Counts
 * every listed resource of the subscription in this currency.
 */
export async function getTerms(ctx: Context, currency: string): Promise<SubscriptionTerms | null> {
  return termsOf(await prices.countByPrices(ctx.db, currency), currency);
}

export type ReadTerms = (ctx: Context) => Promise<SubscriptionTerms | null>;

/**
 * Like `getTerms`, but cached until the catalogue changes, because the page of each resource of the subscription shows
 * them.
 */
export function keptTerms(version: CatalogueVersion, currency: string): ReadTerms {
  const terms = version.cacheOf<SubscriptionTerms | null>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  return (ctx) => terms.get('all', () => getTerms(ctx, currency));
}

/** Lists prices made at Stripe at which listed resources with prices of their own are sold now, by title and plan. */
export async function listOfferedPrices(ctx: Context, currency: string): Promise<prices.OfferedPrice[]> {
  return prices.listOfferedPrices(ctx.db, currency);
}

/**
 * Returns the current price of another plan of a running subscription, and the name of its product. A subscription
 * without a resource is the portal's own, at the default prices.
 * @throws subscriptions.not-offered
 */
export async function getOtherPlan(
  ctx: Context,
  { resourceId, currency }: Pick<Subscription, 'resourceId' | 'currency'>,
  plan: Plan,
  portalName: string,
): Promise<{ price: PlanPrice; name: string }> {
  if (resourceId === null) {
    const price = { resourceId, plan, amountMinor: chargedMinor(null, currency, plan), currency };
    return { price, name: `${portalName} Subscription` };
  }
  const offer = await findOffer(ctx.db, resourceId);
  const price = offer && priceOf(offer, plan);
  // Stripe charges a subscription in one currency only.
  if (!offer || price?.currency !== currency) throw fail('subscriptions.not-offered');
  return { price: { resourceId, plan, ...price }, name: offer.title };
}

/** Maximum number of resources in one sweep. */
const mostAtOnce = 50;

/**
 * Queues the job that makes products and prices for listed resources of the subscription without a product, for example
 * after a restore.
 */
export async function sweepPrices(ctx: Context): Promise<void> {
  for (const resourceId of await prices.listUnmadeResources(ctx.db, mostAtOnce)) {
    await enqueue(ctx.db, 'make-stripe-prices', { resourceId }, { key: `stripe-prices:${resourceId}` });
  }
}

/**
 * Returns the prices of seats of the plan (SEAT-01).
 * @throws purchases.plan-not-offered while the subscription includes no resource
 */
export async function getSeatPrices(ctx: Context, currency: string): Promise<PlanSeatPrices> {
  return showPrices(ctx, currency, savingSteps);
}

/** Like `getSeatPrices`, but for administrators, with each step as it was set. */
export function getSetSeatPrices(ctx: Context, currency: string): Promise<PlanSeatPrices> {
  return showPrices(ctx, currency, (steps) => [...steps]);
}

async function showPrices(ctx: Context, currency: string, shown: typeof savingSteps): Promise<PlanSeatPrices> {
  const terms = await getTerms(ctx, currency);
  if (!terms) throw fail('purchases.plan-not-offered');
  const ofPlan = async (plan: Plan, price: number) => {
    const steps = shown(await prices.listSeatSteps(ctx.db, plan), toMinor(price, currency) ?? 0);
    return { price, steps: showSteps(steps, currency) };
  };
  return {
    currency,
    resources: terms.resources,
    monthly: await ofPlan('monthly', terms.monthlyPrice),
    annual: await ofPlan('annual', terms.annualPrice),
  };
}

/**
 * Sets the volume prices of the plans (SEAT-01). A running order keeps its price until its number of seats changes.
 * @throws purchases.plan-not-offered, purchases.seat-price, purchases.seat-steps
 */
export async function setSeatPrices(
  ctx: MemberContext,
  form: PlanSeatPricesForm,
  currency: string,
): Promise<PlanSeatPrices> {
  await prices.lockSeatSteps(ctx.db);
  const before = await getSetSeatPrices(ctx, currency);
  for (const plan of ['monthly', 'annual'] as const) {
    const steps = readSteps(form[plan], { price: before[plan].price, currency });
    if (typeof steps === 'string') throw fail(steps);
    await prices.replaceSeatSteps(ctx.db, plan, steps);
  }
  const after = await getSetSeatPrices(ctx, currency);
  const steps = ({ monthly, annual }: PlanSeatPrices) => ({ monthly: monthly.steps, annual: annual.steps });
  await audit(ctx, {
    action: 'set-seat-prices',
    object: 'subscription',
    objectId: 'plan',
    before: steps(before),
    after: steps(after),
  });
  return after;
}

/** Returns the current price of one seat in an order of `seats`, in minor units. @throws purchases.plan-not-offered */
export async function seatPriceMinor(
  ctx: Context,
  { plan, seats, currency }: { plan: Plan; seats: number; currency: string },
): Promise<number> {
  const prices = await getSeatPrices(ctx, currency);
  const minor = (price: number) => toMinor(price, currency) ?? 0;
  const steps = prices[plan].steps.map(({ fromSeats, price }) => ({ fromSeats, priceMinor: minor(price) }));
  return seatPriceOf(minor(prices[plan].price), steps, seats);
}
