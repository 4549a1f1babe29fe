import * as z from 'zod/mini';
import { NamedResource } from '../catalogue/catalogue.ts';
import { AmountMinor, exactBody, namesOneAmount } from '../exact-body.ts';
import { Id, optionalText } from '../text.ts';

/** A live purchase of a member, for administrators; the amount in major units (API-42). */
export const MemberPurchase = z.object({
  id: z.int(),
  resourceId: z.int(),
  resource: NamedResource,
  amount: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  stripePaymentIntentId: z.nullable(z.string()),
  /** Whether it was bought for another person; it opens the resource for that person once it is redeemed (GIFT-05). */
  isGift: z.boolean(),
  /** Number of seats that were bought for an organisation; null for a purchase for one person. */
  seats: z.nullable(z.int()),
  /** Sum that has been refunded or will be, and below, the rest of the payment, in whole minor units. */
  refundedMinor: z.int(),
  leftMinor: z.int(),
});
export type MemberPurchase = z.infer<typeof MemberPurchase>;

export const MemberPurchaseParams = z.object({ id: Id, purchaseId: Id });
export type MemberPurchaseParams = z.infer<typeof MemberPurchaseParams>;

/**
 * The confirmation, and the id of the payment, so that an administrator can refund it at Stripe (API-45); null when a
 * promo code covered the whole price.
 */
export const RemovedPurchase = z.object({ message: z.string(), stripePaymentIntentId: z.nullable(z.string()) });
export type RemovedPurchase = z.infer<typeof RemovedPurchase>;

const minorHint = 'amount is in whole minor units here: for 5.50 send amountMinor 550';

/**
 * The body of a refund of a purchase (ADM-USER-17); without an amount, all that is left is refunded. `amount` is the
 * older name of `amountMinor`. `alreadyRefundedMinor` is the refunded sum that the screen showed.
 */
export const RefundPurchase = exactBody({
  amountMinor: AmountMinor,
  amount: z.optional(z.nullable(z.int(minorHint).check(z.gt(0, 'Amount must be more than zero')))),
  alreadyRefundedMinor: z._default(z.nullable(z.int().check(z.gte(0))), null),
  reason: optionalText({ field: 'Reason', max: 1000, lines: true }),
}).check(namesOneAmount);
export type RefundPurchase = z.infer<typeof RefundPurchase>;

const someSentence = 'Name 1 to 200 ids';

/** The resources whose owners are counted. */
export const OwnerQuery = z.object({
  ids: z.pipe(
    z.union([z.array(Id).check(z.maxLength(200, someSentence)), Id], { error: someSentence }),
    z.transform((given: number | number[]) => [given].flat()),
  ),
});
export type OwnerQuery = z.infer<typeof OwnerQuery>;

/**
 * Number of members who own a resource by a live purchase; they keep the resource when it is withdrawn (ADM-RES-15).
 */
export const OwnerCount = z.object({ resourceId: z.int(), owners: z.int() });
export type OwnerCount = z.infer<typeof OwnerCount>;
