import type { RedeemCode } from '#contract/commerce/promotions.ts';
import { recordConsent } from '#server/commerce/payments/actions.ts';
import type { CodeRefund } from '#server/commerce/purchases/rules.ts';
import { checkNoneRuns } from '#server/commerce/subscriptions/attempt-actions.ts';
import type { Subscription } from '#server/commerce/subscriptions/rules.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import * as claimStore from './claim-store.ts';
import { limitReachedMail } from './emails.ts';
import {
  type LiveCode,
  type OwnUses,
  personAddresses,
  type Redeemable,
  type Redemption,
  useRejection,
} from './rules.ts';
import * as store from './store.ts';

/** Time in which a validated code can be redeemed by its id, in minutes (PROMO-06). */
const validatedMinutes = 15;

/**
 * Looks up a typed code. A member who typed a valid one may redeem it by its id for `validatedMinutes`.
 * @returns null for every code that cannot be redeemed, whatever the reason
 */
export async function validateCode(ctx: MemberContext, typed: string): Promise<LiveCode | null> {
  const code = await store.findLiveCode(ctx.db, { code: typed });
  if (code) await store.upsertValidation(ctx.db, ctx.actor.userId, code.id);
  return code;
}

/** Finds the live code that the member typed. @throws promotions.code-refused */
export async function getTyped(ctx: MemberContext, typed: string): Promise<LiveCode> {
  const code = await store.findLiveCode(ctx.db, { code: typed });
  if (!code) throw fail('promotions.code-refused');
  return code;
}

/**
 * Finds a code that this member has validated; in demo mode, where no code is secret, any live code.
 * @throws promotions.validate-first, promotions.code-refused
 */
export async function getValidated(ctx: MemberContext, codeId: number, isDemo: boolean): Promise<LiveCode> {
  const isKnown = isDemo || (await store.hasValidated(ctx.db, ctx.actor.userId, codeId, validatedMinutes));
  if (!isKnown) throw fail('promotions.validate-first');
  const code = await store.findLiveCode(ctx.db, { id: codeId });
  if (!code) throw fail('promotions.code-refused');
  return code;
}

/** Recognises people, so that each can use a trial and a code once (ACCT-06, PROMO-21). */
export type Claims = {
  /** Hashes a claim, keyed by the installation's secret, so that the table identifies no person. */
  fingerprint: Sealer['fingerprint'];
  /** Whether a member must verify the address before getting a trial or a code. */
  needsVerifiedAddress: boolean;
};

/** A use of free days, of a code, or of a code with free days; one person can make each once. */
type Used = Pick<Redeemable, 'codeId' | 'trialDays'>;

/** Returns the hashes of the free days, of the code, or of both, for one address or card. */
function claimsFor({ fingerprint }: Claims, { codeId, trialDays }: Used, owner: string): Buffer[] {
  return [
    ...(trialDays > 0 ? [fingerprint(owner, 'trial')] : []),
    ...(codeId === null ? [] : [fingerprint(owner, `code:${codeId}`)]),
  ];
}

const addressClaims = (claims: Claims, used: Used, email: string) =>
  personAddresses(email).flatMap((address) => claimsFor(claims, used, `address:${address}`));
const cardClaims = (claims: Claims, used: Used, cardPrints: readonly string[]) =>
  [...new Set(cardPrints)].flatMap((print) => claimsFor(claims, used, `card:${print}`));

type Customer = { userId: number; email: string | null; cardPrints: readonly string[] };

/**
 * Returns claims for the email address and the cards of an account that pays or redeems.
 */
function customerClaims({ fingerprint }: Claims, { userId, email, cardPrints }: Customer): claimStore.CustomerClaim[] {
  const owners = [
    ...(email === null ? [] : personAddresses(email).map((address) => `address:${address}`)),
    ...new Set(cardPrints.map((print) => `card:${print}`)),
  ];
  return owners.map((owner) => ({
    hash: fingerprint(owner, 'customer'),
    ofAccount: fingerprint(owner, `customer:${userId}`),
  }));
}

/**
 * Returns the address for which the caller redeems a code or a trial.
 * @throws promotions.verify-first when it must be verified and is not, and for a deleted account
 */
export async function getRedeemer(ctx: MemberContext, claims: Claims): Promise<string> {
  const { email, isVerified } = await store.getMember(ctx.db, ctx.actor.userId);
  if (!email || (claims.needsVerifiedAddress && !isVerified)) throw fail('promotions.verify-first');
  return email;
}

