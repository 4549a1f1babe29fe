import { minimumCharge } from '#contract/money.ts';
import { type Discount, isLost, type Payment, type Returns } from '#server/features/payments/rules.ts';
import type { Tax } from '#server/features/payments/tax-rules.ts';

/** The price of a resource; amounts in minor units. */
export type Offer = {
  title: string;
  accessType: 'free' | 'purchase' | 'subscription';
  priceMinor: number | null;
  currency: string;
};

/** A promo code that holds for a purchase. */
export type CheckoutCode = { id: number; code: string; discount: Discount };

/** What a member was asked to pay, committed before Stripe is called. */
export type Attempt = {
  id: number;
  userId: number;
  resourceId: number;
  /** What is charged, with tax. */
  amountMinor: number;
  currency: string;
  /** The tax in the amount; null where the portal computed none. */
  tax: Tax | null;
  /** The code that the amount is the discounted price of. */
  promoCodeId: number | null;
  /** Whether it is bought for another person. */
  isGift: boolean;
  status: 'open' | 'superseded' | 'succeeded' | 'canceled' | 'refused';
  intentId: string | null;
  lastSnapshotNumber: number;
};

/** The price to charge for a resource; null when it cannot be bought. */
export function priceOf(offer: Offer): number | null {
  if (offer.accessType !== 'purchase' || offer.priceMinor === null) return null;
  return offer.priceMinor >= minimumCharge(offer.currency) ? offer.priceMinor : null;
}

/** The payment's metadata: it names the installation, the member and the resource. */
export function metadataOf(attempt: Attempt, installation: string): Record<string, string> {
  return {
    installation,
    userId: String(attempt.userId),
    resourceId: String(attempt.resourceId),
    attemptId: String(attempt.id),
  };
}

/** A payment found at Stripe; currency in capitals. */
export type MadePayment = {
  intentId: string;
  metadata: Record<string, string>;
  amountMinor: number;
  currency: string;
  tax: Tax | null;
};

/** The attempt, member and resource in the metadata of a payment of ours; null for any other payment. */
export function saleOf(
  { metadata }: Pick<MadePayment, 'metadata'>,
  ownIds: readonly string[],
): { id: number; userId: number; resourceId: number } | null {
  const [id, userId, resourceId] = [metadata.attemptId, metadata.userId, metadata.resourceId].map(Number);
  const isWhole = (given: number | undefined): given is number => Number.isSafeInteger(given) && Number(given) > 0;
  if (!ownIds.includes(metadata.installation ?? '') || !isWhole(id) || !isWhole(userId) || !isWhole(resourceId))
    return null;
  return { id, userId, resourceId };
}

/** The key contains price and currency, so a changed price never gets the stored response for the old one. */
export function idempotencyKeyOf(attempt: Attempt, installation: string): string {
  return `${installation}:attempt:${attempt.id}:${attempt.amountMinor}:${attempt.currency.toLowerCase()}`;
}

/**
 * Compares a payment with the attempt it was made for.
 * @param ownIds of this installation, former ones included
 * @returns `foreign` for another installation's payment, `mismatch` when member, resource, amount or currency differ
 */
export function judgePayment(
  attempt: Attempt,
  payment: Payment,
  ownIds: readonly string[],
): Payment['status'] | 'foreign' | 'mismatch' {
  const { installation = '', ...carried } = payment.metadata;
  if (!ownIds.includes(installation)) return 'foreign';
  if (payment.status !== 'succeeded') return payment.status;
  const isSame =
    carried.userId === String(attempt.userId) &&
    carried.resourceId === String(attempt.resourceId) &&
    carried.attemptId === String(attempt.id) &&
    payment.amountReceivedMinor === attempt.amountMinor &&
    payment.currency === attempt.currency;
  return isSame ? 'succeeded' : 'mismatch';
}

/**
 * The status of a paid purchase: a full refund (also a pending one) or a lost dispute ends it, a partial refund or an
 * open dispute does not.
 */
export function purchaseStatusOf(
  amountMinor: number,
  { refunds, disputes }: Returns,
): 'paid' | 'refunded' | 'dispute_lost' {
  if (disputes.some(({ status }) => isLost(status))) return 'dispute_lost';
  const returnedMinor = refunds
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return returnedMinor >= amountMinor ? 'refunded' : 'paid';
}
