import type { GiftForm, PurchaseConsent } from '#contract/commerce/purchases.ts';
import { isoDay } from '#contract/dates.ts';
import { maximumChargeMinor, minimumCharge, moneyText } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import { basisOf, makeTaxOrder, recordConsent } from '#server/commerce/payments/actions.ts';
import { taxOf } from '#server/commerce/payments/document-rules.ts';
import { discountedMinor } from '#server/commerce/payments/rules.ts';
import { seatPriceOf } from '#server/commerce/payments/seat-price-rules.ts';
import { type Tax, type TaxOrder, totalOf } from '#server/commerce/payments/tax-rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import {
  cancelAttempt,
  findAttempt,
  findAttemptByIntent,
  findOpenAttempt,
  hasMember,
  hasResource,
  insertAttempt,
  insertLostAttempt,
  listOpenAttempts,
  listSupersededAttempts,
  listUnfinishedAttempts,
  lockAttempt,
  lockPayments,
  supersedeAttempt,
  supersedeAttempts,
  updateAttemptFromSnapshot,
  updateAttemptHeld,
  updateAttemptIntent,
  updateAttemptOpened,
  updateHolds,
} from './attempt-store.ts';
import { insertGift, isDeliveryDay, isGiftOf } from './gift-store.ts';
import {
  type Attempt,
  type CheckoutCode,
  type MadePayment,
  priceOf,
  type SeatOrder,
  saleOf,
  saleTitle,
} from './rules.ts';
import { hasOrganisation, listSeatSteps } from './seat-store.ts';
import { findLivePurchase, findOffer } from './store.ts';

/** Calls of promotions about codes; `checkoutCodes` there makes them. */
export type CheckoutCodes = {
  /** Finds a typed code that applies to this purchase of the caller; rejects every other code. */
  find(ctx: MemberFlowContext, typed: string, sale: { resourceId: number; isGift: boolean }): Promise<CheckoutCode>;
  /**
   * Finds the unpaid attempt for which the caller's use of a code is counted, also when another account of the person
   * made it; null when there is none.
   */
  findHolder(ctx: MemberContext, codeId: number): Promise<number | null>;
  /**
   * Counts the use of a code for an attempt.
   * @returns the time until which the price with the code can be paid
   * @throws promotions.code-refused, promotions.redeemed-before
   */
  take(ctx: MemberContext, use: { codeId: number; attemptId: number }): Promise<Date>;
  /** Whether a code can still be used: it is active and has not expired. */
  isLive(ctx: Context, codeId: number): Promise<boolean>;
};

/** A sale: the resource, the promo code, the gift, and the organisation's order of seats. */
export type Wanted = { resourceId: number; code: CheckoutCode | null; gift: GiftForm | null; order: SeatOrder | null };

/** Amounts in minor units: `listMinor` before the discount, `priceMinor` after it; tax that is added is in neither. */
type Price = Pick<Attempt, 'currency' | 'promoCodeId'> & { title: string; listMinor: number; priceMinor: number };

/**
 * Returns the price to charge. Rejects sales that this member cannot make (CHECKOUT-16): 404 for unknown and
 * unpublished resources, 400 for free and subscription ones, 409 for owned ones. Also rejects a code that leaves less
 * than the minimum charge.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.already-owned,
 * purchases.gift-day, purchases.below-minimum
 */
