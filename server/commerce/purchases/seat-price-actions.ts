import type { SeatPrices, SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import { toMajor } from '#contract/money.ts';
import { readSteps, type SeatStep, savingSteps, showSteps } from '#server/commerce/payments/seat-price-rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Offer, priceOf } from './rules.ts';
import * as store from './seat-store.ts';
import { findOffer } from './store.ts';

/**
 * Returns the prices of seats of a published resource (SEAT-01).
 * @throws catalogue.not-found, purchases.not-for-sale
 */
export async function getSeatPrices(ctx: Context, resourceId: number): Promise<SeatPrices> {
  const offer = await findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const priceMinor = priceOf(offer);
  if (priceMinor === null) throw fail('purchases.not-for-sale');
  const steps = await store.listSeatSteps(ctx.db, resourceId);
  return showPrices(resourceId, offer, { priceMinor, steps: savingSteps(steps, priceMinor) });
}

/**
 * Returns the prices of seats for administrators: also of drafts, with each step as it was set.
 * @throws catalogue.not-found, purchases.not-for-sale
 */
export async function getSetSeatPrices(ctx: Context, resourceId: number): Promise<SeatPrices> {
  const offer = await store.findAnyOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const priceMinor = priceOf(offer);
  if (priceMinor === null) throw fail('purchases.not-for-sale');
  return showPrices(resourceId, offer, { priceMinor, steps: await store.listSeatSteps(ctx.db, resourceId) });
}

/**
 * Sets the volume prices of a resource (SEAT-01). Orders that were paid or are billed by invoice keep their price.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.seat-price, purchases.seat-steps
 */
export async function setSeatPrices(
  ctx: MemberContext,
  resourceId: number,
  { steps }: SeatPricesForm,
): Promise<SeatPrices> {
  await store.lockSeatSteps(ctx.db, resourceId);
  const before = await getSetSeatPrices(ctx, resourceId);
  const set = readSteps(steps, before);
  if (typeof set === 'string') throw fail(set);
  await store.replaceSeatSteps(ctx.db, resourceId, set);
  const after = await getSetSeatPrices(ctx, resourceId);
  await audit(ctx, {
    action: 'set-seat-prices',
    object: 'resource',
    objectId: resourceId,
    before: before.steps,
    after: after.steps,
  });
  return after;
}

type Set = { priceMinor: number; steps: readonly SeatStep[] };

function showPrices(resourceId: number, { title, currency }: Offer, { priceMinor, steps }: Set): SeatPrices {
  const price = toMajor(priceMinor, currency);
  return { resourceId, title, currency, price, steps: showSteps(steps, currency) };
}
