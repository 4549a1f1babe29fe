import * as z from 'zod/mini';
import { DiscountType, PromoType } from './promotions-form.ts';
import { isStorable, wholeNumber } from './text.ts';

/** A promo code as administrators see it (API-55); the discount's value is a percentage or an amount in major units. */
export const PromoCode = z.object({
  id: z.int(),
  code: z.string(),
  description: z.nullable(z.string()),
  promoType: PromoType,
  mappedProducts: z.array(z.int()),
  /** Product id to Stripe price id, as typed. */
  productStripePlanMapping: z.record(z.string(), z.string()),
  freeAccessDays: z.int(),
  trialDuration: z.nullable(z.int()),
  discountType: z.nullable(DiscountType),
  discountValue: z.nullable(z.number()),
  /** In billing cycles. */
  discountDuration: z.nullable(z.int()),
  applicableProducts: z.array(z.int()),
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
  search: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(100, 'search must be at most 100 characters'),
        z.refine(isStorable, 'search contains characters that cannot be stored'),
      ),
  ),
  promoType: z.optional(PromoType),
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type PromoCodeQuery = z.infer<typeof PromoCodeQuery>;

/** A row of the usage logs (ADM-PROMO-16); the address is null once the account is deleted. */
export const PromoRedemption = z.object({
  id: z.int(),
  promoCodeCode: z.string(),
  userName: z.string(),
  userEmail: z.nullable(z.string()),
  redeemedAt: z.string(),
  /** Null while the subscription is being started. */
  stripeSubscriptionId: z.nullable(z.string()),
});
export type PromoRedemption = z.infer<typeof PromoRedemption>;

export const RedemptionQuery = z.object({
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type RedemptionQuery = z.infer<typeof RedemptionQuery>;
