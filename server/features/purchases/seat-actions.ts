import { minimumCharge, toMajor, toMinor } from '#contract/money.ts';
import type { PurchaseQuery } from '#contract/purchases.ts';
import type { SeatOrder, SeatPrices, SeatPricesForm } from '#contract/purchases-seats.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Offer, priceOf, type SeatStep } from './rules.ts';
import * as store from './seat-store.ts';
import { findOffer } from './store.ts';

/** What seats of a published resource cost (SEAT-01). @throws catalogue.not-found, purchases.not-for-sale */
export async function getSeatPrices(ctx: Context, resourceId: number): Promise<SeatPrices> {
  const offer = await findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const priceMinor = priceOf(offer);
  if (priceMinor === null) throw fail('purchases.not-for-sale');
  const steps = await store.listSeatSteps(ctx.db, resourceId);
  // A step that the resource's own price has come down to saves nothing.
  return showPrices(resourceId, offer, { priceMinor, steps: steps.filter((step) => step.priceMinor < priceMinor) });
}

/** The same for administrators: of drafts too, with each step as it was set. */
export async function getSetSeatPrices(ctx: Context, resourceId: number): Promise<SeatPrices> {
  const offer = await store.findAnyOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const priceMinor = priceOf(offer);
  if (priceMinor === null) throw fail('purchases.not-for-sale');
  return showPrices(resourceId, offer, { priceMinor, steps: await store.listSeatSteps(ctx.db, resourceId) });
}

/**
 * Sets the volume prices of a resource (SEAT-01). What was ordered before keeps its price.
 * @throws catalogue.not-found, purchases.not-for-sale, seat-price, seat-steps
 */
export async function setSeatPrices(
  ctx: MemberContext,
  resourceId: number,
  { steps }: SeatPricesForm,
): Promise<SeatPrices> {
  await store.lockSeatSteps(ctx.db, resourceId);
  const before = await getSetSeatPrices(ctx, resourceId);
  const set = steps.map(({ fromSeats, price }): SeatStep => {
    const priceMinor = toMinor(price, before.currency);
    if (priceMinor === null || priceMinor * fromSeats < minimumCharge(before.currency))
      throw fail('purchases.seat-price');
    return { fromSeats, priceMinor };
  });
  let last = { fromSeats: 2, price: before.price };
  for (const step of steps) {
    if (step.fromSeats <= last.fromSeats || step.price >= last.price) throw fail('purchases.seat-steps');
    last = step;
  }
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
  const shown = steps.map((step) => ({ fromSeats: step.fromSeats, price: toMajor(step.priceMinor, currency) }));
  return { resourceId, title, currency, price: toMajor(priceMinor, currency), steps: shown };
}

/** The number of orders in a reply when the caller asks for no page. */
const longestList = 200;

/**
 * What an organisation has ordered, newest first, and how many orders there are (SEAT-04). The caller has checked the
 * role. An invoice belongs to its payer, so only the payer gets its id.
 */
export async function listOrders(
  ctx: MemberContext,
  organisationId: number,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ orders: SeatOrder[]; total: number }> {
  const rows = await store.listOrders(ctx.db, organisationId, { limit: pageSize, offset: (page - 1) * pageSize });
  const orders = rows.map((row) => ({
    id: row.id,
    kind: 'resource' as const,
    resourceId: row.resource_id,
    title: row.title,
    seats: row.seats,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    payment: row.by_invoice ? ('invoice' as const) : ('card' as const),
    status: row.status,
    orderedAt: row.ordered_at.toISOString(),
    payer: row.payer,
    poNumber: row.po_number,
    invoiceUrl: row.invoice_url,
    dueAt: row.invoice_due_at?.toISOString() ?? null,
    worksUntil: row.credit_until?.toISOString() ?? null,
    documentId: row.user_id === ctx.actor.userId ? row.document_id : null,
  }));
  return { orders, total: await store.countOrders(ctx.db, organisationId) };
}
