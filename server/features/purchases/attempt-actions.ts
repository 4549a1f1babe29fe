import type { PurchaseConsent } from '#contract/purchases.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
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
  supersedeAttempts,
  updateAttemptFromSnapshot,
  updateAttemptIntent,
  updateAttemptOpened,
} from './attempt-store.ts';
import { type Attempt, type MadePayment, priceOf, saleOf } from './rules.ts';
import { findLivePurchase, findOffer } from './store.ts';

type Price = { title: string; amountMinor: number; currency: string };

/**
 * Refuses what this member cannot buy (CHECKOUT-16): 404 for unknown and unpublished resources, 400 for free and
 * subscription ones, 409 for owned ones.
 */
async function checkSale(ctx: MemberContext, resourceId: number): Promise<Price> {
  const offer = await findOffer(ctx.db, resourceId);
  if (!offer) throw fail('catalogue.not-found');
  const amountMinor = priceOf(offer);
  if (amountMinor === null) throw fail('purchases.not-for-sale');
  if (await findLivePurchase(ctx.db, ctx.actor.userId, resourceId)) throw fail('purchases.already-owned');
  return { title: offer.title, amountMinor, currency: offer.currency };
}

/**
 * Whether opening the checkout would make a new payment, because none is open at today's price.
 * @throws the refusals of CHECKOUT-16
 */
export async function needsNewPayment(ctx: MemberContext, resourceId: number): Promise<boolean> {
  const price = await checkSale(ctx, resourceId);
  const open = await findOpenAttempt(ctx.db, { userId: ctx.actor.userId, resourceId });
  return !open?.intentId || !hasPrice(open, price);
}

/** An attempt to be paid, and the superseded ones that must be cancelled at Stripe first. */
type OpenedAttempt = { attempt: Attempt; title: string; superseded: Attempt[] };

/**
 * Finds the open attempt of this sale while its price is the resource's, or opens one (CHECKOUT-05, CHECKOUT-15).
 * @throws the refusals of CHECKOUT-16
 */
export async function openAttempt(ctx: MemberContext, resourceId: number): Promise<OpenedAttempt> {
  const sale = { userId: ctx.actor.userId, resourceId };
  await lockPayments(ctx.db, sale);
  const { title, ...price } = await checkSale(ctx, resourceId);
  const open = await findOpenAttempt(ctx.db, sale);
  const isReusable = open !== null && hasPrice(open, price);
  if (isReusable) await updateAttemptOpened(ctx.db, open.id);
  else await supersedeAttempts(ctx.db, sale);
  const attempt = isReusable ? open : await insertAttempt(ctx.db, { ...sale, ...price });
  return { attempt, title, superseded: await listSupersededAttempts(ctx.db, sale) };
}

/** Records Stripe's intent for an attempt. @returns the attempt as it is now, which may no longer be open */
export async function recordIntent(ctx: Context, attemptId: number, intentId: string): Promise<Attempt> {
  return updateAttemptIntent(ctx.db, attemptId, intentId);
}

/**
 * Records that the member asks for access at once. Consent comes before the charge, so a payment that has ended records
 * none; that is no failure, because the page then shows how it ended.
 * @throws purchases.payment-unknown
 */
export async function agree(ctx: MemberContext, { paymentIntentId, textVersion }: PurchaseConsent): Promise<void> {
  const attempt = await findAttemptByIntent(ctx.db, paymentIntentId);
  if (attempt?.userId !== ctx.actor.userId) throw fail('purchases.payment-unknown');
  if (attempt.status === 'open') await recordConsent(ctx, { attemptId: attempt.id }, textVersion);
}

/** Cancels an attempt that cannot be paid: its intent does not exist, or its secret never left the server. */
export async function closeAttempt(ctx: Context, attemptId: number): Promise<void> {
  await cancelAttempt(ctx.db, attemptId);
}

/**
 * Records that Stripe knows no such payment. The attempt keeps its status, because the payment may belong to another
 * Stripe account (changed keys); an unpaid attempt expires after 7 days.
 */
export async function noteMissing(ctx: Context, attempt: Attempt, snapshotNumber: number): Promise<Attempt> {
  const { id, lastSnapshotNumber, status } = await lockAttempt(ctx.db, attempt.id);
  if (snapshotNumber > lastSnapshotNumber) await updateAttemptFromSnapshot(ctx.db, id, { snapshotNumber, status });
  return lockAttempt(ctx.db, id);
}

/** Supersedes an open attempt; its intent must then be cancelled. */
export async function giveUpAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  await lockPayments(ctx.db, attempt);
  await supersedeAttempts(ctx.db, attempt);
}

/** The attempt that a payment was made for; null when it is not ours. */
export async function findByIntent(ctx: Context, intentId: string): Promise<Attempt | null> {
  return findAttemptByIntent(ctx.db, intentId);
}

/** The open attempts of a member. */
export async function listOpen(ctx: Context, userId: number): Promise<Attempt[]> {
  return listOpenAttempts(ctx.db, userId);
}

/** Superseded attempts, whose intents must still be cancelled. */
export async function listSuperseded(ctx: Context, attempt: Attempt): Promise<Attempt[]> {
  return listSupersededAttempts(ctx.db, attempt);
}

/** Attempts to sync again; see the store for which. */
export async function listUnfinished(ctx: Context, atStart: boolean): Promise<(Attempt & { isAbandoned: boolean })[]> {
  return listUnfinishedAttempts(ctx.db, { atStart, limit: 200 });
}

function hasPrice(attempt: Attempt, { amountMinor, currency }: Pick<Price, 'amountMinor' | 'currency'>): boolean {
  return attempt.amountMinor === amountMinor && attempt.currency === currency;
}

/** What the metadata of a payment names, and whether the database knows it. */
type FoundSale =
  | { kind: 'not-of-a-sale' }
  | { kind: 'member-unknown' | 'resource-unknown'; id: number }
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
