import { formatMoney } from '#contract/money.ts';
import type { ShownTax } from '#contract/tax.ts';
import { longDate } from '#web/dates.ts';
import { taxFacts } from '../payments/display.ts';

/** Receipt of a payment; the amount is in major units. */
export type Receipt = {
  amount: number;
  currency: string;
  tax: ShownTax | null;
  /** Time of the payment, ISO 8601 in UTC; null when it is not known here. */
  paidAt: string | null;
  /** The portal's invoice; null while there is none. */
  documentId: number | null;
  /** Name of the payment method, as on the Billing page; null when it is not known. */
  paidWith: string | null;
};

/**
 * Receipt; `note` says that the payment had gone through before, so nothing was charged again, and is otherwise null.
 */
export type PageReceipt = Receipt & { note: string | null };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Receipt of the payment just made for the resource of the page. */
    receipt?: PageReceipt;
  }
}

export function receiptFacts({ amount, currency, tax, paidAt, paidWith }: Omit<Receipt, 'documentId'>) {
  return [
    // The browser's history may hold a receipt of an earlier version, which has no time and no method.
    ...(paidAt ? [{ label: 'Date', value: longDate(paidAt) }] : []),
    ...(paidWith ? [{ label: 'Paid with', value: paidWith }] : []),
    ...taxFacts(tax, currency),
    { label: 'Paid', value: formatMoney(amount, currency), isSum: true },
  ];
}
