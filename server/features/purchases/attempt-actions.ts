import type { PurchaseConsent } from '#contract/purchases.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import {
  cancelAttempt,
  findAttemptByIntent,
  findOpenAttempt,
  insertAttempt,
  listSupersededAttempts,
  listUnfinishedAttempts,
  lockAttempt,
  lockPayments,
  nextSnapshotNumber,
  supersedeAttempts,
  updateAttemptFromSnapshot,
  updateAttemptIntent,
  updateAttemptOpened,
} from './attempt-store.ts';
import { hasReturns } from './refund-store.ts';
import { type Attempt, priceOf } from './rules.ts';
import { findLivePurchase, findOffer } from './store.ts';

type Price = { title: string; amountMinor: number; currency: string };

/**
 * Refuses what cannot be bought by this member (CHECKOUT-16): 404 for unknown and unpublished resources, 400 for free
 * and subscription ones, 409 for owned ones.
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

/** An attempt to be paid, and those that must be cancelled at the provider before it may be. */
export type OpenedAttempt = { attempt: Attempt; title: string; superseded: Attempt[] };

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

/** Notes the provider's intent for an attempt. @returns the attempt as it is now, which may no longer be open */
export async function recordIntent(ctx: Context, attemptId: number, intentId: string): Promise<Attempt> {
  return updateAttemptIntent(ctx.db, attemptId, intentId);
}

/**
 * Notes that the member asks for access at once. Consent comes before the charge: to a payment that has ended nobody
 * agrees any more, and that is no failure, because the page finds out by itself how it ended.
 * @throws purchases.payment-unknown
 */
export async function agree(ctx: MemberContext, { paymentIntentId, textVersion }: PurchaseConsent): Promise<void> {
  const attempt = await findAttemptByIntent(ctx.db, paymentIntentId);
  if (attempt?.userId !== ctx.actor.userId) throw fail('purchases.payment-unknown');
  if (attempt.status === 'open') await recordConsent(ctx, { attemptId: attempt.id }, textVersion);
}

/** Ends an attempt that cannot be paid: its intent does not exist or was never given out. */
export async function closeAttempt(ctx: Context, attemptId: number): Promise<void> {
  await cancelAttempt(ctx.db, attemptId);
}

/**
 * Notes that the provider knows no such payment. Nothing is concluded: it may be another provider's (changed keys), and
 * a checkout that stays unpaid is given up in its time.
 */
export async function noteMissing(ctx: Context, attempt: Attempt, snapshotNumber: number): Promise<Attempt> {
  const { id, lastSnapshotNumber, status } = await lockAttempt(ctx.db, attempt.id);
  if (snapshotNumber > lastSnapshotNumber) await updateAttemptFromSnapshot(ctx.db, id, { snapshotNumber, status });
  return lockAttempt(ctx.db, id);
}

/** Gives up an open attempt; its intent is then to be cancelled. */
export async function giveUpAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  await lockPayments(ctx.db, attempt);
  await supersedeAttempts(ctx.db, attempt);
}

/** The attempt that a payment was made for; null when it is not ours. */
export async function findByIntent(ctx: Context, intentId: string): Promise<Attempt | null> {
  return findAttemptByIntent(ctx.db, intentId);
}

/** Attempts whose intents wait to be cancelled. */
export async function listSuperseded(ctx: Context, attempt: Attempt): Promise<Attempt[]> {
  return listSupersededAttempts(ctx.db, attempt);
}

/** Attempts to sync again; see the store for which. */
export async function listUnfinished(ctx: Context, atStart: boolean): Promise<(Attempt & { isAbandoned: boolean })[]> {
  return listUnfinishedAttempts(ctx.db, { atStart, limit: 200 });
}

/** Begins a snapshot of a payment. `mayHaveReturns`: refunds or disputes are known here already. */
export async function beginSnapshot(
  ctx: Context,
  attempt: Attempt,
): Promise<{ snapshotNumber: number; mayHaveReturns: boolean }> {
  return { snapshotNumber: await nextSnapshotNumber(ctx.db), mayHaveReturns: await hasReturns(ctx.db, attempt.id) };
}

function hasPrice(attempt: Attempt, { amountMinor, currency }: Pick<Price, 'amountMinor' | 'currency'>): boolean {
  return attempt.amountMinor === amountMinor && attempt.currency === currency;
}