/** Returns the caller's earlier uses, including those of other, also deleted accounts with the same email address. */
export async function findUses(
  ctx: MemberContext,
  claims: Claims,
  { codeId, email }: { codeId: number | null; email: string },
): Promise<OwnUses> {
  const { userId } = ctx.actor;
  const own = await store.findOwnUses(ctx.db, userId, codeId);
  const isClaimed = (used: Used) => claimStore.isClaimed(ctx.db, userId, addressClaims(claims, used, email));
  return {
    hasRedeemed: own.hasRedeemed || (codeId !== null && (await isClaimed({ codeId, trialDays: 0 }))),
    hasHadTrial: own.hasHadTrial || (await isClaimed({ codeId: null, trialDays: 1 })),
    hasPaid:
      own.hasPaid ||
      (await claimStore.isOtherCustomer(ctx.db, customerClaims(claims, { userId, email, cardPrints: [] }))),
  };
}

/**
 * Records the address and the cards of an account that has paid, so that another account of the person, now or after its
 * deletion, is no new customer (PROMO-19).
 */
export async function keepCustomer(
  ctx: Context,
  claims: Claims,
  { userId, cardPrints }: { userId: number; cardPrints: readonly string[] },
): Promise<void> {
  if (!(await store.findOwnUses(ctx.db, userId, null)).hasPaid) return;
  const { email, isVerified } = await store.getMember(ctx.db, userId);
  // An address that is not verified may be that of another person.
  const isKnown = isVerified || !claims.needsVerifiedAddress;
  await claimStore.insertCustomer(
    ctx.db,
    customerClaims(claims, { userId, email: isKnown ? email : null, cardPrints }),
  );
}

/** Whether another account was the first to pay with one of these cards. */
function isCardOfOther(ctx: Context, claims: Claims, userId: number, cardPrints: readonly string[]): Promise<boolean> {
  return claimStore.isOtherCustomer(ctx.db, customerClaims(claims, { userId, email: null, cardPrints }));
}

/**
 * Rejects a code that this person has redeemed, a code for new customers once the person has paid, a second free trial
 * (PROMO-12, PROMO-16, PROMO-19, PROMO-21), an address that is not verified (ACCT-06), and any redemption while a
 * subscription runs or is suspended (SUBSCR-14).
 * @throws promotions.verify-first, promotions.redeemed-before, promotions.new-customers-only, promotions.trial-used,
 * subscriptions.already-subscribed, subscriptions.payment-due, subscriptions.payment-processing,
 * subscriptions.suspended
 */
export async function checkMember(ctx: MemberContext, claims: Claims, redeemed: Redeemable): Promise<void> {
  const { userId } = ctx.actor;
  const { codeId } = redeemed;
  const email = await getRedeemer(ctx, claims);
  const rejection = useRejection(await findUses(ctx, claims, { codeId, email }), redeemed);
  if (rejection) throw fail(rejection);
  await checkNoneRuns(ctx, { userId, organisationId: null });
}

/**
 * Whether the caller, or the person behind the caller's address, has had a free trial; cards are checked when a trial
 * starts.
 */
export async function hasHadTrial(ctx: MemberContext, claims: Claims): Promise<boolean> {
  const { userId } = ctx.actor;
  if ((await store.findOwnUses(ctx.db, userId, null)).hasHadTrial) return true;
  const { email } = await store.getMember(ctx.db, userId);
  if (email === null) return false;
  return claimStore.isClaimed(ctx.db, userId, addressClaims(claims, { codeId: null, trialDays: 1 }, email));
}

/**
 * Rejects a trial or a code that another person has begun with one of these cards (ACCT-06, PROMO-21), and a code for
 * new customers when another account has paid with one of them (PROMO-19).
 * @throws promotions.new-customers-only, promotions.card-used, promotions.redeemed-before
 */
export async function checkCards(
  ctx: MemberContext,
  claims: Claims,
  { codeId, trialDays, newCustomersOnly, cardPrints }: Redeemable & { cardPrints: readonly string[] },
): Promise<void> {
  const { userId } = ctx.actor;
  const isClaimed = (used: Used) => claimStore.isClaimed(ctx.db, userId, cardClaims(claims, used, cardPrints));
  if (newCustomersOnly && (await isCardOfOther(ctx, claims, userId, cardPrints))) {
    throw fail('promotions.new-customers-only');
  }
  if (await isClaimed({ codeId: null, trialDays })) throw fail('promotions.card-used');
  if (await isClaimed({ codeId, trialDays: 0 })) throw fail('promotions.redeemed-before');
}

/** Adds the cards of a member to the claims of the member's trial and codes. */
export async function claimCards(
  ctx: Context,
  claims: Claims,
  { userId, cardPrints }: { userId: number; cardPrints: readonly string[] },
): Promise<void> {
  for (const use of await store.listUses(ctx.db, userId)) {
    await claimStore.insertClaims(ctx.db, use.id, cardClaims(claims, use, cardPrints));
  }
}

