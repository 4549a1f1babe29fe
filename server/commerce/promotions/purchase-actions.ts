import type { CheckoutCodes } from '#server/commerce/purchases/attempt-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Claims, findUses, getRedeemer, listClaims } from './actions.ts';
import * as claimStore from './claim-store.ts';
import { type LiveCode, useRejection } from './rules.ts';
import * as store from './store.ts';

type Sought = { typed: string; resourceId: number; isGift: boolean; currency: string };

/**
 * Finds a typed code that applies to the purchase of a resource by the caller (PROMO-18). A use that is counted for an
 * unpaid checkout of the caller, or of another account of the same person, does not count against the caller.
 * @throws promotions.code-refused, promotions.other-type, promotions.other-product, promotions.verify-first,
 * promotions.not-for-gifts, promotions.new-customers-only, promotions.redeemed-before
 */
export async function findForPurchase(
  ctx: MemberContext,
  claims: Claims,
  { typed, resourceId, isGift, currency }: Sought,
): ReturnType<CheckoutCodes['find']> {
  const code = await store.findUnexpiredCode(ctx.db, { code: typed });
  if (!code) throw fail('promotions.code-refused');
  const { id, discount, newCustomersOnly } = code;
  if (code.promoType !== 'discount' || !discount) throw fail('promotions.other-type');
  if (discount.amountMinor !== null && discount.currency !== currency) throw fail('promotions.code-refused');
  if (!(await holdsFor(ctx, code, { resourceId, currency }))) throw fail('promotions.other-product');
  const email = await getRedeemer(ctx, claims);
  // The recipient of a gift may be any customer.
  if (newCustomersOnly && isGift) throw fail('promotions.not-for-gifts');
  await store.releaseUnpaid(ctx.db, { codeId: id, userId: null });
  const uses = await findUses(ctx, claims, { codeId: id, email });
  const isUnpaid = (await findHolder(ctx, claims, id)) !== null;
  const rejection = useRejection(
    { ...uses, hasRedeemed: uses.hasRedeemed && !isUnpaid },
    { trialDays: 0, newCustomersOnly },
  );
  if (rejection) throw fail(rejection);
  // Rejected here, before the open payment at the full price is cancelled.
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

/**
 * Finds the unpaid attempt for which the caller's use of a code is counted, also an attempt of another account of the
 * person.
 */
export async function findHolder(ctx: MemberContext, claims: Claims, codeId: number): Promise<number | null> {
  const { userId } = ctx.actor;
  const hashes = await listClaims(ctx, claims, { userId, codeId, trialDays: 0, cardPrints: [] });
  return store.findHolder(ctx.db, { userId, codeId, hashes });
}

type Use = { codeId: number; attemptId: number };

/** Minutes for which an unpaid checkout holds the use of a code. */
const holdMinutes = 30;

/**
 * Counts the use of a code for an attempt; the limit holds under concurrency.
 * @returns the time until which the use is held for this payment: half an hour, or less when the code expires earlier
 * @throws promotions.code-refused, promotions.redeemed-before
 */
export async function takeUse(ctx: MemberContext, claims: Claims, { codeId, attemptId }: Use): Promise<Date> {
  await store.releaseUnpaid(ctx.db, { codeId, userId: null });
  if (!(await store.recordUse(ctx.db, codeId, { mustBeLive: true }))) throw fail('promotions.code-refused');
  const use = { codeId, userId: ctx.actor.userId, trialDays: 0 };
  const redemption = await store.insertRedemption(ctx.db, use, { attemptId });
  const held = await listClaims(ctx, claims, { ...use, cardPrints: [] });
  const isAlone = redemption && (await claimStore.insertClaims(ctx.db, redemption.id, held)) === held.length;
  if (!isAlone) throw fail('promotions.redeemed-before');
  return store.getHoldEnd(ctx.db, codeId, holdMinutes);
}

/** Whether a code can still be used: it is active and has not expired. */
export async function isLive(ctx: Context, codeId: number): Promise<boolean> {
  return (await store.findUnexpiredCode(ctx.db, { id: codeId })) !== null;
}
