import type { RedeemValidated } from '#contract/promotions.ts';
import { queueMail } from '#server/features/accounts/mail-actions.ts';
import { recordConsent } from '#server/features/payments/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { type Claims, checkMember, countCheckout } from './actions.ts';
import * as store from './checkout-store.ts';
import { limitReachedMail } from './emails.ts';
import { type Checkout, type LiveCode, trialDaysOf } from './rules.ts';
import { getCode, getMember } from './store.ts';

/**
 * Opens the checkout of a code, or returns the open one (PROMO-14).
 * @throws promotions.redeemed-before, trial-used, verify-first, and the refusals of SUBSCR-14
 */
export async function takeCheckout(
  ctx: MemberContext,
  { code, stripePriceId, claims }: { code: LiveCode; stripePriceId: string; claims: Claims },
): Promise<Checkout> {
  await checkMember(ctx, claims, code);
  const checkout = { codeId: code.id, userId: ctx.actor.userId, trialDays: trialDaysOf(code), stripePriceId };
  return store.takeOpenCheckout(ctx.db, checkout);
}

/** Records that the member asks for access at once, if the text beside the button said so. */
export async function agree(
  ctx: MemberContext,
  { id }: Checkout,
  textVersion: RedeemValidated['textVersion'],
): Promise<void> {
  if (textVersion) await recordConsent(ctx, { promoCheckoutId: id }, textVersion);
}

/** The member's open checkout of a code; null when there is none. */
export async function findOpen(ctx: MemberContext, codeId: number): Promise<Checkout | null> {
  return store.findOpenCheckout(ctx.db, { codeId, userId: ctx.actor.userId });
}

/** The checkout of a Stripe session; null when it is not ours. */
export async function findBySession(ctx: Context, sessionId: string): Promise<Checkout | null> {
  return store.findBySession(ctx.db, sessionId);
}

/** Open checkouts that were not synced for a while. */
export async function listWaiting(ctx: Context): Promise<Checkout[]> {
  return store.listWaiting(ctx.db, 200);
}

/** The open checkouts of a member. */
export async function listOpen(ctx: Context, userId: number): Promise<Checkout[]> {
  return store.listOpenCheckouts(ctx.db, userId);
}

/** Records the session that Stripe opened. */
export async function recordSession(ctx: Context, id: number, session: { id: string; url: string }): Promise<void> {
  await store.updateSession(ctx.db, id, session);
}

/** Ends a checkout that was never completed. */
export async function expireCheckout(ctx: Context, id: number): Promise<void> {
  const { status } = await store.lockCheckout(ctx.db, id);
  if (status === 'open') await store.updateEnded(ctx.db, id, { status: 'expired' });
}

/** Records that a checkout is still open. */
export async function recordSync(ctx: Context, id: number): Promise<void> {
  await store.updateSyncedAt(ctx.db, id);
}

type Completion = {
  stripeSubscriptionId: string;
  /** The member already had another subscription; this one is being ended. */
  isDuplicate: boolean;
  claims: Claims;
  /** Stripe's fingerprint of the card that pays, if it is known. */
  cardPrints: readonly string[];
  portal: Portal;
};

/**
 * Counts a completed checkout as a redemption, once; when the limit was reached before, its subscription is ended and
 * the member gets a mail (PROMO-14).
 */
export async function completeCheckout(ctx: Context, id: number, completion: Completion): Promise<void> {
  const checkout = await store.lockCheckout(ctx.db, id);
  if (checkout.status === 'completed' || checkout.status === 'refused') return;
  const { stripeSubscriptionId, isDuplicate, claims, cardPrints } = completion;
  const { codeId, userId, trialDays } = checkout;
  const isCounted =
    !isDuplicate &&
    (await countCheckout(ctx, {
      checkoutId: id,
      codeId,
      userId,
      trialDays,
      stripeId: stripeSubscriptionId,
      claims,
      cardPrints,
    }));
  await store.updateEnded(ctx.db, id, { status: isCounted ? 'completed' : 'refused', stripeSubscriptionId });
  if (!isCounted) await refuse(ctx, { ...checkout, stripeSubscriptionId }, completion.portal);
}

async function refuse(ctx: Context, checkout: Checkout, portal: Portal): Promise<void> {
  const { id, codeId, userId, stripeSubscriptionId } = checkout;
  const after = { checkoutId: id, userId };
  await audit(ctx, { action: 'refuse-checkout', object: 'promo-code', objectId: codeId, memberId: userId, after });
  await enqueue(ctx.db, 'end-refused-checkout', { stripeSubscriptionId }, { key: `refused-checkout:${id}` });
  const member = await getMember(ctx.db, userId);
  if (!member.email) return;
  const { code } = await getCode(ctx.db, codeId);
  const mail = limitReachedMail({ code, wasCharged: checkout.trialDays === 0 }, member, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `promo-refused:${id}` }, { ...mail, to: member.email });
}
