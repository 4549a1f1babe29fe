import * as z from 'zod/mini';
import { AmountMinor, exactBody, namesOneAmount } from '../exact-body.ts';
import { numberOrText, optionalText } from '../text.ts';

/** The response to any event of the payment provider, known or new. */
export const EventReceived = z.object({ received: z.literal(true) });
export type EventReceived = z.infer<typeof EventReceived>;

/** One invoice of a subscription; amounts in major units, times in seconds (API-20). */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** The amount before refunds; 0 for the start of a trial. */
  amount: z.number(),
  /** The part of `amount` that was refunded or lost in a dispute. */
  refunded: z.number(),
  currency: z.string(),
  issuedAt: z.int(),
  /** Null until the invoice is paid. */
  paidAt: z.nullable(z.int()),
  description: z.string(),
  /** Stripe's page where the invoice can be paid; null unless it is open. */
  hostedUrl: z.nullable(z.string()),
  /** The portal's own invoice, once this one is paid; null before, and for the start of a trial. */
  documentId: z.nullable(z.int()),
});
export type Invoice = z.infer<typeof Invoice>;

/** A payment method that the member keeps at the payment provider, with only the details that a receipt shows. */
export const PaymentMethod = z.object({
  /** Stripe's type: card, link, sepa_debit, ... */
  type: z.string(),
  /** "Visa ending 4242", "Link", "SEPA debit ••3000" */
  label: z.string(),
  /** `last4` and the fields below are null where the payment method has none. */
  last4: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  expMonth: z.nullable(z.int()),
  expYear: z.nullable(z.int()),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/**
 * One line of the payment history: money received or, with a negative amount, returned. The date is ISO 8601 in UTC.
 */
export const Transaction = z.object({
  /** Unique in the list. */
  id: z.string(),
  date: z.string(),
  type: z.enum(['purchase', 'subscription', 'refund']),
  description: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Stripe's id, or the number of a subscription's invoice; the portal's id for a refund without one at Stripe. */
  reference: z.string(),
  status: z.enum(['paid', 'partially_refunded', 'refunded', 'disputed', 'pending']),
  /** The tax on the document, with the amount's sign; 0 without a document. */
  tax: z.number(),
  /** The invoice of a payment or the credit note of a refund; null where there is none. */
  document: z.nullable(z.object({ id: z.int(), number: z.string() })),
});
export type Transaction = z.infer<typeof Transaction>;

/** The 30-day money-back guarantee of a new subscriber (SUBSCR-07); amount in major units, times ISO 8601. */
export const Guarantee = z.object({
  state: z.enum(['available', 'open', 'granted', 'declined']),
  amount: z.number(),
  currency: z.string(),
  /** The last moment at which the member can ask. */
  until: z.string(),
  /** The note of the deciding administrator. */
  answer: z.nullable(z.string()),
});
export type Guarantee = z.infer<typeof Guarantee>;

/**
 * A payment of a subscription that is due, or under way at the bank (BILL-24). Amount in major units, times ISO 8601.
 */
export const DuePayment = z.object({
  state: z.enum(['failed', 'authentication', 'processing']),
  amount: z.number(),
  currency: z.string(),
  /** Page where the payment can be made or confirmed. */
  payUrl: z.nullable(z.string()),
  attempts: z.int(),
  nextAttemptAt: z.nullable(z.string()),
  /** Whether the subscription still gives access to resources. */
  isOpen: z.boolean(),
  /**
   * End of the access that the subscription still gives without this payment; null when the access has ended or no end
   * is set.
   */
  accessUntil: z.nullable(z.string()),
});
export type DuePayment = z.infer<typeof DuePayment>;

/** Payments of a member (API-20). Totals are net of refunds and lost disputes, in the catalogue's currency. */
export const Billing = z.object({
  totalSpent: z.number(),
  subscriptionTotal: z.number(),
  purchaseTotal: z.number(),
  currency: z.string(),
  invoices: z.array(Invoice),
  /** Payment methods, the default one first. */
  paymentMethods: z.array(PaymentMethod),
  /** Newest first. */
  transactions: z.array(Transaction),
  /**
   * Null without a first payment of a subscription and, unless the member requested the money back, after the 30 days
   * or once that payment is refunded.
   */
  guarantee: z.nullable(Guarantee),
  /** Null when no payment is due or under way. */
  duePayment: z.nullable(DuePayment),
});
export type Billing = z.infer<typeof Billing>;

/** Stripe's billing page, for one visit (API-23). */
export const BillingPortal = z.object({ url: z.string() });
export type BillingPortal = z.infer<typeof BillingPortal>;

const notAnAmount = 'Amount must be more than zero';

const MajorAmount = z.pipe(
  numberOrText(notAnAmount).check(
    z.refine(
      (given: number | string) => typeof given === 'number' || /^\s*\d{1,9}(\.\d{1,6})?\s*$/.test(given),
      notAnAmount,
    ),
  ),
  z.transform(Number),
);

/**
 * The body of a refund (ADM-SUB-08): `amountMinor`, or `amount` in major units; without both, the rest of the latest
 * payment is refunded. `alreadyRefundedMinor` is the refunded sum that the screen showed, in whole minor units, so that
 * a double click does not count as a second refund.
 */
export const RefundSubscription = exactBody({
  amountMinor: AmountMinor,
  amount: z.optional(z.nullable(MajorAmount.check(z.refine((amount) => amount > 0, notAnAmount)))),
  alreadyRefundedMinor: z._default(z.nullable(z.int().check(z.gte(0))), null),
}).check(namesOneAmount);
export type RefundSubscription = z.infer<typeof RefundSubscription>;

/** The latest payment of a subscription, which a refund would return; in major units where the name says no unit. */
export const LatestPayment = z.object({
  amount: z.number(),
  refunded: z.number(),
  refundedMinor: z.int(),
  left: z.number(),
  currency: z.string(),
  paidAt: z.string(),
});
export type LatestPayment = z.infer<typeof LatestPayment>;

/** A member's request for a refund, with an optional reason. */
export const RequestRefund = exactBody({ reason: optionalText({ field: 'Reason', max: 1000, lines: true }) });
export type RequestRefund = z.infer<typeof RequestRefund>;

/** A request for a refund that an administrator decides about. */
export const RefundRequest = z.object({
  id: z.int(),
  member: z.string(),
  email: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  reason: z.nullable(z.string()),
  status: z.enum(['open', 'granted', 'declined']),
  createdAt: z.string(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

export const DecideRefundRequest = exactBody({
  decision: z.enum(['grant', 'decline'], { error: 'decision must be grant or decline' }),
  answer: optionalText({ field: 'Answer', max: 1000, lines: true }),
});
export type DecideRefundRequest = z.infer<typeof DecideRefundRequest>;
