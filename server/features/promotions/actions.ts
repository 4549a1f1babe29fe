import type { RedeemCode } from '#contract/promotions.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { getSubscription } from '#server/features/subscriptions/actions.ts';
import {
  checkNoneRuns,
  type OpenedAttempt,
  openAttempt,
  type Wish,
} from '#server/features/subscriptions/attempt-actions.ts';
import { closeAttempt } from '#server/features/subscriptions/sync-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { type LiveCode, personAddress, type Redemption, trialDaysOf, useRefusal } from './rules.ts';
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

/** What hashes the claims of trials: keyed by the installation's secret, so that the table identifies no person. */
export type Claims = Pick<Sealer, 'fingerprint'>;

const addressClaim = (claims: Claims, email: string) => claims.fingerprint(`address:${personAddress(email)}`, 'trial');
const cardClaims = (claims: Claims, cardPrints: readonly string[]) =>
  [...new Set(cardPrints)].map((print) => claims.fingerprint(`card:${print}`, 'trial'));

/**
 * Refuses a code that this member has redeemed, a second free trial (PROMO-12, PROMO-16), a trial for an address that is
 * not verified or that has had one (ACCT-06), and any code while a subscription runs or is suspended (SUBSCR-14).
 */
export async function checkMember(ctx: MemberContext, claims: Claims, code: LiveCode): Promise<void> {
  const { userId } = ctx.actor;
  const uses = await store.findOwnUses(ctx.db, userId, code.id);
  const refusal = useRefusal(uses, { trialDays: trialDaysOf(code), newCustomersOnly: code.newCustomersOnly });
  if (refusal) throw fail(refusal);
  if (trialDaysOf(code) > 0) {
    const { email, isVerified } = await store.getMember(ctx.db, userId);
    if (!isVerified || !email) throw fail('promotions.verify-first');
    if (await store.isClaimed(ctx.db, [addressClaim(claims, email)])) throw fail('promotions.trial-used');
  }
  await checkNoneRuns(ctx, userId);
}

/** Refuses a trial when another one was started with one of these cards (ACCT-06). */
export async function checkCards(ctx: Context, claims: Claims, cardPrints: readonly string[]): Promise<void> {
  if (await store.isClaimed(ctx.db, cardClaims(claims, cardPrints))) throw fail('promotions.card-used');
}

/** Adds the cards of a member to the claims of the member's trial, if there is one. */
export async function claimCards(
  ctx: Context,
  claims: Claims,
  { userId, cardPrints }: { userId: number; cardPrints: readonly string[] },
): Promise<void> {
  const trial = await store.findTrial(ctx.db, userId);
  if (trial) await store.insertClaims(ctx.db, trial.id, cardClaims(claims, cardPrints));
}

/** Adds the claims of trials from before the portal kept them. */
export async function claimEarlierTrials(ctx: Context, claims: Claims): Promise<void> {
  for (const { id, email } of await store.takeUnclaimed(ctx.db, 500)) {
    if (email) await store.insertClaims(ctx.db, id, [addressClaim(claims, email)]);
  }
}

/** The member's address and cards as claims of a trial; none for a code without free days. */
async function claimsOf(
  ctx: Context,
  claims: Claims,
  { userId, trialDays, cardPrints }: { userId: number; trialDays: number; cardPrints: readonly string[] },
): Promise<Buffer[]> {
  if (trialDays === 0) return [];
  const { email } = await store.getMember(ctx.db, userId);
  return [...(email ? [addressClaim(claims, email)] : []), ...cardClaims(claims, cardPrints)];
}

/** The member as Stripe's customer. */
export async function getPayer(ctx: Context, userId: number) {
  const { email, firstName, lastName } = await store.getMember(ctx.db, userId);
  return { userId, email: email ?? '', name: `${firstName} ${lastName}` };
}

/**
 * The code that a member redeems in one step, the plan after the trial, and the text beside the button, if it was
 * shown.
 */
export type Trial = {
  code: LiveCode;
  wish: Wish;
  stripePriceId: string;
  textVersion: RedeemCode['textVersion'];
  claims: Claims;
  /** Stripe's fingerprints of the cards that the member keeps. */
  cardPrints: readonly string[];
};

