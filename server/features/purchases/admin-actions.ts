import { toMajor } from '#contract/money.ts';
import type { PurchaseQuery } from '#contract/purchases.ts';
import type { MemberPurchase, OwnerCount } from '#contract/purchases-admin.ts';
import { getUser } from '#server/features/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { countLivePurchases, listLivePurchases, listOwnerCounts, removeLivePurchase } from './store.ts';

/** How many purchases are answered when no page is asked for. */
const longestList = 1000;

/** A member's live purchases, newest first, and how many there are (API-42). @throws accounts.not-found */
export async function listMemberPurchases(
  ctx: Context,
  userId: number,
  { page = 1, pageSize = longestList }: PurchaseQuery,
): Promise<{ purchases: MemberPurchase[]; total: number }> {
  await getUser(ctx, userId);
  const rows = await listLivePurchases(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  const purchases = rows.map((row) => ({
    id: row.id,
    resourceId: row.resource_id,
    resource: row.title,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    createdAt: row.purchased_at.toISOString(),
    stripePaymentIntentId: row.stripe_payment_intent_id,
  }));
  return { purchases, total: await countLivePurchases(ctx.db, userId) };
}

type Removal = { userId: number; purchaseId: number };

/**
 * Takes a purchase away; it opens nothing from now on (ACCESS-16). No money goes back by this.
 * @returns the payment's id at the provider
 * @throws purchases.not-found also for somebody else's, and for one that has ended
 */
export async function removePurchase(ctx: MemberContext, { userId, purchaseId }: Removal): Promise<string> {
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

/** How many members own each of these resources by purchase; those without an owner are left out. */
export function countOwners(ctx: Context, resourceIds: readonly number[]): Promise<OwnerCount[]> {
  return listOwnerCounts(ctx.db, resourceIds);
}
