/** Every so often a price is due. */
export type PriceInterval = 'month' | 'year';

/** "per month" or "per year". */
export function intervalWords(interval: PriceInterval): string {
  return `per ${interval}`;
}
