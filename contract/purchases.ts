import * as z from 'zod/mini';
import { ConsentVersion } from './consent.ts';
import { CodeText } from './promotions-form.ts';
import { ShownTax } from './tax.ts';
import { wholeNumber } from './text.ts';

const ResourceId = z
  .int({ error: 'resourceId must be a whole number' })
  .check(z.gte(1, 'resourceId must be a whole number'), z.lte(2147483647, 'resourceId must be a whole number'));

export const CreatePaymentIntent = z.object({
  resourceId: ResourceId,
  /** A typed promo code; blank counts as none (PROMO-18). */
  promoCode: z.optional(z.nullable(CodeText)),
});
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>;

/** What the browser needs to confirm the payment; the server decides the amount, the order summary shows it. */
export const OpenPayment = z.object({
  /** Absent when a promo code left nothing to pay: the purchase is recorded. */
  clientSecret: z.optional(z.string()),
  amount: z.number(),
  /** The price before the discount. */
  listPrice: z.number(),
  currency: z.string(),
  /** The code that was applied. */
  promoCode: z.nullable(z.string()),
  /** Part of `amount`; null where the portal computes no tax, and when nothing is left to pay. */
  tax: z.nullable(ShownTax),
});
export type OpenPayment = z.infer<typeof OpenPayment>;

const PaymentIntentId = z
  .string({ error: 'paymentIntentId is required' })
  .check(z.regex(/^pi_[A-Za-z0-9_]{1,120}$/, 'paymentIntentId is not valid'));

export const CompletePurchase = z.object({ resourceId: ResourceId, paymentIntentId: PaymentIntentId });
export type CompletePurchase = z.infer<typeof CompletePurchase>;

/** Agreement to access at once, sent when the button is pressed and before the payment is confirmed. */
export const PurchaseConsent = z.object({ paymentIntentId: PaymentIntentId, textVersion: ConsentVersion });
export type PurchaseConsent = z.infer<typeof PurchaseConsent>;

/** One of the caller's own purchases; the amount in major units, the date ISO 8601 in UTC (API-15). */
export const Purchase = z.object({
  id: z.int(),
  resourceId: z.int(),
  purchaseDate: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Null when a promo code covered the whole price. */
  stripePaymentIntentId: z.nullable(z.string()),
  /** Its invoice; null without a payment, and for a moment after one that an earlier version of the portal recorded. */
  documentId: z.nullable(z.int()),
  resource: z.object({ title: z.string() }),
});
export type Purchase = z.infer<typeof Purchase>;

/** The page of the list; the whole list when no page is named (GEN-10). */
export const PurchaseQuery = z.object({
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type PurchaseQuery = z.infer<typeof PurchaseQuery>;
