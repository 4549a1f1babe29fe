import { toMajor } from '#contract/money.ts';
import type { CompletePurchase, Purchase, PurchaseQuery } from '#contract/purchases.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { findAttemptByIntent } from './attempt-store.ts';
import type { Receipt } from './receipt.ts';
import {
  cancelDueRefund,
  type DueRefund,
  findDueRefund,
  isDuplicate,
  listDisputes,
  listDueRefunds,
} from './refund-store.ts';
import { receiptNumber, refundStandsWith } from './rules.ts';
import {
  countLivePurchases,
  findLivePurchase,
  findOwnPurchase,
  findPurchaseByIntent,
  getBuyer,
  isBought as isBoughtBySomebody,
  listLivePurchases,
  type PurchaseRow,
} from './store.ts';

/** How many purchases are answered when no page is asked for. */
const longestList = 1000;

/** The member's live purchases, newest first, and how many there are (API-15). */
export async function listPurchases(
  ctx: MemberContext,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ purchases: Purchase[]; total: number }> {
  const { userId } = ctx.actor;
  const rows = await listLivePurchases(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  return { purchases: rows.map(showPurchase), total: await countLivePurchases(ctx.db, userId) };
}

/** Whether anybody owns a resource by purchase, so that it must go on working. */
export function isBought(ctx: Context, resourceId: number): Promise<boolean> {
  return isBoughtBySomebody(ctx.db, resourceId);
}

/**
 * Refuses payments that are not the caller's own for this resource, before the provider is asked.
 * @returns the purchase when it is recorded already
 * @throws purchases.payment-unknown, and purchases.returned when the money has gone back
 */
export async function findCompleted(ctx: MemberContext, asked: CompletePurchase): Promise<Purchase | null> {
  const attempt = await findAttemptByIntent(ctx.db, asked.paymentIntentId);
  if (attempt?.userId !== ctx.actor.userId || attempt.resourceId !== asked.resourceId) {
    throw fail('purchases.payment-unknown');
  }
  const purchase = await findPurchaseByIntent(ctx.db, asked.paymentIntentId);
  if (purchase && purchase.status !== 'paid') throw fail('purchases.returned');
  if (purchase) return showPurchase(purchase);
  // The second payment of a sale is sent back; what the member owns is the first.
  const isPaidTwice = await isDuplicate(ctx.db, attempt.id);
  const first = isPaidTwice ? await findLivePurchase(ctx.db, attempt.userId, attempt.resourceId) : null;
  if (isPaidTwice && !first) throw fail('purchases.returned');
  return first && showPurchase(first);
}

/**
 * The receipt of an own purchase; ended ones keep theirs, with a note.
 * @param seller name and address, as on the portal's imprint
 */
export async function getReceipt(ctx: MemberContext, purchaseId: number, seller: string): Promise<Receipt> {
  const purchase = await findOwnPurchase(ctx.db, ctx.actor.userId, purchaseId);
  if (!purchase) throw fail('purchases.not-found');
  const { firstName, lastName, organization, email } = await getBuyer(ctx.db, ctx.actor.userId);
  return {
    number: receiptNumber(purchase.id),
    date: purchase.purchased_at,
    seller: seller.split('\n'),
    buyer: [`${firstName} ${lastName}`, organization, email].filter((line) => line !== null),
    title: purchase.title,
    amountMinor: purchase.amount_minor,
    currency: purchase.currency,
    paymentReference: purchase.stripe_payment_intent_id,
    note: endNotes[purchase.status],
  };
}

const endNotes: Record<PurchaseRow['status'], string | null> = {
  paid: null,
  refunded: 'This payment has been refunded in full.',
  dispute_lost: 'This payment was disputed and has been returned to the card.',
  removed: 'This purchase has been removed by an administrator.',
};

/**
 * A due refund that may be made now; null when it is done, must wait for a dispute, or was dropped because the bank has
 * given the money back already.
 */
export async function claimDueRefund(ctx: Context, refundId: number): Promise<DueRefund | null> {
  const refund = await findDueRefund(ctx.db, refundId);
  if (!refund) return null;
  const standing = refundStandsWith(await listDisputes(ctx.db, refund.attemptId));
  if (standing === 'drop') await cancelDueRefund(ctx.db, refundId);
  return standing === 'issue' ? refund : null;
}

/** A refund that was decided and not yet made; null when it is done or dropped. */
export async function findDue(ctx: Context, refundId: number): Promise<DueRefund | null> {
  return findDueRefund(ctx.db, refundId);
}

/** Refunds that were decided and not yet made. */
export async function listDue(ctx: Context): Promise<DueRefund[]> {
  return listDueRefunds(ctx.db, 100);
}

function showPurchase(row: PurchaseRow): Purchase {
  return {
    id: row.id,
    resourceId: row.resource_id,
    purchaseDate: row.purchased_at.toISOString(),
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    stripePaymentIntentId: row.stripe_payment_intent_id,
    resource: { title: row.title },
  };
}