/** A use that counts already, before Stripe is called, and the attempts that must be ended at Stripe first. */
export type Reserved = { redemption: Redemption; superseded: OpenedAttempt['superseded'] };

/** How long a request may take to finish a redemption before a job does it. */
const graceSeconds = 60;

/**
 * Takes a use of a code and opens the attempt of its subscription; the limit holds under concurrency. A job finishes
 * what the request could not.
 * @throws promotions.code-refused, redeemed-before, trial-used, verify-first, card-used, and the refusals of SUBSCR-14
 */
export async function reserveTrial(
  ctx: MemberContext,
  { code, wish, stripePriceId, textVersion, claims, cardPrints }: Trial,
): Promise<Reserved> {
  await checkMember(ctx, claims, code);
  await checkCards(ctx, claims, cardPrints);
  const { attempt, superseded } = await openAttempt(ctx, wish, stripePriceId);
  if (!(await store.countUse(ctx.db, code.id, { mustBeLive: true }))) throw fail('promotions.code-refused');
  const use = { codeId: code.id, userId: ctx.actor.userId, trialDays: trialDaysOf(code) };
  const redemption = await store.insertRedemption(ctx.db, use, { subscriptionId: attempt.id });
  // Another tab was faster.
  if (!redemption) throw fail('promotions.redeemed-before');
  const held = await claimsOf(ctx, claims, { ...use, cardPrints });
  if ((await store.insertClaims(ctx.db, redemption.id, held)) < held.length) throw fail('promotions.trial-used');
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

/** A use that counts; null when it was released. */
export async function findRedemption(ctx: Context, id: number): Promise<Redemption | null> {
  return store.findRedemption(ctx.db, id);
}

/** The code of a use, also an inactive or hidden one. */
export async function getRedeemedCode(ctx: Context, { codeId }: Redemption): Promise<LiveCode> {
  return store.getCode(ctx.db, codeId);
}

/** Records the subscription of a use. */
export async function recordStarted(ctx: Context, redemption: Redemption, stripeId: string): Promise<void> {
  if (!(await store.updateStarted(ctx.db, redemption.id, stripeId))) return;
  await noteRedeemed(ctx, { ...redemption, stripeSubscriptionId: stripeId });
}

/** Releases a use without a subscription: it no longer counts, and the member may try again. */
export async function releaseTrial(ctx: Context, { id, subscriptionId }: Redemption): Promise<void> {
  await store.releaseRedemption(ctx.db, id);
  if (subscriptionId !== null) await closeAttempt(ctx, await getSubscription(ctx, subscriptionId));
}

export type Completed = {
  checkoutId: number;
  codeId: number;
  userId: number;
  trialDays: number;
  stripeId: string;
  claims: Claims;
  cardPrints: readonly string[];
};

/**
 * Counts a completed checkout in the same way (PROMO-14).
 * @returns false when the limit is reached, or the member or the card has had this code or a free trial
 */
export async function countCheckout(
  ctx: Context,
  { stripeId, claims, cardPrints, ...use }: Completed,
): Promise<boolean> {
  const uses = await store.findOwnUses(ctx.db, use.userId, use.codeId);
  if (uses.hasRedeemed || (use.trialDays > 0 && uses.hasHadTrial)) return false;
  const held = await claimsOf(ctx, claims, { ...use, cardPrints });
  if (await store.isClaimed(ctx.db, held)) return false;
  if (!(await store.countUse(ctx.db, use.codeId, { mustBeLive: false }))) return false;
  const redemption = await store.insertRedemption(ctx.db, use, { stripeSubscriptionId: stripeId });
  // Another checkout of the member was just counted; this transaction must roll back.
  const isAlone = redemption && (await store.insertClaims(ctx.db, redemption.id, held)) === held.length;
  if (!isAlone) throw new Error('A second redemption of a person at the same moment: to be tried again');
  await noteRedeemed(ctx, redemption);
  return true;
}

/** Completes a redemption: its audit entry, and for a hybrid the discount after the free days. */
async function noteRedeemed(ctx: Context, { id, codeId, userId, stripeSubscriptionId }: Redemption): Promise<void> {
  const { code, promoType } = await store.getCode(ctx.db, codeId);
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
