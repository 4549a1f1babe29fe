import * as z from 'zod/mini';
import { paging, repeated, searchText } from '../text.ts';
import { plans } from './plans.ts';
import { DiscountType, PromoType } from './promotions-form.ts';

/** A promo code for administrators (API-55); the discount's value is a percentage or an amount in major units. */
export const PromoCode = z.object({
  id: z.int(),
  code: z.string(),
  description: z.nullable(z.string()),
  promoType: PromoType,
  mappedProducts: z.array(z.int()),
  /** Plan ids by product id, as typed: `monthly`, `annual` or a Stripe price id. */
  productStripePlanMapping: z.record(z.string(), z.string()),
  freeAccessDays: z.int(),
  trialDuration: z.nullable(z.int()),
  discountType: z.nullable(DiscountType),
  discountValue: z.nullable(z.number()),
  /** In billing cycles. */
  discountDuration: z.nullable(z.int()),
  applicableProducts: z.array(z.int()),
  newCustomersOnly: z.boolean(),
  isActive: z.boolean(),
  usageLimit: z.nullable(z.int()),
  usedCount: z.int(),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PromoCode = z.infer<typeof PromoCode>;

/** The filter of the list of codes: part of the code or description, type and page. */
export const PromoCodeQuery = z.object({
  search: z.optional(searchText('There can be one search at a time')),
  promoType: z.optional(PromoType),
  ...paging(),
});
export type PromoCodeQuery = z.infer<typeof PromoCodeQuery>;

/** The columns of the list, beside the code, that can be chosen. */
export const promoColumns = ['description', 'type', 'gift', 'products', 'used', 'expires', 'state'] as const;
export type PromoColumn = (typeof promoColumns)[number];

/** The list as a CSV file: its search and filter, and the chosen columns. */
export const PromoCsvQuery = z.extend(z.omit(PromoCodeQuery, { page: true, pageSize: true }), {
  columns: repeated(z.enum(promoColumns, { error: 'This column is not known' })),
});
export type PromoCsvQuery = z.infer<typeof PromoCsvQuery>;

/** A row of the usage logs (ADM-PROMO-16); the email address is null once the account is deleted. */
export const PromoRedemption = z.object({
  id: z.int(),
  promoCodeCode: z.string(),
  userName: z.string(),
  userEmail: z.nullable(z.string()),
  redeemedAt: z.string(),
  /** Title of the resource that was bought with the code; null for a subscription. */
  resource: z.nullable(z.string()),
  /** Null for a purchase, and while the subscription is being started. */
  stripeSubscriptionId: z.nullable(z.string()),
});
export type PromoRedemption = z.infer<typeof PromoRedemption>;

/** A subscription plan that a promo code can use; the amount in major units. */
export const PromoPlan = z.object({
  /**
   * The value that a code stores: `monthly` or `annual` for the portal's own subscription, otherwise a Stripe price id.
   */
  id: z.string(),
  plan: z.enum(plans),
  amount: z.number(),
  currency: z.string(),
  /** The resource with this price; null for the portal's own subscription. */
  resource: z.nullable(z.object({ id: z.int(), title: z.string() })),
});
export type PromoPlan = z.infer<typeof PromoPlan>;
