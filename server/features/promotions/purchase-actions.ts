import type { CheckoutCodes } from '#server/features/purchases/attempt-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { useRefusal } from './rules.ts';
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
  const { id, discount, applicableProducts: only, newCustomersOnly } = code;
  if (code.promoType !== 'discount' || !discount) throw fail('promotions.other-type');
  if (discount.amountMinor !== null && discount.currency !== currency) throw fail('promotions.code-refused');
  const productId = await store.findProductOf(ctx.db, resourceId);
  if (only.length > 0 && !only.some((product) => product.id === productId)) throw fail('promotions.other-product');
  await store.releaseUnpaid(ctx.db, { codeId: id, userId: null });
  const uses = await store.findOwnUses(ctx.db, ctx.actor.userId, id);
  const isUnpaid = (await findHolder(ctx, id)) !== null;
  const refusal = useRefusal(
    { ...uses, hasRedeemed: uses.hasRedeemed && !isUnpaid },
    { trialDays: 0, newCustomersOnly },
  );
  if (refusal) throw fail(refusal);
  return { id, code: code.code, discount };
}

/** The caller's unpaid attempt that the use of a code is counted for; null when there is none. */
export async function findHolder(ctx: MemberContext, codeId: number): Promise<number | null> {
  return store.findHolder(ctx.db, ctx.actor.userId, codeId);
}

type Use = { codeId: number; attemptId: number };

/**
 * Counts the use of a code for an attempt; the limit holds under concurrency.
 * @throws promotions.code-refused, redeemed-before
 */
export async function takeUse(ctx: MemberContext, { codeId, attemptId }: Use): Promise<void> {
  await store.releaseUnpaid(ctx.db, { codeId, userId: null });
  if (!(await store.countUse(ctx.db, codeId, { mustBeLive: true }))) throw fail('promotions.code-refused');
  const use = { codeId, userId: ctx.actor.userId, trialDays: 0 };
  if (!(await store.insertRedemption(ctx.db, use, { attemptId }))) throw fail('promotions.redeemed-before');
}

/** Whether a code can still be used: it is active and has not expired. */
export async function isLive(ctx: Context, codeId: number): Promise<boolean> {
  return (await store.findUnexpiredCode(ctx.db, { id: codeId })) !== null;
}
