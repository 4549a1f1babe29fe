import * as z from 'zod/mini';
import { Id } from './text.ts';

/** A live purchase of a member as administrators see it; the amount in major units (API-42). */
export const MemberPurchase = z.object({
  id: z.int(),
  resourceId: z.int(),
  /** The title. */
  resource: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  stripePaymentIntentId: z.string(),
});
export type MemberPurchase = z.infer<typeof MemberPurchase>;

/** Whose purchase, and which. */
export const MemberPurchaseParams = z.object({ id: Id, purchaseId: Id });
export type MemberPurchaseParams = z.infer<typeof MemberPurchaseParams>;

/** What became of it, and the payment that an administrator may want to refund at the provider (API-45). */
export const RemovedPurchase = z.object({ message: z.string(), stripePaymentIntentId: z.string() });
export type RemovedPurchase = z.infer<typeof RemovedPurchase>;
