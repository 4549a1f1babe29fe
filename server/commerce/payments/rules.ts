/** The payment that a refund or dispute belongs to: of a purchase (its attempt) or of a subscription's invoice. */
export type PaymentOf = { attemptId: number } | { invoiceId: number };

export type RefundState = {
  stripeRefundId: string;
  /**
   * Whether a row of `refunds` ordered it; false for refunds made at Stripe, and for that of a subscription that should
   * not have started (`endAndRefund`).
   */
  isOrdered: boolean;
  amountMinor: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
};

export type DisputeState = {
  stripeDisputeId: string;
  amountMinor: number;
  reason: string;
  status: string;
  /** Last moment for the seller to respond; null when the bank accepts no response. */
  dueBy: Date | null;
};

/** The money of a payment that Stripe returned to the payer, or that the bank may return. */
export type Returns = { refunds: readonly RefundState[]; disputes: readonly DisputeState[] };

/** Stripe's fee for a line of the account's balance; amounts in minor units of the account's own currency. */
export type Fee = {
  stripeBalanceTransactionId: string;
  kind: 'payment' | 'refund' | 'dispute';
  /** Amount that the line moved; negative when money left the account. */
  amountMinor: number;
  feeMinor: number;
  /** The tax in `feeMinor`. */
  taxMinor: number;
  /** In capitals; not always the currency of the payment. */
  currency: string;
  chargedAt: Date;
};

/** The current state of a payment at Stripe; currency in capitals, as in the catalogue. */
export type Payment = Returns & {
  intentId: string;
  status: 'open' | 'succeeded' | 'canceled';
  amountReceivedMinor: number;
  currency: string;
  metadata: Record<string, string>;
  /** Name of the payment method of the latest charge: "Visa ending 4242"; null without a charge. */
  paidWith: string | null;
  /** Fingerprint of the card of the latest charge; null without one, for example for other payment methods. */
  cardPrint: string | null;
  /** Fees that are known: Stripe books a payment some time after it was made. */
  fees: readonly Fee[];
};

/** Reduction of a price: basis points of the price, or an amount in minor units of its currency. */
export type Discount = { basisPoints: number | null; amountMinor: number | null };

/**
 * Returns a price after a discount, in whole minor units. A percentage is rounded to the nearest, a half in the buyer's
 * favour.
 */
export function discountedMinor(priceMinor: number, { basisPoints, amountMinor }: Discount): number {
  const offMinor = amountMinor ?? Math.round((priceMinor * (basisPoints ?? 0)) / 10_000);
  return Math.max(0, priceMinor - offMinor);
}

/** Sums of a payment in minor units: paid, and returned or ordered to be; with Stripe's statuses of its disputes. */
export type Refundable = { paidMinor: number; returnedMinor: number; disputes: readonly string[] };

export type RefundVerdict =
  | { kind: 'refund'; amountMinor: number }
  | { kind: 'refuse'; reason: 'nothing-left' | 'too-much' | 'disputed' };

/**
 * Decides whether an amount can be refunded (ADM-SUB-08), never more than the rest.
 * @param asked minor units; null for the whole rest
 */
export function judgeRefund({ paidMinor, returnedMinor, disputes }: Refundable, asked: number | null): RefundVerdict {
  const leftMinor = paidMinor - returnedMinor;
  if (leftMinor <= 0) return { kind: 'refuse', reason: 'nothing-left' };
  // The bank has taken the money back already, so that a refund would pay the member twice. An inquiry takes no money.
  if (dueRefundDecision(disputes) !== 'issue') return { kind: 'refuse', reason: 'disputed' };
  const amountMinor = asked ?? leftMinor;
  return amountMinor > leftMinor ? { kind: 'refuse', reason: 'too-much' } : { kind: 'refund', amountMinor };
}

/**
 * Decides about a due refund by the statuses of its payment's disputes: `wait` while one other than an inquiry is open,
 * `drop` once one is lost.
 */
export function dueRefundDecision(disputes: readonly string[]): 'issue' | 'wait' | 'drop' {
  if (disputes.some(isLost)) return 'drop';
  return disputes.every((status) => leavesTheMoney.has(status)) ? 'issue' : 'wait';
}

/** Whether the bank has taken the money for good: an appeal changes that only when it is won. */
export function isLost(status: string): boolean {
  return status === 'lost' || status.startsWith('appeal_');
}

/** An inquiry (`warning_`) takes no money: refunding the payment settles it. */
const leavesTheMoney = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);
