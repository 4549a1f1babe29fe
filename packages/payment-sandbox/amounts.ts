import type Stripe from 'stripe';
import { invalidRequest } from './errors.ts';

/**
 * Smallest charges by currency, in its smallest unit. Charges in other currencies must be worth at least half a dollar
 * at the day's rate, which the sandbox does not know.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const smallestCharge: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
};

/**
 * Currencies whose amounts have no or three decimals in calls. Stripe writes ISK and UGX with two decimals, both zero.
 */
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const threeDecimal = 'bhd jod kwd omr tnd'.split(' ');
const wholeUnits = ['isk', 'ugx'];

/** Returns the number of decimals in a currency's amounts in calls: https://docs.stripe.com/currencies#minor-units */
export function decimalsOf(currency: string): number {
  if (zeroDecimal.includes(currency)) return 0;
  return threeDecimal.includes(currency) ? 3 : 2;
}

/** @throws ApiError 400 for an amount that the currency cannot be charged in */
function checkStep(amount: number, currency: string): void {
  const step = threeDecimal.includes(currency) ? 10 : wholeUnits.includes(currency) ? 100 : 1;
  if (amount % step === 0) return;
  throw invalidRequest(`Invalid amount: amounts in ${currency} must be divisible by ${step}.`, { param: 'amount' });
}

const largestCharge = 99_999_999;
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Returns the smallest charge in minor units. */
export function leastCharge(currency: string): number {
  return smallestCharge[currency] ?? 50;
}

/**
 * @returns the currency in lower case, as in Stripe's objects
 * @throws ApiError 400
 */
export function checkCurrency(currency: string): string {
  const code = currency.toLowerCase();
  if (!currencies.has(code)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
  return code;
}

/** Returns an amount in the form of the `*_decimal` fields. */
export function decimalOf(amountMinor: number): Stripe.Decimal {
  // Safe because only the text is stored and sent; the SDK makes an object from it.
  return String(amountMinor) as unknown as Stripe.Decimal;
}

/**
 * Checks amount and currency of a charge.
 * @param amount minor units
 * @returns the currency in lower case, as in Stripe's objects
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
  checkStep(amount, code);
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

/** Formats an amount as in Stripe's messages: `£0.30 gbp`. */
export function shownAmount(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = { maximumFractionDigits: decimals, minimumFractionDigits: decimals };
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...digits });
  return `${format.format(amountMinor / 10 ** decimals)} ${currency}`;
}
