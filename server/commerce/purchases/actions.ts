import type { CompletePurchase, Purchase, PurchaseQuery } from '#contract/commerce/purchases.ts';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import { toMajor } from '#contract/money.ts';
import { isDuplicate, sumReturned } from '#server/commerce/payments/refund-actions.ts';
import { showTax, type Tax } from '#server/commerce/payments/tax-rules.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { findAttemptByIntent } from './attempt-store.ts';
import {
  countLivePurchases,
  findLivePurchase,
  findOwnPurchase,
  findPurchaseByIntent,
  isBought as hasBuyers,
  listLivePurchases,
  type PurchaseRow,
  removeLivePurchase,
} from './store.ts';

/** Page size when the query names none. */
const longestList = 1000;

/** Lists the member's live purchases, newest first, with their total number (API-15). */
export async function listPurchases(
  ctx: MemberContext,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ purchases: Purchase[]; total: number }> {
  const { userId } = ctx.actor;
  const rows = await listLivePurchases(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  return { purchases: rows.map(showPurchase), total: await countLivePurchases(ctx.db, userId) };
}

/** Whether any member owns a resource by purchase, so that it must stay available. */
export function isBought(ctx: Context, resourceId: number): Promise<boolean> {
  return hasBuyers(ctx.db, resourceId);
}

/**
 * Finds the recorded purchase of a payment; null when there is none yet. Rejects payments that are not the caller's own
 * for this resource, before Stripe is called.
 * @throws purchases.payment-unknown, and purchases.returned when the purchase has ended, or the refund of a payment
 * that buys nothing was ordered
 */
export async function findCompleted(ctx: MemberContext, asked: CompletePurchase): Promise<Purchase | null> {
  const attempt = await findAttemptByIntent(ctx.db, asked.paymentIntentId);
  if (attempt?.userId !== ctx.actor.userId || attempt.resourceId !== asked.resourceId) {
    throw fail('purchases.payment-unknown');
  }
  const purchase = await findPurchaseByIntent(ctx.db, asked.paymentIntentId);
  if (purchase && purchase.status !== 'paid') throw fail('purchases.returned');
  if (purchase) return showPurchase(purchase);
  // The second payment of a sale is refunded, because the member already owns the resource by the first.
  const isPaidTwice = await isDuplicate(ctx, attempt.id);
  const first = isPaidTwice ? await findLivePurchase(ctx.db, attempt.userId, attempt.resourceId) : null;
  if (isPaidTwice && !first) throw fail('purchases.returned');
  return first && showPurchase(first);
}

function showPurchase(row: PurchaseRow): Purchase {
  return {
    id: row.id,
    resourceId: row.resource_id,
    purchaseDate: row.purchased_at.toISOString(),
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    stripePaymentIntentId: row.stripe_payment_intent_id,
    documentId: row.document_id,
    // Safe cast, because only `attempt-store.ts` and `order-store.ts` write this column.
    tax: showTax(row.tax as Tax | null, { totalMinor: row.amount_minor, currency: row.currency }),
    paidWith: row.paid_with,
    isGift: row.is_gift,
    seats: row.seats,
    boughtFor: row.bought_for,
    resource: { id: row.resource_id, title: row.title },
  };
}

/** Lists a member's live purchases, newest first, with their total number (API-42). @throws accounts.not-found */
export async function listMemberPurchases(
  ctx: Context,
  userId: number,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ purchases: MemberPurchase[]; total: number }> {
  await getUser(ctx, userId);
  const rows = await listLivePurchases(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  const returned = await sumReturned(
    ctx,
    rows.map((row) => row.attempt_id),
  );
  const purchases = rows.map((row) => ({
    id: row.id,
    resourceId: row.resource_id,
    resource: { id: row.resource_id, title: row.title },
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    createdAt: row.purchased_at.toISOString(),
    stripePaymentIntentId: row.stripe_payment_intent_id,
    isGift: row.is_gift,
    seats: row.seats,
    refundedMinor: returned.get(row.attempt_id) ?? 0,
    leftMinor: row.amount_minor - (returned.get(row.attempt_id) ?? 0),
  }));
  return { purchases, total: await countLivePurchases(ctx.db, userId) };
}

type OfMember = { userId: number; purchaseId: number };

/**
 * Returns the payment of a member's purchase; the purchase may have ended.
 * @throws purchases.not-found, billing.nothing-to-refund
 */
export async function getPurchasePayment(
  ctx: Context,
  { userId, purchaseId }: OfMember,
): Promise<{ attemptId: number; intentId: string }> {
  const purchase = await findOwnPurchase(ctx.db, userId, purchaseId);
  if (!purchase) throw fail('purchases.not-found');
  const intentId = purchase.stripe_payment_intent_id;
  // A promo code covered the whole price.
  if (intentId === null) throw fail('billing.nothing-to-refund');
  return { attemptId: purchase.attempt_id, intentId };
}

/**
 * Removes a purchase, so that it no longer gives access (ACCESS-16). It refunds nothing.
 * @returns the payment's id at the provider; null when a promo code covered the whole price
 * @throws purchases.not-found also for another member's purchase and for one that has ended
 */
export async function removePurchase(ctx: MemberContext, { userId, purchaseId }: OfMember): Promise<string | null> {
  const removed = await removeLivePurchase(ctx.db, userId, purchaseId);
  if (!removed) throw fail('purchases.not-found');
  const { resource_id: resourceId, stripe_payment_intent_id: stripePaymentIntentId } = removed;
  const before = { status: 'paid', userId, resourceId };
  await audit(ctx, {
    action: 'remove',
    object: 'purchase',
    objectId: purchaseId,
    memberId: userId,
    before,
    after: { status: 'removed' },
  });
  return stripePaymentIntentId;
}
