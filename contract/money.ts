/** Currencies whose smallest unit is the unit itself (https://docs.stripe.com/currencies#zero-decimal). */
const zeroDecimalCurrencies = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ').map((code) => code.toUpperCase()),
);

/** Smallest amounts that the payment provider charges, in minor units; other currencies use 50. */
const minimumChargeMinor: Record<string, number> = { GBP: 30, USD: 50, EUR: 50, JPY: 50 };

/** How many decimals an amount of this ISO 4217 currency has: 2, or 0 for zero-decimal currencies. */
export function currencyDecimals(currency: string): 0 | 2 {
  return zeroDecimalCurrencies.has(currency.toUpperCase()) ? 0 : 2;
}

/** 1999 GBP -> 19.99; 1999 JPY -> 1999. */
export function toMajor(amountMinor: number, currency: string): number {
  return currencyDecimals(currency) === 0 ? amountMinor : amountMinor / 100;
}

/**
 * 19.99 GBP -> 1999. Reads the decimal text, so 1.005 has no binary surprise.
 * @returns null for anything that is not an amount with at most the currency's decimals, or is negative.
 */
export function toMinor(amountMajor: number | string, currency: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(amountMajor).trim());
  if (!match) return null;
  const decimals = currencyDecimals(currency);
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return null;
  return Number(match[1]) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || 0);
}

/** "£19.99": en-GB with the currency's own decimals (GEN-11). */
export function formatMoney(amountMajor: number, currency: string): string {
  return moneyFormat(currency).format(amountMajor);
}

/** "£19.99" of whole minor units. */
export function moneyText({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return formatMoney(toMajor(amountMinor, currency), currency);
}

/** The smallest charge the payment provider accepts, in minor units. */
export function minimumCharge(currency: string): number {
  return minimumChargeMinor[currency.toUpperCase()] ?? 50;
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
