import type { CheckoutCodes } from '#server/features/purchases/attempt-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type LiveCode, useRefusal } from './rules.ts';
import * as store from './store.ts';

type Sought = { typed: string; resourceId: number; currency: string };

/**
 * A typed code that holds for the purchase of a resource by the caller (PROMO-18). A use that is counted for an unpaid
 * checkout of the caller's own does not count against the caller.
 * @throws promotions.code-refused, other-type, other-product, new-customers-only, redeemed-before
 */
export async function findForPurchase(
  ctx: MemberContext,
  { typed, resourceId, currency }: Sought,
): ReturnType<CheckoutCodes['find']> {
  const code = await store.findUnexpiredCode(ctx.db, { code: typed });
  if (!code) throw fail('promotions.code-refused');
  const { id, discount, newCustomersOnly } = code;
  if (code.promoType !== 'discount' || !discount) throw fail('promotions.other-type');
  if (discount.amountMinor !== null && discount.currency !== currency) throw fail('promotions.code-refused');
  if (!(await holdsFor(ctx, code, { resourceId, currency }))) throw fail('promotions.other-product');
  await store.releaseUnpaid(ctx.db, { codeId: id, userId: null });
  const uses = await store.findOwnUses(ctx.db, ctx.actor.userId, id);
  const isUnpaid = (await findHolder(ctx, id)) !== null;
  const refusal = useRefusal(
    { ...uses, hasRedeemed: uses.hasRedeemed && !isUnpaid },
    { trialDays: 0, newCustomersOnly },
  );
  if (refusal) throw fail(refusal);
  // Refused before the open payment at the full price is cancelled.
  if (!isUnpaid && !(await store.hasUsesLeft(ctx.db, id))) throw fail('promotions.code-refused');
  return { id, code: code.code, discount };
}

/** Whether a code is a discount on this resource in this currency (PROMO-17). */
export async function holdsFor(
  ctx: Context,
  { promoType, discount, applicableProducts: only }: LiveCode,
  { resourceId, currency }: { resourceId: number; currency: string },
): Promise<boolean> {
  if (promoType !== 'discount' || !discount) return false;
  if (discount.amountMinor !== null && discount.currency !== currency) return false;
  const productId = only.length > 0 ? await store.findProductOf(ctx.db, resourceId) : null;
  return only.length === 0 || only.some((product) => product.id === productId);
}

/** The caller's unpaid attempt that the use of a code is counted for; null when there is none. */
export async function findHolder(ctx: MemberContext, codeId: number): Promise<number | null> {
  return store.findHolder(ctx.db, ctx.actor.userId, codeId);
}

type Use = { codeId: number; attemptId: number };

/** How long an unpaid checkout keeps the use of a code from others. */
const holdMinutes = 30;

/**
 * Counts the use of a code for an attempt; the limit holds under concurrency.
 * @returns until when it is kept for this payment: for half an hour, and no longer than the code holds
 * @throws promotions.code-refused, redeemed-before
 */
export async function takeUse(ctx: MemberContext, { codeId, attemptId }: Use): Promise<Date> {
  await store.releaseUnpaid(ctx.db, { codeId, userId: null });
  if (!(await store.countUse(ctx.db, codeId, { mustBeLive: true }))) throw fail('promotions.code-refused');
  const use = { codeId, userId: ctx.actor.userId, trialDays: 0 };
  if (!(await store.insertRedemption(ctx.db, use, { attemptId }))) throw fail('promotions.redeemed-before');
  return store.getHoldEnd(ctx.db, codeId, holdMinutes);
}

/** Whether a code can still be used: it is active and has not expired. */
export async function isLive(ctx: Context, codeId: number): Promise<boolean> {
  return (await store.findUnexpiredCode(ctx.db, { id: codeId })) !== null;
}
