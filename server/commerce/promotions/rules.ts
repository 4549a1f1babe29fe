import type { PromoCodeForm, PromoType } from '#contract/commerce/promotions-form.ts';
import { enteredDecimals, toMajor, toMinor } from '#contract/money.ts';
import type { Discount } from '#server/commerce/payments/rules.ts';

/** A code with its plan; amounts in minor units. */
export type LiveCode = {
  id: number;
  code: string;
  description: string | null;
  promoType: PromoType;
  freeAccessDays: number;
  discount: CodeDiscount | null;
  /** The plan of the first product that it can be redeemed for, as typed; null when no product is left. */
  planId: string | null;
  products: { id: number; name: string }[];
  /** The products that a discount or hybrid is limited to; empty for all (PROMO-17). */
  applicableProducts: { id: number; name: string }[];
  newCustomersOnly: boolean;
};

/** A discount for a number of billing cycles. */
export type CodeDiscount = Discount & { currency: string; cycles: number };

/** Returns the free days of a code; a discount has none (PROMO-16). */
export function trialDaysOf({ promoType, freeAccessDays }: Pick<LiveCode, 'promoType' | 'freeAccessDays'>): number {
  return promoType === 'discount' ? 0 : freeAccessDays;
}

/** Returns the coupon to make at Stripe for a code; null when the code gives no discount. */
export function couponOf({ id, code, discount }: Pick<LiveCode, 'id' | 'code' | 'discount'>) {
  return discount && { promoCodeId: id, name: code, discount };
}

/** A member's earlier uses that can rule out a code. */
export type OwnUses = { hasRedeemed: boolean; hasHadTrial: boolean; hasPaid: boolean };

/** Returns the reason why a member cannot redeem a code; null when the member can (PROMO-12, PROMO-16, PROMO-19). */
export function useRejection(
  { hasRedeemed, hasHadTrial, hasPaid }: OwnUses,
  { trialDays, newCustomersOnly }: { trialDays: number; newCustomersOnly: boolean },
): 'promotions.redeemed-before' | 'promotions.trial-used' | 'promotions.new-customers-only' | null {
  if (hasRedeemed) return 'promotions.redeemed-before';
  if (newCustomersOnly && hasPaid) return 'promotions.new-customers-only';
  return trialDays > 0 && hasHadTrial ? 'promotions.trial-used' : null;
}

/** A code, or the free days of a plan, that a member redeems. */
export type Redeemable = { codeId: number | null; trialDays: number; newCustomersOnly: boolean };

export function redeemableOf(code: LiveCode): Redeemable {
  return { codeId: code.id, trialDays: trialDaysOf(code), newCustomersOnly: code.newCustomersOnly };
}

/** Two domains of the same mailboxes. */
const googleDomains = ['gmail.com', 'googlemail.com'];

/**
 * Returns the forms of an email address that identify a person (ACCT-06): lower case, without a plus tag, dots as
 * written. Both domains of a Google mailbox, because older uses are recorded under one of them only.
 */
export function personAddresses(email: string): string[] {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const domains = googleDomains.includes(domain) ? googleDomains : [domain];
  return domains.map((one) => `${name.split('+')[0]}@${one}`);
}

/** A counted use of a code, or of a free trial of a plan without a code. */
export type Redemption = {
  id: number;
  codeId: number | null;
  userId: number;
  trialDays: number;
  subscriptionId: number | null;
  stripeSubscriptionId: string | null;
};

/**
 * Returns the discount of a form, both fields null without one; an error text when its value has more decimals than can
 * be stored.
 */
export function discountOf(
  { discountType, discountValue }: Pick<PromoCodeForm, 'discountType' | 'discountValue'>,
  currency: string,
): Discount | { problem: string } {
  if (discountType === null || discountValue === null) return { basisPoints: null, amountMinor: null };
  // A percentage in basis points has two decimals, like a currency with minor units.
  const unit = discountType === 'percentage' ? 'GBP' : currency;
  const whole = toMinor(discountValue, unit);
  if (whole === null) return { problem: `Discount value may have at most ${enteredDecimals(unit)} decimals` };
  return discountType === 'percentage'
    ? { basisPoints: whole, amountMinor: null }
    : { basisPoints: null, amountMinor: whole };
}

/** Returns the value of a discount for the API: a percentage, or an amount in major units. */
export function discountValueOf({ basisPoints, amountMinor }: Discount, currency: string): number | null {
  if (amountMinor !== null) return toMajor(amountMinor, currency);
  return basisPoints === null ? null : basisPoints / 100;
}
