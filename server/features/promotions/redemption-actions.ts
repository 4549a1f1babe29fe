import type { RedeemCode } from '#contract/promotions.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import { type OpenedAttempt, openAttempt, type Wish } from '#server/features/subscriptions/attempt-actions.ts';
import { closeAttempt } from '#server/features/subscriptions/sync-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { checkMember } from './actions.ts';
import * as store from './redemption-store.ts';
import { type LiveCode, type Redemption, trialDaysOf } from './rules.ts';
import { findOwnUses, getCode } from './store.ts';

/** What a member redeems in one step, the plan that follows the trial, and the text beside the button, if it was shown. */
export type Trial = {
  code: LiveCode;
  wish: Wish;
  stripePriceId: string;
  textVersion: RedeemCode['textVersion'];
};

/** A use that counts already, before the provider is asked, and what must be ended there first. */
export type Reserved = { redemption: Redemption; superseded: OpenedAttempt['superseded'] };

/** How long a request has to finish a redemption by itself before a job sees to it. */
const graceSeconds = 60;

/**
 * Takes a use of a code and opens the attempt of its subscription; the limit holds whoever asks at the same time. A job
 * finishes what the request could not.
 * @throws promotions.code-refused, redeemed-before, trial-used, and the refusals of SUBSCR-14
 */
export async function reserveTrial(
  ctx: MemberContext,
  { code, wish, stripePriceId, textVersion }: Trial,
): Promise<Reserved> {
  await checkMember(ctx, code);
  const { attempt, superseded } = await openAttempt(ctx, wish, stripePriceId);
  if (!(await store.countUse(ctx.db, code.id, { mustBeLive: true }))) throw fail('promotions.code-refused');
  const use = { codeId: code.id, userId: ctx.actor.userId, trialDays: trialDaysOf(code) };
  const redemption = await store.insertRedemption(ctx.db, use, { subscriptionId: attempt.id });
  // Somebody was quicker in another tab.
  if (!redemption) throw fail('promotions.redeemed-before');
  if (textVersion) await recordConsent(ctx, { subscriptionId: attempt.id }, textVersion);
  await enqueueFinish(ctx, redemption.id);
  return { redemption, superseded };
}

async function enqueueFinish(ctx: Context, redemptionId: number): Promise<void> {
  const runAt = new Date(ctx.now.getTime() + graceSeconds * 1000);
  await enqueue(
    ctx.db,
    'finish-promo-redemption',
    { redemptionId },
    { key: `promo-redemption:${redemptionId}`, runAt },
  );
}

/** The member's own use of this code that is not finished yet; null when there is none. */
export async function findUnfinished(ctx: MemberContext, codeId: number): Promise<Redemption | null> {
  return store.findUnfinished(ctx.db, ctx.actor.userId, codeId);
}

/** A use that counts; null when it was taken back. */
export async function findRedemption(ctx: Context, id: number): Promise<Redemption | null> {
  return store.findRedemption(ctx.db, id);
}

/** The code of a use, whatever became of it. */
export async function getRedeemedCode(ctx: Context, { codeId }: Redemption): Promise<LiveCode> {
  return getCode(ctx.db, codeId);
}

/** Notes the subscription that came of a use. */
export async function recordStarted(ctx: Context, redemption: Redemption, stripeId: string): Promise<void> {
  if (!(await store.updateStarted(ctx.db, redemption.id, stripeId))) return;
  await noteRedeemed(ctx, { ...redemption, stripeSubscriptionId: stripeId });
}

/** Takes back a use of which nothing came; the member may try again, and it no longer counts. */
export async function releaseTrial(ctx: Context, { id, subscriptionId }: Redemption): Promise<void> {
  await store.releaseRedemption(ctx.db, id);
  if (subscriptionId !== null) await closeAttempt(ctx, await getSubscription(ctx, subscriptionId));
}

export type Completed = { checkoutId: number; codeId: number; userId: number; trialDays: number; stripeId: string };

/**
 * Counts a checkout that was completed, in the same way (PROMO-14).
 * @returns false when the limit was reached meanwhile, or the member has had this code or a free trial
 */
export async function countCheckout(ctx: Context, { stripeId, ...use }: Completed): Promise<boolean> {
  const uses = await findOwnUses(ctx.db, use.userId, use.codeId);
  if (uses.hasRedeemed || (use.trialDays > 0 && uses.hasHadTrial)) return false;
  if (!(await store.countUse(ctx.db, use.codeId, { mustBeLive: false }))) return false;
  const redemption = await store.insertRedemption(ctx.db, use, { stripeSubscriptionId: stripeId });
  // Another checkout of the member was counted a moment ago; this transaction must leave no trace.
  if (!redemption) throw new Error('A second redemption of a member at the same moment: to be tried again');
  await noteRedeemed(ctx, redemption);
  return true;
}

/** What a redemption ends with: its line in the audit log, and for a hybrid the discount behind the free days. */
async function noteRedeemed(ctx: Context, { id, codeId, userId, stripeSubscriptionId }: Redemption): Promise<void> {
  const { code, promoType } = await getCode(ctx.db, codeId);
  await audit(ctx, {
    action: 'redeem',
    object: 'promo-code',
    objectId: codeId,
    memberId: userId,
    after: { code, redemptionId: id, userId, stripeSubscriptionId },
  });
  if (promoType !== 'hybrid') return;
  await enqueue(ctx.db, 'discount-after-trial', { redemptionId: id }, { key: `promo-discount:${id}` });
}
