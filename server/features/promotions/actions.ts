import { checkNoneRuns } from '#server/features/subscriptions/attempt-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type LiveCode, trialDaysOf, useRefusal } from './rules.ts';
import * as store from './store.ts';

/** How long a validated code can be redeemed by its id (PROMO-06). */
const validatedMinutes = 15;

/**
 * Looks up a typed code; a member who typed a valid one may redeem it by its id for some minutes.
 * @returns null for every code that cannot be redeemed, whatever the reason
 */
export async function validateCode(ctx: MemberContext, typed: string): Promise<LiveCode | null> {
  const code = await store.findLiveCode(ctx.db, { code: typed });
  if (code) await store.upsertValidation(ctx.db, ctx.actor.userId, code.id);
  return code;
}

/** A code that was typed in. @throws promotions.code-refused */
export async function getTyped(ctx: MemberContext, typed: string): Promise<LiveCode> {
  const code = await store.findLiveCode(ctx.db, { code: typed });
  if (!code) throw fail('promotions.code-refused');
  return code;
}

/** A code that this member has validated. @throws promotions.validate-first, code-refused */
export async function getValidated(ctx: MemberContext, codeId: number): Promise<LiveCode> {
  const hasValidated = await store.hasValidated(ctx.db, ctx.actor.userId, codeId, validatedMinutes);
  if (!hasValidated) throw fail('promotions.validate-first');
  const code = await store.findLiveCode(ctx.db, { id: codeId });
  if (!code) throw fail('promotions.code-refused');
  return code;
}

/**
 * Refuses a code that this member has redeemed, a second free trial (PROMO-12, PROMO-16), and any code while a
 * subscription runs or is suspended (SUBSCR-14).
 */
export async function checkMember(ctx: MemberContext, code: LiveCode): Promise<void> {
  const uses = await store.findOwnUses(ctx.db, ctx.actor.userId, code.id);
  const refusal = useRefusal(uses, trialDaysOf(code));
  if (refusal) throw fail(refusal);
  await checkNoneRuns(ctx, ctx.actor.userId);
}

/** The member as Stripe's customer. */
export async function getPayer(ctx: Context, userId: number) {
  const { email, firstName, lastName } = await store.getMember(ctx.db, userId);
  return { userId, email: email ?? '', name: `${firstName} ${lastName}` };
}
