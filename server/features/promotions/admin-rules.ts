import { currencyDecimals, toMajor, toMinor } from '#contract/money.ts';
import type { PromoCodeForm } from '#contract/promotions-form.ts';

/** A discount as it is kept: whole basis points or whole minor units, or neither. */
export type KeptDiscount = { basisPoints: number | null; amountMinor: number | null };

/** The discount of a form; a text when its value has more decimals than can be kept. */
export function discountOf(
  { discountType, discountValue }: Pick<PromoCodeForm, 'discountType' | 'discountValue'>,
  currency: string,
): KeptDiscount | { problem: string } {
  if (discountType === null || discountValue === null) return { basisPoints: null, amountMinor: null };
  // Hundredths of a per cent are what a currency of two decimals is in minor units.
  const unit = discountType === 'percentage' ? 'GBP' : currency;
  const whole = toMinor(discountValue, unit);
  if (whole === null) return { problem: `Discount value may have at most ${currencyDecimals(unit)} decimals` };
  return discountType === 'percentage'
    ? { basisPoints: whole, amountMinor: null }
    : { basisPoints: null, amountMinor: whole };
}

/** The same as the API shows it: a percentage, or an amount in major units. */
export function discountValueOf({ basisPoints, amountMinor }: KeptDiscount, currency: string): number | null {
  if (amountMinor !== null) return toMajor(amountMinor, currency);
  return basisPoints === null ? null : basisPoints / 100;
}