export async function checkSale(ctx: MemberContext, { resourceId, code, gift, order }: Wanted): Promise<Price> {
  const offer = await findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const ownMinor = priceOf(offer);
  if (ownMinor === null) throw fail('purchases.not-for-sale');
  const seatMinor = order && seatPriceOf(ownMinor, await listSeatSteps(ctx.db, resourceId), order.seats);
  const listMinor = order && seatMinor ? seatMinor * order.seats : ownMinor;
  if (listMinor > maximumChargeMinor) throw fail('purchases.above-maximum');
  if (gift === null && order === null && (await findLivePurchase(ctx.db, ctx.actor.userId, resourceId))) {
    throw fail('purchases.already-owned');
  }
  if (gift !== null) {
    const today = isoDay(ctx.now, ctx.actor.timeZone);
    if (!(await isDeliveryDay(ctx.db, { day: gift.deliverOn, today }))) throw fail('purchases.gift-day');
  }
  const { currency } = offer;
  const title = saleTitle(offer.title, order?.seats ?? null);
  const priceMinor = code ? discountedMinor(listMinor, code.discount) : listMinor;
  const minimumMinor = minimumCharge(currency);
  if (priceMinor > 0 && priceMinor < minimumMinor) {
    throw fail('purchases.below-minimum', {
      rest: moneyText({ amountMinor: priceMinor, currency }),
      minimum: moneyText({ amountMinor: minimumMinor, currency }),
    });
  }
  return { title, listMinor, priceMinor, currency, promoCodeId: code?.id ?? null };
}

/** The tax order of the current price, and the open payment at this price. */
type Quote = {
  /** Price and buyer to compute the tax for; null without tax. */
  taxOrder: TaxOrder | null;
  open: Attempt | null;
};

/**
 * Returns the tax order of today's price for the caller, and the open payment at that price and tax; `open` is null
 * when there is none.
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.already-owned,
 * purchases.gift-day, purchases.below-minimum, payments.place-needed
 */
export async function quote(ctx: MemberContext, taxMode: TaxMode, wanted: Wanted): Promise<Quote> {
  const price = await checkSale(ctx, wanted);
  const { userId } = ctx.actor;
  const taxOrder = await makeTaxOrder(ctx, taxMode, { ...price, userId });
  const open = await findOpenAttempt(ctx.db, saleBy(ctx, wanted));
  return { taxOrder, open: open && hasPrice(open, { ...price, basis: taxOrder && basisOf(taxOrder) }) ? open : null };
}

/**
 * An attempt to be paid; without one, the caller must ask again after it has cancelled the `superseded` attempts at
 * Stripe. That list is empty when only the price has changed.
 */
type OpenedAttempt = { attempt: Attempt; price: Price } | { attempt: null; superseded: Attempt[] };

/** `tax` was computed for `taxOrder`; both are null without tax. */
type Taxed = Wanted & { taxOrder: TaxOrder | null; tax: Tax | null };

/**
 * Returns the open attempt of this sale if its price, tax, seats and gift are those wanted. Otherwise supersedes it,
 * and opens another once no superseded attempt of the sale is left (CHECKOUT-05, CHECKOUT-15). The use of a code moves
 * with the member from one checkout to the next (PROMO-18).
 * @throws catalogue.not-found, purchases.not-for-sale, purchases.above-maximum, purchases.already-owned,
 * purchases.gift-day, purchases.below-minimum, promotions.code-refused, promotions.redeemed-before
 */
