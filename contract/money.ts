/**
 * Currencies by Stripe's units (https://docs.stripe.com/currencies#zero-decimal). A currency that is not listed has two
 * decimals. UGX and ISK have lost theirs and are still counted in hundredths, of which only whole units are charged;
 * the last digit of a three-decimal amount must be 0.
 */
const wholeUnits = currencySet('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
const wholeUnitsInHundredths = currencySet('ISK UGX');
const thousandths = currencySet('BHD JOD KWD OMR TND');

/** Smallest amounts that Stripe charges, in major units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const minimumCharges: Readonly<Record<string, number>> = {
  AED: 2,
  CZK: 15,
  DKK: 2.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  JPY: 50,
  KRW: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  PLN: 2,
  RON: 2,
  SEK: 3,
  THB: 10,
};

function currencySet(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

type Units = {
  /** Decimals of the API's minor unit. */
  counted: 0 | 2 | 3;
  /** Decimals that a price can be entered with. */
  entered: 0 | 2;
  /** Decimals with which a price is displayed. */
  shown: 0 | 2 | 3;
};

function unitsOf(currency: string): Units {
  const code = currency.toUpperCase();
  if (wholeUnits.has(code)) return { counted: 0, entered: 0, shown: 0 };
  if (wholeUnitsInHundredths.has(code)) return { counted: 2, entered: 0, shown: 0 };
  if (thousandths.has(code)) return { counted: 3, entered: 2, shown: 3 };
  return { counted: 2, entered: 2, shown: 2 };
}

/** Returns the decimals with which an amount of this ISO 4217 currency is displayed: 2, or 0 for JPY, or 3 for KWD. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  return unitsOf(currency).shown;
}

/** Returns the decimals that a price may have: fewer than are displayed where Stripe wants the last digit to be 0. */
export function enteredDecimals(currency: string): 0 | 2 {
  return unitsOf(currency).entered;
}

/** Returns the `step` of a number field for prices: "0.01", or "1" without decimals. */
export function priceStep(currency: string): string {
  return enteredDecimals(currency) === 0 ? '1' : '0.01';
}

/** Converts minor to major units: 1999 GBP to 19.99, 1999 JPY to 1999, 1990 KWD to 1.99. */
export function toMajor(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** unitsOf(currency).counted;
}

/** Rounds a sum or difference of amounts in major units, to remove the error of binary fractions. */
export function roundMajor(amountMajor: number, currency: string): number {
  return toMajor(Math.round(amountMajor * 10 ** unitsOf(currency).counted), currency);
}

/**
 * Converts 19.99 GBP to 1999. Reads the decimal text, so 1.005 causes no rounding error.
 * @returns null for more decimals than can be charged in the currency, for a negative amount, for ten or more digits
 * before the point, and for any other text.
 */
export function toMinor(amountMajor: number | string, currency: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(amountMajor).trim());
  if (!match) return null;
  const { counted, entered } = unitsOf(currency);
  const [, whole, fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(entered))) return null;
  return Number(whole) * 10 ** counted + Number(fraction.slice(0, entered).padEnd(counted, '0') || 0);
}

/** Formats an amount in major units, such as "£19.99", in en-GB with the currency's own decimals (GEN-11). */
export function formatMoney(amountMajor: number, currency: string): string {
  return moneyFormat(currency).format(amountMajor);
}

/** Formats an amount in whole minor units, such as "£19.99". */
export function moneyText({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return formatMoney(toMajor(amountMinor, currency), currency);
}

/**
 * Maximum charge that Stripe accepts, in minor units
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const maximumChargeMinor = 99_999_999;

/**
 * Returns the minimum charge that Stripe accepts, in minor units. Without a row in Stripe's table, half a unit, or 50
 * of a currency without decimals: the real minimum then depends on the exchange rate, so Stripe's response decides.
 */
export function minimumCharge(currency: string): number {
  const { counted, entered } = unitsOf(currency);
  const major = minimumCharges[currency.toUpperCase()] ?? (entered === 0 ? 50 : 0.5);
  return Math.round(major * 10 ** counted);
}

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const digits = currencyDecimals(currency);
  const made = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(currency, made);
  return made;
}
