import { formatMoney } from '#contract/money.ts';
import type { ShownTax } from '#contract/tax.ts';
import { taxFacts } from '../payments/display.ts';

/** Paid amount in major units, its tax, and the id of the portal's invoice; null while there is none. */
export type Receipt = { amount: number; currency: string; tax: ShownTax | null; documentId: number | null };

/** Receipt with the sentence that nothing was charged now; null otherwise. */
export type PageReceipt = Receipt & { note: string | null };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Receipt of the payment just made for the resource of the page. */
    receipt?: PageReceipt;
  }
}

/** Returns the amount with its tax. */
export function receiptFacts({ amount, currency, tax }: Omit<Receipt, 'documentId'>) {
  return [...taxFacts(tax, currency), { label: 'Paid', value: formatMoney(amount, currency), isSum: true }];
}