export async function openAttempt(ctx: MemberContext, wanted: Taxed, codes: CheckoutCodes): Promise<OpenedAttempt> {
  const sale = saleBy(ctx, wanted);
  await lockPayments(ctx.db, sale);
  const price = await checkSale(ctx, wanted);
  const { tax, taxOrder } = wanted;
  // The price changed while Stripe computed the tax: the next round asks again.
  if (taxOrder && (taxOrder.priceMinor !== price.priceMinor || taxOrder.currency !== price.currency)) {
    return { attempt: null, superseded: [] };
  }
  const open = await findOpenAttempt(ctx.db, sale);
  const { gift } = wanted;
  const isReusable =
    open !== null &&
    hasPrice(open, { ...price, basis: tax?.basis ?? null }) &&
    open.order?.seats === wanted.order?.seats &&
    // Two gifts of one resource in two tabs are two payments, so that each goes to its own recipient.
    (gift === null || (await isGiftOf(ctx.db, open.id, gift)));
  if (isReusable) await updateAttemptOpened(ctx.db, open.id);
  else await supersedeAttempts(ctx.db, sale);
  const superseded = await listSupersededAttempts(ctx.db, sale);
  const holderId = wanted.code && !isReusable ? await codes.findHolder(ctx, wanted.code.id) : null;
  if (holderId !== null && !superseded.some(({ id }) => id === holderId)) {
    superseded.push(await supersedeAttempt(ctx.db, holderId));
  }
  if (superseded.length > 0) return { attempt: null, superseded };
  if (isReusable) return { attempt: open, price };
  const attempt = await insertAttempt(ctx.db, { ...sale, ...price, tax, amountMinor: totalOf(price, tax) });
  if (gift) await insertGift(ctx.db, { attemptId: attempt.id, userId: sale.userId, gift });
  if (!wanted.code) return { attempt, price };
  const heldUntil = await codes.take(ctx, { codeId: wanted.code.id, attemptId: attempt.id });
  await updateAttemptHeld(ctx.db, attempt.id, heldUntil);
  await enqueueHoldEnd(ctx, attempt.id, heldUntil);
  return { attempt, price };
}

/** Shortens the time in which open payments with a code can be paid, because the code ends then (PROMO-18). */
export async function limitHolds(ctx: Context, codeId: number, endsAt: Date): Promise<void> {
  for (const id of await updateHolds(ctx.db, codeId, endsAt)) await enqueueHoldEnd(ctx, id, endsAt);
}

async function enqueueHoldEnd(ctx: Context, attemptId: number, runAt: Date): Promise<void> {
  await enqueue(ctx.db, 'end-code-hold', { attemptId }, { key: `end-code-hold:${attemptId}`, runAt });
}

const saleBy = (ctx: MemberContext, { resourceId, gift, order }: Wanted) => ({
  userId: ctx.actor.userId,
  resourceId,
  isGift: gift !== null,
  order,
});

/** Records Stripe's intent for an attempt. @returns the attempt as it is now, which may no longer be open */
export async function recordIntent(ctx: Context, attemptId: number, intentId: string): Promise<Attempt> {
  return updateAttemptIntent(ctx.db, attemptId, intentId);
}

/**
 * Records that the member asks for access at once. Consent comes before the charge, so a payment that has ended records
 * none; that is no failure, because the page then shows how it ended.
 * @throws purchases.payment-unknown, payments.tax-changed, payments.place-needed, promotions.code-ended
 */
export async function agree(
  ctx: MemberContext,
  { codes, taxMode }: { codes: CheckoutCodes; taxMode: TaxMode },
  { paymentIntentId, textVersion }: PurchaseConsent,
): Promise<void> {
  const attempt = await findAttemptByIntent(ctx.db, paymentIntentId);
  if (attempt?.userId !== ctx.actor.userId) throw fail('purchases.payment-unknown');
  const { promoCodeId } = attempt;
  if (promoCodeId !== null && !(await codes.isLive(ctx, promoCodeId))) throw fail('promotions.code-ended');
  if (attempt.status !== 'open') return;
  if (!(await hasTodaysTax(ctx, taxMode, attempt))) throw fail('payments.tax-changed');
  await recordConsent(ctx, { attemptId: attempt.id }, textVersion);
}

/**
 * Cancels an attempt that cannot be paid: its intent does not exist, its secret never left the server, or its invoice
 * is void or was never sent.
 */
export async function closeAttempt(ctx: Context, attemptId: number): Promise<void> {
  await cancelAttempt(ctx.db, attemptId);
}

/**
 * Records that Stripe knows no such payment. The attempt keeps its status, because the payment may belong to another
 * Stripe account (changed keys); an unpaid attempt expires after 7 days.
 */
export async function recordMissing(ctx: Context, attempt: Attempt, snapshotNumber: number): Promise<Attempt> {
  const { id, lastSnapshotNumber, status } = await lockAttempt(ctx.db, attempt.id);
  if (snapshotNumber > lastSnapshotNumber) await updateAttemptFromSnapshot(ctx.db, id, { snapshotNumber, status });
  return lockAttempt(ctx.db, id);
}

