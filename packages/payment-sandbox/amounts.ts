import type Stripe from 'stripe';
import { invalidRequest } from './errors.ts';

/** The smallest charge by currency in its smallest unit; others follow the dollar. */
const smallestCharge: Readonly<Record<string, number>> = { gbp: 30, usd: 50, eur: 50 };
const largestCharge = 99_999_999;
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The least that can be charged, in minor units. */
export function leastCharge(currency: string): number {
  return smallestCharge[currency] ?? 50;
}

/** @returns the currency in lower case, as Stripe's objects carry it. @throws ApiError 400 */
export function checkCurrency(currency: string): string {
  const code = currency.toLowerCase();
  if (!currencies.has(code)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
  return code;
}

/** An amount in the form of the `*_decimal` fields. */
export function decimalOf(amountMinor: number): Stripe.Decimal {
  // Safe: the SDK makes an object of the text that is sent; what is stored and sent is the text.
  return String(amountMinor) as unknown as Stripe.Decimal;
}

/**
 * Checks amount and currency of a charge.
 * @param amount minor units
 * @returns the currency in lower case, as Stripe's objects carry it
 * @throws ApiError 400
 */
export function checkCharge(amount: number, currency: string): string {
  const code = checkCurrency(currency);
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  const least = leastCharge(code);
  if (amount < least) {
    throw invalidRequest(`Amount must be at least ${shownAmount(least, code)}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > largestCharge) {
    throw invalidRequest(`Amount must be no more than ${shownAmount(largestCharge, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return code;
}

/** `£0.30 gbp`, as Stripe's messages write amounts. */
export function shownAmount(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return `${format.format(amountMinor / 10 ** maximumFractionDigits)} ${currency}`;
}
