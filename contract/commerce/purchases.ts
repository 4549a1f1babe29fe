import * as z from 'zod/mini';
import { NamedResource, ResourceSummary } from '../catalogue/catalogue.ts';
import { emailAddress } from '../email-shapes.ts';
import { ShownTax } from '../tax.ts';
import { blankText, bodyId, codeText, wholeNumber } from '../text.ts';
import { ConsentVersion } from './consent.ts';
import { CodeText } from './promotions-form.ts';

const ResourceId = bodyId('resourceId must be a whole number');

/** A gift: recipient's email address, message of the mail and day on which it is sent (GIFT-01). */
export const GiftForm = z.object({
  email: emailAddress('Invalid email address'),
  message: blankText({ field: 'The message', max: 1000, lines: true }),
  deliverOn: z.iso.date({ error: 'Choose the day on which the gift is sent' }),
});
export type GiftForm = z.infer<typeof GiftForm>;

export const CreatePaymentIntent = z.object({
  resourceId: ResourceId,
  /** A typed promo code; blank counts as absent (PROMO-18). */
  promoCode: z.optional(z.nullable(CodeText)),
  /** Present when the resource is bought for another person. */
  gift: z.optional(z.nullable(GiftForm)),
});
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>;

/** Data with which the browser confirms the payment. The server decides the amount; the order summary shows it. */
export const OpenPayment = z.object({
  /** Absent for an order by invoice, and when a promo code covers the whole price: the purchase is then recorded. */
  clientSecret: z.optional(z.string()),
  amount: z.number(),
  /** Price before the discount. */
  listPrice: z.number(),
  currency: z.string(),
  /** The code that was applied. */
  promoCode: z.nullable(z.string()),
  /** The tax in `amount`; null without tax, when there is nothing to pay, and for the plan by invoice. */
  tax: z.nullable(ShownTax),
});
export type OpenPayment = z.infer<typeof OpenPayment>;

const PaymentIntentId = codeText(/^pi_[A-Za-z0-9_]{1,120}$/, 'paymentIntentId is not valid');

export const CompletePurchase = z.object({ resourceId: ResourceId, paymentIntentId: PaymentIntentId });
export type CompletePurchase = z.infer<typeof CompletePurchase>;

/** Agreement to access at once, sent when the button is pressed and before the payment is confirmed. */
export const PurchaseConsent = z.object({ paymentIntentId: PaymentIntentId, textVersion: ConsentVersion });
export type PurchaseConsent = z.infer<typeof PurchaseConsent>;

/** One of the caller's purchases; the amount in major units, the date ISO 8601 in UTC (API-15). */
export const Purchase = z.object({
  id: z.int(),
  resourceId: z.int(),
  purchaseDate: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Null when a promo code covered the whole price. */
  stripePaymentIntentId: z.nullable(z.string()),
  /**
   * The portal's invoice; null without a payment, and for a moment for a payment that an earlier version of the portal
   * recorded.
   */
  documentId: z.nullable(z.int()),
  /** The tax in `amount`; null without one. */
  tax: z.nullable(ShownTax),
  /** Name of the payment method: "Visa ending 4242"; null without a payment, and where it is not known. */
  paidWith: z.nullable(z.string()),
  /** Whether it was bought for another person; it then gives the caller no access. */
  isGift: z.boolean(),
  /** Number of seats for an organisation, which give the caller no access; null for a purchase for one person. */
  seats: z.nullable(z.int()),
  /** Email address of the recipient of a gift, or the organisation of seats; null for the caller's own purchase. */
  boughtFor: z.nullable(z.string()),
  resource: NamedResource,
});
export type Purchase = z.infer<typeof Purchase>;

/** The page of the list; without one at most 1,000 rows, of an organisation's orders 200 (GEN-10). */
export const PurchaseQuery = z.object({
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type PurchaseQuery = z.infer<typeof PurchaseQuery>;

const giftStates = ['waiting', 'sent', 'redeemed', 'refunded'] as const;

/** A gift that the caller has paid. Days are ISO 8601 dates, times ISO 8601 in UTC. */
export const Gift = z.object({
  id: z.int(),
  resourceId: z.int(),
  title: z.string(),
  email: z.string(),
  message: z.string(),
  deliverOn: z.string(),
  state: z.enum(giftStates),
  /** Whether the gift's mail can be sent again. */
  canBeSent: z.boolean(),
  sentAt: z.nullable(z.string()),
  redeemedAt: z.nullable(z.string()),
});
export type Gift = z.infer<typeof Gift>;

export const GiftLink = z.object({
  secret: codeText(/^[\w-]{43}$/, 'The link is not complete'),
});
export type GiftLink = z.infer<typeof GiftLink>;

/** A gift for its recipient. */
export const GivenGift = z.object({
  resourceId: z.int(),
  title: z.string(),
  /** The name of the payer. */
  from: z.string(),
  message: z.string(),
  state: z.enum(giftStates),
});
export type GivenGift = z.infer<typeof GivenGift>;

/** A gift as its link shows it to anyone. */
export const OpenGift = z.extend(GivenGift, {
  ...z.pick(ResourceSummary, { type: true, rappPrinciples: true, thumbnailUrl: true, featuredImageUrl: true }).shape,
  /**
   * The email address to which the link was mailed; empty once the gift is redeemed or refunded, and when the payer has
   * deleted the account.
   */
  email: z.string(),
  /** Whether that address has an account. */
  hasAccount: z.boolean(),
  /**
   * Whether the link verifies the address: its mail is recent, and no member with another address has opened it
   * (ENTRY-02).
   */
  provesAddress: z.boolean(),
  /** Whether the address may register on this portal (SETUP-07). */
  mayRegister: z.boolean(),
});
export type OpenGift = z.infer<typeof OpenGift>;