/** Supersedes an open attempt. The caller must then cancel its intent. */
export async function giveUpAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  await lockPayments(ctx.db, attempt);
  await supersedeAttempt(ctx.db, attempt.id);
}

/** Finds the attempt of a payment; null when the portal did not make the payment. */
export async function findByIntent(ctx: Context, intentId: string): Promise<Attempt | null> {
  return findAttemptByIntent(ctx.db, intentId);
}

/** Lists the open attempts of a member, without invoices of organisations. */
export async function listOpen(ctx: Context, userId: number): Promise<Attempt[]> {
  return listOpenAttempts(ctx.db, userId);
}

/** Lists attempts to sync again; `listUnfinishedAttempts` says which. */
export async function listUnfinished(ctx: Context, atStart: boolean): Promise<(Attempt & { isAbandoned: boolean })[]> {
  return listUnfinishedAttempts(ctx.db, { atStart, limit: 200 });
}

/** Whether the tax of a payment is that of the buyer's country, address and tax id as they are now. */
async function hasTodaysTax(ctx: MemberContext, mode: TaxMode, { tax, ...attempt }: Attempt): Promise<boolean> {
  const priceMinor = attempt.amountMinor - (tax && !tax.isIncluded ? taxOf(tax) : 0);
  const order = await makeTaxOrder(ctx, mode, { ...attempt, priceMinor });
  return (order && basisOf(order)) === (tax?.basis ?? null);
}

type Asked = Pick<Price, 'priceMinor' | 'currency' | 'promoCodeId'> & { basis: string | null };

function hasPrice(attempt: Attempt, { priceMinor, currency, promoCodeId, basis }: Asked): boolean {
  if (attempt.promoCodeId !== promoCodeId || attempt.currency !== currency) return false;
  // The basis contains the price.
  return attempt.tax === null ? basis === null && attempt.amountMinor === priceMinor : attempt.tax.basis === basis;
}

/** The outcome of looking up the sale that a payment's metadata names. */
type FoundSale =
  | { kind: 'not-of-a-sale' }
  | { kind: 'member-unknown' | 'resource-unknown' | 'organisation-unknown'; id: number }
  | { kind: 'recovered' };

/**
 * Recreates the attempt of a payment that the database lost. Ids are never reused, not even after a restore, so the ids
 * in the metadata still name the right member and resource.
 */
export async function recoverAttempt(ctx: Context, paid: MadePayment, ownIds: readonly string[]): Promise<FoundSale> {
  const sale = saleOf(paid, ownIds);
  if (!sale) return { kind: 'not-of-a-sale' };
  if (!(await hasMember(ctx.db, sale.userId))) return { kind: 'member-unknown', id: sale.userId };
  if (!(await hasResource(ctx.db, sale.resourceId))) return { kind: 'resource-unknown', id: sale.resourceId };
  const organisationId = sale.order?.organisationId;
  if (organisationId && !(await hasOrganisation(ctx.db, organisationId))) {
    return { kind: 'organisation-unknown', id: organisationId };
  }
  await lockPayments(ctx.db, sale);
  // The attempt was in the backup, its payment was made after it.
  const begun = await findAttempt(ctx.db, sale.id);
  if (begun && begun.intentId === null && begun.userId === sale.userId && begun.resourceId === sale.resourceId) {
    await updateAttemptIntent(ctx.db, sale.id, paid.intentId);
  } else if (begun) {
    return { kind: 'not-of-a-sale' };
  } else {
    await insertLostAttempt(ctx.db, sale, paid);
  }
  const { id: objectId, userId: memberId } = sale;
  const after = { amountMinor: paid.amountMinor, currency: paid.currency };
  await audit(ctx, { action: 'recover', object: 'payment', objectId, memberId, after });
  return { kind: 'recovered' };
}
