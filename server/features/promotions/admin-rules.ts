import { currencyDecimals, toMajor, toMinor } from '#contract/money.ts';
import type { PromoCodeForm } from '#contract/promotions-form.ts';

/** A discount as it is stored: whole basis points, whole minor units, or neither. */
export type StoredDiscount = { basisPoints: number | null; amountMinor: number | null };

/** The discount of a form; an error text when its value has more decimals than can be stored. */
export function discountOf(
  { discountType, discountValue }: Pick<PromoCodeForm, 'discountType' | 'discountValue'>,
  currency: string,
): StoredDiscount | { problem: string } {
  if (discountType === null || discountValue === null) return { basisPoints: null, amountMinor: null };
  // A percentage in basis points has two decimals, like a currency with minor units.
  const unit = discountType === 'percentage' ? 'GBP' : currency;
  const whole = toMinor(discountValue, unit);
  if (whole === null) return { problem: `Discount value may have at most ${currencyDecimals(unit)} decimals` };
  return discountType === 'percentage'
    ? { basisPoints: whole, amountMinor: null }
    : { basisPoints: null, amountMinor: whole };
}

/** The same as the API shows it: a percentage, or an amount in major units. */
export function discountValueOf({ basisPoints, amountMinor }: StoredDiscount, currency: string): number | null {
  if (amountMinor !== null) return toMajor(amountMinor, currency);
  return basisPoints === null ? null : basisPoints / 100;
}