/**
 * Adds missing claims of trials and codes that were used, such as before the portal recorded claims; of at most 500 uses
 * a call.
 */
export async function claimEarlierUses(ctx: Context, claims: Claims, failures: ItemFailures): Promise<void> {
  for (const { id, email, isVerified, ...used } of await claimStore.takeUnclaimed(ctx.db, 500)) {
    // An address that is not verified may be that of another person.
    if (!email || (claims.needsVerifiedAddress && !isVerified)) continue;
    const claim = () => claimStore.insertClaims(ctx.db, id, addressClaims(claims, used, email));
    await failures.attemptInside(ctx.db, `redemption ${id}`, claim);
  }
}

/** Returns the claims of a use for the member's address and cards. */
export async function listClaims(
  ctx: Context,
  claims: Claims,
  { userId, cardPrints, ...used }: Used & { userId: number; cardPrints: readonly string[] },
): Promise<Buffer[]> {
  const { email } = await store.getMember(ctx.db, userId);
  return [...(email ? addressClaims(claims, used, email) : []), ...cardClaims(claims, used, cardPrints)];
}

/**
 * Claims a code for the card that paid with it.
 * @returns the reason why the card may not be used: another person has used the code with it, or another account has
 * paid with it and the code is for new customers; null when it may be used
 */
export async function claimPaidCard(
  ctx: Context,
  claims: Claims,
  { use, userId, cardPrint }: { use: store.PaidUse; userId: number; cardPrint: string },
): Promise<CodeRefund | null> {
  if (use.newCustomersOnly && (await isCardOfOther(ctx, claims, userId, [cardPrint]))) return 'no-new-customer';
  const held = cardClaims(claims, { codeId: use.codeId, trialDays: 0 }, [cardPrint]);
  return (await claimStore.insertClaims(ctx.db, use.id, held)) === held.length ? null : 'used-before';
}

/** Releases a use whose payment is refunded (PROMO-21): it counts neither for the code nor for the person. */
export function releaseUse(ctx: Context, id: number): Promise<void> {
  return store.releaseUse(ctx.db, id);
}

/** A trial that a member redeems in one step, and the consent text beside the button, if it was shown. */
export type Trial = {
  redeemed: Redeemable;
  textVersion: RedeemCode['textVersion'];
  claims: Claims;
  /** Stripe's fingerprints of the member's cards. */
  cardPrints: readonly string[];
};

/** Time for a request to finish a redemption before a job does it, in seconds. */
const graceSeconds = 60;

/**
 * Counts the use of a code or of free days for the attempt of their trial, once; the limit holds under concurrency. A
 * job finishes the trial if the request could not.
 * @throws promotions.code-refused, promotions.redeemed-before, promotions.trial-used, promotions.new-customers-only,
 * promotions.verify-first, promotions.card-used, subscriptions.already-subscribed, subscriptions.payment-due,
 * subscriptions.payment-processing, subscriptions.suspended
 */
export async function reserveTrial(
  ctx: MemberContext,
  { id: subscriptionId, userId }: Subscription,
  { redeemed, textVersion, claims, cardPrints }: Trial,
): Promise<void> {
  if (await store.findBySubscription(ctx.db, subscriptionId)) return;
  const { codeId, trialDays } = redeemed;
  await store.releaseUnpaid(ctx.db, { codeId, userId });
  await checkMember(ctx, claims, redeemed);
  await checkCards(ctx, claims, { ...redeemed, cardPrints });
  const isCounted = codeId === null || (await store.recordUse(ctx.db, codeId, { mustBeLive: true }));
  if (!isCounted) throw fail('promotions.code-refused');
  const use = { codeId, userId, trialDays };
  const redemption = await store.insertRedemption(ctx.db, use, { subscriptionId });
  // Another tab was faster.
  if (!redemption) throw fail('promotions.redeemed-before');
  const held = await listClaims(ctx, claims, { ...use, cardPrints });
  if ((await claimStore.insertClaims(ctx.db, redemption.id, held)) < held.length) {
    throw fail(trialDays > 0 ? 'promotions.trial-used' : 'promotions.redeemed-before');
  }
  if (textVersion) await recordConsent(ctx, { subscriptionId }, textVersion);
  const runAt = new Date(ctx.now.getTime() + graceSeconds * 1000);
  const key = `promo-redemption:${redemption.id}`;
  await enqueue(ctx.db, 'finish-promo-redemption', { redemptionId: redemption.id }, { key, runAt });
}

/** Returns the code of a use, also an inactive or hidden one; null for a free trial without a code. */
export async function findRedeemedCode(ctx: Context, { codeId }: Redemption): Promise<LiveCode | null> {
  return codeId === null ? null : store.getCode(ctx.db, codeId);
}

