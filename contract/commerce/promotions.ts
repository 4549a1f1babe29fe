import * as z from 'zod/mini';
import { lineOf } from '../lines.ts';
import { Message } from '../message.ts';
import { bodyId, opaqueText } from '../text.ts';
import { ConsentVersion } from './consent.ts';
import { CodeText, PromoType } from './promotions-form.ts';
import { CreateSubscription } from './subscriptions.ts';

const missing = 'Please enter a promo code.';

const code = z.pipe(
  opaqueText({ error: missing, max: 5000 }).check(z.refine((typed) => lineOf(typed) !== '', missing)),
  CodeText,
);

/**
 * The plan that the member chose on the subscribe page: a discount code that may be used for it applies to it
 * (PROMO-20).
 */
const chosenPlan = z.optional(CreateSubscription);

/** A typed code, in the form in which codes are looked up (PROMO-11). */
export const TypedCode = z.object({ code, chosenPlan });
export type TypedCode = z.infer<typeof TypedCode>;

/** A code to redeem in one step, and the version of the consent text that the member saw beside the button. */
export const RedeemCode = z.object({ code, textVersion: z.optional(ConsentVersion) });
export type RedeemCode = z.infer<typeof RedeemCode>;

export const RedeemValidated = z.object({
  promoCodeId: bodyId('promoCodeId must be a whole number'),
  chosenPlan,
  textVersion: z.optional(ConsentVersion),
});
export type RedeemValidated = z.infer<typeof RedeemValidated>;

/** The benefit of a code, before it is redeemed; amounts in major units. */
export const OfferedCode = z.object({
  id: z.int(),
  code: z.string(),
  description: z.nullable(z.string()),
  promoType: PromoType,
  /** Number of free days; 0 for a discount. */
  freeAccessDays: z.int(),
  mappedProducts: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The mapped products that the discount is limited to; empty for all (PROMO-17). */
  applicableProducts: z.array(z.object({ id: z.int(), name: z.string() })),
  discount: z.nullable(
    z.object({ percentage: z.nullable(z.number()), amount: z.nullable(z.number()), cycles: z.int() }),
  ),
  /** Price of the plan; null when it is not known, for example while Stripe does not respond. */
  price: z.nullable(z.object({ amount: z.number(), currency: z.string(), interval: z.enum(['month', 'year']) })),
});
export type OfferedCode = z.infer<typeof OfferedCode>;

/** The reply to a typed code; `promoCode` is null when it is not valid (PROMO-03). */
export const Validation = z.object({ valid: z.boolean(), message: z.string(), promoCode: z.nullable(OfferedCode) });
export type Validation = z.infer<typeof Validation>;

/** Whether the caller has used the single free trial of each person, with or without a code (TRIAL-03). */
export const OwnTrial = z.object({ isUsed: z.boolean() });
export type OwnTrial = z.infer<typeof OwnTrial>;

/** The body of a call that starts the free trial of a resource's plan (TRIAL-02). */
export const StartTrial = z.extend(CreateSubscription, { textVersion: ConsentVersion });
export type StartTrial = z.infer<typeof StartTrial>;

/** The outcome of starting a trial; with `checkoutUrl` it begins there, once the member enters a card. */
export const StartedTrial = z.extend(Message, { checkoutUrl: z.nullable(z.string()) });
export type StartedTrial = z.infer<typeof StartedTrial>;

export const OpenedCheckout = z.object({ checkoutUrl: z.string() });
export type OpenedCheckout = z.infer<typeof OpenedCheckout>;
