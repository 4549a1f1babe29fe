export type PriceInterval = 'month' | 'year';

export function intervalWords(interval: PriceInterval): string {
  return `per ${interval}`;
}
