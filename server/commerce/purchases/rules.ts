import type { OrderBilling } from '#contract/commerce/purchases-seats.ts';
import { minimumCharge } from '#contract/money.ts';
import { type Discount, isLost, type Payment, type Returns } from '#server/commerce/payments/rules.ts';
import type { Tax } from '#server/commerce/payments/tax-rules.ts';

/** The price of a resource; amounts in minor units. */
export type Offer = {
  title: string;
  accessType: 'free' | 'purchase' | 'subscription';
  priceMinor: number | null;
  currency: string;
};

/** Seats of a resource that an organisation buys (SEAT-01). */
export type SeatOrder = { organisationId: number; seats: number };

/** An invoice that pays an order (SEAT-02). */
export type OrderInvoice = {
  billing: OrderBilling;
  /** Null until it was made at Stripe. */
  stripeInvoiceId: string | null;
  /** Stripe's page of the invoice; null until it was sent. */
  url: string | null;
  dueAt: Date | null;
  /** End of the time in which the seats work without a payment; null when they work only once it is paid. */
  creditUntil: Date | null;
};

/** Returns the name of a sale for invoices and mails. */
export function saleTitle(title: string, seats: number | null): string {
  return seats === null ? title : `${seats} seats: ${title}`;
}

/** A promo code that applies to a purchase. */
export type CheckoutCode = { id: number; code: string; discount: Discount };

/** A payment that a member can make; committed before Stripe is called. */
export type Attempt = {
  id: number;
  userId: number;
  resourceId: number;
  /** Amount to charge, with tax; an order by invoice gets its tax when the invoice is sent. */
  amountMinor: number;
  currency: string;
  /** The tax in the amount; null where the portal computed none. */
  tax: Tax | null;
  /** The promo code whose discount is included in the amount. */
  promoCodeId: number | null;
  /** Whether it is bought for another person. */
  isGift: boolean;
  /** The seats that are bought, and the organisation they are for; null for a resource of one person. */
  order: SeatOrder | null;
  /** The invoice that pays for seats; null for a payment by card. */
  invoice: OrderInvoice | null;
  status: 'open' | 'superseded' | 'succeeded' | 'canceled' | 'refused';
  intentId: string | null;
  lastSnapshotNumber: number;
};

/** Returns the price to charge for a resource; null when it cannot be bought. */
export function priceOf(offer: Offer): number | null {
  if (offer.accessType !== 'purchase' || offer.priceMinor === null) return null;
  return offer.priceMinor >= minimumCharge(offer.currency) ? offer.priceMinor : null;
}

/** Returns the metadata of a payment, in which `saleOf` recognises the sale. */
export function metadataOf(attempt: Attempt, installation: string): Record<string, string> {
  return {
    installation,
    userId: String(attempt.userId),
    resourceId: String(attempt.resourceId),
    attemptId: String(attempt.id),
    ...(attempt.order && { organisationId: String(attempt.order.organisationId), seats: String(attempt.order.seats) }),
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

/** The sale that the metadata of one of our payments names. */
export type MadeSale = { id: number; userId: number; resourceId: number; order: SeatOrder | null };

/**
 * Returns the attempt, member, resource and seats in the metadata of a payment of this installation; null for any other
 * payment.
 */
export function saleOf({ metadata }: Pick<MadePayment, 'metadata'>, ownIds: readonly string[]): MadeSale | null {
  const [id, userId, resourceId] = [metadata.attemptId, metadata.userId, metadata.resourceId].map(Number);
  if (!ownIds.includes(metadata.installation ?? '') || !isWhole(id) || !isWhole(userId) || !isWhole(resourceId))
    return null;
  const [organisationId, seats] = [metadata.organisationId, metadata.seats].map(Number);
  const order = isWhole(organisationId) && isWhole(seats) ? { organisationId, seats } : null;
  return { id, userId, resourceId, order };
}

const isWhole = (given: number | undefined): given is number => Number.isSafeInteger(given) && Number(given) > 0;

/**
 * Returns a key with price and currency, so that a changed price never gets Stripe's stored response for the old one.
 */
export function idempotencyKeyOf(attempt: Attempt, installation: string): string {
  return `${installation}:attempt:${attempt.id}:${attempt.amountMinor}:${attempt.currency.toLowerCase()}`;
}

/**
 * Compares a payment with its attempt.
 * @param ownIds of this installation, including former ones
 * @returns `foreign` for another installation's payment, `mismatch` when a payment was made and member, resource,
 * attempt, amount or currency differ
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
 * Returns the status of a paid purchase: a full refund (also a pending one) or a lost dispute ends it, a partial refund
 * or an open dispute does not.
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

/** Reason why a purchase with a promo code is refunded, once its card is known (PROMO-19, PROMO-21). */
export type CodeRefund = 'used-before' | 'no-new-customer';
