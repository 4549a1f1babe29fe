import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { lockPayments, updateAttemptIntent } from './attempt-store.ts';
import * as store from './recover-store.ts';
import { type MadePayment, saleOf } from './rules.ts';

/** What a payment says it was for, and whether that is known here. */
export type FoundSale =
  | { kind: 'not-of-a-sale' }
  | { kind: 'member-unknown' | 'resource-unknown'; id: number }
  | { kind: 'recovered' };

/**
 * Writes the attempt of a payment again that was lost with a part of the database. Ids are not given twice, not even
 * after a restore, so a member or resource of this id is the one who paid and what was paid for.
 */
export async function recoverAttempt(ctx: Context, paid: MadePayment, ownIds: readonly string[]): Promise<FoundSale> {
  const sale = saleOf(paid, ownIds);
  if (!sale) return { kind: 'not-of-a-sale' };
  if (!(await store.hasMember(ctx.db, sale.userId))) return { kind: 'member-unknown', id: sale.userId };
  if (!(await store.hasResource(ctx.db, sale.resourceId))) return { kind: 'resource-unknown', id: sale.resourceId };
  await lockPayments(ctx.db, sale);
  // Opened before the backup was made, and given its payment afterwards.
  const begun = await store.findAttempt(ctx.db, sale.id);
  if (begun && begun.intentId === null && begun.userId === sale.userId && begun.resourceId === sale.resourceId) {
    await updateAttemptIntent(ctx.db, sale.id, paid.intentId);
  } else if (begun) {
    return { kind: 'not-of-a-sale' };
  } else {
    await store.insertLostAttempt(ctx.db, sale, paid);
  }
  const { id: objectId, userId: memberId } = sale;
  const after = { amountMinor: paid.amountMinor, currency: paid.currency };
  await audit(ctx, { action: 'recover', object: 'payment', objectId, memberId, after });
  return { kind: 'recovered' };
}
