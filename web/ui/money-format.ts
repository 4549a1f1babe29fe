/** Every so often a price is due. */
export type PriceInterval = 'month' | 'year';

/**
 * An amount in words, formatted en-GB with the currency's decimals ("£8.99", "JP¥500").
 * @param amount major units, a number or numeric text as the API replies them
 * @param currency ISO 4217 code, in any case
 */
export function formatMoney(amount: number | string, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(amount));
}

/** "per month" or "per year". */
export function intervalWords(interval: PriceInterval): string {
  return `per ${interval}`;
}
