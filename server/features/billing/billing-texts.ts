import { formatMoney, toMajor } from '#contract/money.ts';

/** "20 November 2026" */
export function longDate(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** "£19.99" */
export function moneyText({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return formatMoney(toMajor(amountMinor, currency), currency);
}
