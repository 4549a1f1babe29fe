import { minimumCharge } from '#contract/money.ts';

/** A resource as the till sees it; amounts in minor units. */
export type Offer = {
  title: string;
  accessType: 'free' | 'purchase' | 'subscription';
  priceMinor: number | null;
  currency: string;
};

/** What a member was asked to pay, as it was committed before the provider was called. */
export type Attempt = {
  id: number;
  userId: number;
  resourceId: number;
  amountMinor: number;
  currency: string;
  status: 'open' | 'superseded' | 'succeeded' | 'canceled' | 'refused';
  intentId: string | null;
  lastSnapshotNumber: number;
};

export type RefundState = {
  stripeRefundId: string;
  /** The row of `refunds` that asked for it; null when it was made at the provider. */
  refundId: number | null;
  amountMinor: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
};

export type DisputeState = { stripeDisputeId: string; amountMinor: number; reason: string; status: string };

/** The present state of a payment at the provider; currency in capitals, as in the catalogue. */
export type Payment = {
  intentId: string;
  status: 'open' | 'succeeded' | 'canceled';
  amountReceivedMinor: number;
  currency: string;
  metadata: Record<string, string>;
  refunds: RefundState[];
  disputes: DisputeState[];
};

/** The price to charge for a resource; null when it cannot be bought. */
export function priceOf(offer: Offer): number | null {
  if (offer.accessType !== 'purchase' || offer.priceMinor === null) return null;
  return offer.priceMinor >= minimumCharge(offer.currency) ? offer.priceMinor : null;
}

/** What the payment carries, so that it can be told from those of other installations and other members. */
export function metadataOf(attempt: Attempt, installation: string): Record<string, string> {
  return {
    installation,
    userId: String(attempt.userId),
    resourceId: String(attempt.resourceId),
    attemptId: String(attempt.id),
  };
}

/** A payment that was made at the provider, as it was asked for; currency in capitals. */
export type MadePayment = {
  intentId: string;
  metadata: Record<string, string>;
  amountMinor: number;
  currency: string;
};

/** The attempt, member and resource that a payment of ours carries; null for any other payment. */
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

/** With price and currency in it, a changed price never gets the answer that was given for the old one. */
export function idempotencyKeyOf(attempt: Attempt, installation: string): string {
  return `${installation}:attempt:${attempt.id}:${attempt.amountMinor}:${attempt.currency.toLowerCase()}`;
}

/**
 * Compares a payment with the attempt it was made for.
 * @param ownIds of this installation, former ones included
 * @returns `foreign` for another installation's, `mismatch` for one that was paid otherwise than we asked
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
 * What a paid purchase is worth today: a full refund (also one that is still under way) or a lost dispute ends it, a
 * partial refund or an open dispute does not.
 */
export function purchaseStatusOf(
  amountMinor: number,
  { refunds, disputes }: Pick<Payment, 'refunds' | 'disputes'>,
): 'paid' | 'refunded' | 'dispute_lost' {
  if (disputes.some(({ status }) => status === 'lost')) return 'dispute_lost';
  const returnedMinor = refunds
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return returnedMinor >= amountMinor ? 'refunded' : 'paid';
}

/** How a due refund stands towards the disputes of its payment: money that the bank has taken back is not given twice. */
export function refundStandsWith(disputes: readonly Pick<DisputeState, 'status'>[]): 'issue' | 'wait' | 'drop' {
  if (disputes.some(({ status }) => status === 'lost')) return 'drop';
  return disputes.every(({ status }) => settledForUs.has(status)) ? 'issue' : 'wait';
}

const settledForUs = new Set(['won', 'warning_closed', 'prevented']);

/** "R-000042": the number on a receipt. */
export function receiptNumber(purchaseId: number): string {
  return `R-${String(purchaseId).padStart(6, '0')}`;
}
