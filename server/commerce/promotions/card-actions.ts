import { refundUse } from '#server/commerce/purchases/fulfil-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { type Claims, claimPaidCard, keepCustomer, releaseUse } from './actions.ts';
import { findPaidAttempt } from './store.ts';

/** A paid purchase, and the fingerprint of the card that paid; null for other payment methods. */
export type PaidBy = { attemptId: number; cardPrint: string | null };

/**
 * Claims the code of a paid purchase for its card (PROMO-21), and records the payer as a customer (PROMO-19). When the
 * code may not be used with the card, the purchase is refunded and its use released. Safe to run twice.
 */
export async function claimCard(
  ctx: Context,
  { claims, portal }: { claims: Claims; portal: Portal },
  { attemptId, cardPrint }: PaidBy,
): Promise<void> {
  const paid = await findPaidAttempt(ctx.db, attemptId);
  if (!paid) return;
  const { userId, use } = paid;
  // Recorded first: of two accounts that pay with one card at the same moment, the second waits here for the first.
  await keepCustomer(ctx, claims, { userId, cardPrints: cardPrint ? [cardPrint] : [] });
  const refund = use && cardPrint ? await claimPaidCard(ctx, claims, { use, userId, cardPrint }) : null;
  if (!use || !refund || !(await refundUse(ctx, attemptId, { why: refund, portal }))) return;
  await releaseUse(ctx, use.id);
  const deed = { action: 'refuse-checkout', object: 'promo-code', objectId: use.codeId, memberId: userId } as const;
  await audit(ctx, { ...deed, after: { attemptId } });
}