/** Releases the uses whose payments or subscriptions ended before they began: of one member, or of all. */
export async function releaseUnpaidUses(ctx: Context, userId: number | null = null): Promise<void> {
  await store.releaseUnpaid(ctx.db, { codeId: null, userId });
}

type Completion = { claims: Claims; cardPrints: readonly string[]; portal: Portal };

/**
 * Records the use of a code or a free trial once its subscription has begun, and queues the discount of a hybrid code.
 * A use at a checkout counts only now; when it cannot be counted, the subscription is ended and the member gets a mail
 * (PROMO-14).
 */
export async function recordRedemption(ctx: Context, row: Subscription, completion: Completion): Promise<void> {
  const reserved = await store.findBySubscription(ctx.db, row.id);
  const redemption = reserved ?? (await countCheckout(ctx, row, completion));
  if (!redemption) return refuse(ctx, row, completion.portal);
  if (!(await store.updateStarted(ctx.db, redemption.id, row.stripeSubscriptionId))) return;
  const { id: redemptionId, codeId, userId } = redemption;
  if (codeId === null) return;
  const { code, promoType } = await store.getCode(ctx.db, codeId);
  const after = { code, redemptionId, userId, stripeSubscriptionId: row.stripeSubscriptionId };
  await audit(ctx, {
    action: 'redeem',
    object: 'promo-code',
    objectId: codeId,
    actorUserId: userId,
    memberId: userId,
    after,
  });
  // A hybrid code has a discount after the free days.
  if (promoType !== 'hybrid') return;
  await enqueue(ctx.db, 'discount-after-trial', { redemptionId }, { key: `promo-discount:${redemptionId}` });
}

/**
 * Counts a use at a checkout; null when the subscription is a duplicate or begins with neither a code nor free days,
 * when the limit is reached, when the member, the address or the card has had this code or a free trial, or when
 * another account has paid with the card and the code is for new customers.
 */
async function countCheckout(
  ctx: Context,
  { id: subscriptionId, promoCodeId: codeId, userId, trialDays, isDuplicate }: Subscription,
  { claims, cardPrints }: Completion,
): Promise<Redemption | null> {
  if (isDuplicate || (codeId === null && trialDays === 0)) return null;
  await store.releaseUnpaid(ctx.db, { codeId, userId });
  const use = { codeId, userId, trialDays };
  const uses = await store.findOwnUses(ctx.db, userId, codeId);
  if (uses.hasRedeemed || (trialDays > 0 && uses.hasHadTrial)) return null;
  const held = await listClaims(ctx, claims, { ...use, cardPrints });
  if (await claimStore.isClaimed(ctx.db, userId, held)) return null;
  const isForNew = codeId !== null && (await store.getCode(ctx.db, codeId)).newCustomersOnly;
  if (isForNew) {
    // The card is recorded before the check, as in `claimCard`, so that a second account waits here for the first.
    await keepCustomer(ctx, claims, { userId, cardPrints });
    if (await isCardOfOther(ctx, claims, userId, cardPrints)) return null;
  }
  if (codeId !== null && !(await store.recordUse(ctx.db, codeId, { mustBeLive: false }))) return null;
  const redemption = await store.insertRedemption(ctx.db, use, { subscriptionId });
  // Without a redemption or all of its claims, a concurrent call has just counted a use: this one must roll back.
  const isAlone = redemption && (await claimStore.insertClaims(ctx.db, redemption.id, held)) === held.length;
  if (!isAlone) throw new Error('A second redemption of a person at the same moment: to be tried again');
  return redemption;
}

async function refuse(ctx: Context, row: Subscription, portal: Portal): Promise<void> {
  const { id: subscriptionId, promoCodeId: codeId, userId, stripeSubscriptionId, trialDays } = row;
  const after = { subscriptionId, userId };
  await audit(
    ctx,
    codeId === null
      ? { action: 'refuse-trial', object: 'subscription', objectId: subscriptionId, memberId: userId, after }
      : { action: 'refuse-checkout', object: 'promo-code', objectId: codeId, memberId: userId, after },
  );
  if (stripeSubscriptionId !== null) {
    const key = `refused-checkout:${subscriptionId}`;
    await enqueue(ctx.db, 'end-refused-checkout', { stripeSubscriptionId }, { key });
  }
  const member = await store.getMember(ctx.db, userId);
  if (!member.email) return;
  const code = codeId === null ? null : (await store.getCode(ctx.db, codeId)).code;
  const mail = limitReachedMail({ code, wasCharged: trialDays === 0 }, member, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `promo-refused:${subscriptionId}` }, { ...mail, to: member.email });
}
