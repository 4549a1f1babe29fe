import type { CancelReason } from '#contract/commerce/subscriptions.ts';
import { minimumCharge } from '#contract/money.ts';
import { discountedMinor } from '#server/commerce/payments/rules.ts';
import { readCancelOffer } from '#server/identity/settings/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as offers from './offer-store.ts';
import { canBeOffered, changeRejectionOf, type Subscription } from './rules.ts';
import { lockSubscription } from './store.ts';

export type { CancelOffer } from './offer-store.ts';

/**
 * Whether a member can get an offer: the one that the member was shown, while it is open and not accepted; for a member
 * who was shown none, the publisher's current one.
 */
export async function mayOffer(ctx: Context, userId: number): Promise<boolean> {
  const shown = await offers.lockOffer(ctx.db, userId);
  return shown ? shown.isOpen && !shown.isAccepted : (await readCancelOffer(ctx)) !== null;
}

/**
 * Returns the publisher's offer to a member once: the same offer for an hour, so that a repeated call loses nothing,
 * and never after that.
 * @returns null when there is no offer for this member
 */
export async function showOffer(
  ctx: Context,
  { id }: Subscription,
  reason: CancelReason,
): Promise<offers.CancelOffer | null> {
  const row = await lockSubscription(ctx.db, id);
  if (!canBeOffered(row, ctx.now)) return null;
  const terms = await readCancelOffer(ctx);
  if (terms && isChargeable(row, terms.percentOff)) {
    await offers.insertOffer(ctx.db, { userId: row.userId, subscriptionId: id, reason, ...terms });
  }
  const shown = await offers.lockOffer(ctx.db, row.userId);
  return shown?.subscriptionId === id && shown.isOpen && !shown.isAccepted ? shown : null;
}

/**
 * Whether the amount with the offer is zero or large enough for a charge: Stripe would only postpone a smaller amount.
 */
function isChargeable({ amountMinor, currency }: Subscription, percentOff: number): boolean {
  const restMinor = discountedMinor(amountMinor, discountOf({ percentOff }));
  return restMinor === 0 || restMinor >= minimumCharge(currency);
}

export function discountOf({ percentOff }: Pick<offers.CancelOffer, 'percentOff'>) {
  return { basisPoints: percentOff * 100, amountMinor: null };
}

/** Returns the offer that a member was shown for a subscription. @throws subscriptions.offer-gone */
export async function getOffer(ctx: Context, { id, userId }: Subscription): Promise<offers.CancelOffer> {
  const offer = await offers.lockOffer(ctx.db, userId);
  if (offer?.subscriptionId !== id) throw fail('subscriptions.offer-gone');
  return offer;
}

/**
 * Accepts the offer that a member was shown; a second call changes nothing. A job gives the subscription the discount
 * if the caller does not.
 * @throws subscriptions.offer-gone, subscriptions.ended, subscriptions.suspended, subscriptions.payment-due,
 * subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused
 */
export async function acceptOffer(ctx: Context, { id }: Subscription): Promise<offers.CancelOffer> {
  const row = await lockSubscription(ctx.db, id);
  const offer = await getOffer(ctx, row);
  if (offer.isAccepted) return offer;
  const rejection = changeRejectionOf(row, ctx.now);
  if (rejection) throw fail(rejection);
  if (!offer.isOpen || !canBeOffered(row, ctx.now)) throw fail('subscriptions.offer-gone');
  await offers.updateAccepted(ctx.db, offer.id, true);
  await audit(ctx, {
    object: 'subscription',
    action: 'accept-offer',
    objectId: id,
    memberId: row.userId,
    before: { discount: null },
    after: { discount: `${offer.percentOff}%`, payments: offer.payments },
  });
  await enqueue(ctx.db, 'apply-cancel-offer', { userId: row.userId }, { key: `cancel-offer:${offer.id}` });
  return { ...offer, isAccepted: true };
}

/** Finds the accepted offer whose discount Stripe does not have yet. */
export async function findUnapplied(ctx: Context, userId: number): Promise<offers.CancelOffer | null> {
  const offer = await offers.lockOffer(ctx.db, userId);
  return offer?.isAccepted && !offer.isApplied ? offer : null;
}

/** Records that Stripe has the discount, or that the subscription could no longer get it. */
export async function recordOutcome(ctx: Context, { id }: offers.CancelOffer, isApplied: boolean): Promise<void> {
  await (isApplied ? offers.updateApplied(ctx.db, id) : offers.updateAccepted(ctx.db, id, false));
}
