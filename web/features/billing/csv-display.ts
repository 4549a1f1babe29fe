import type { Transaction } from '#contract/billing.ts';
import { csvText, textCell } from '#contract/csv.ts';
import { currencyDecimals } from '#contract/money.ts';
import { statusOf, typeName } from './display.ts';

const header = ['Date', 'Type', 'Description', 'Amount', 'Currency', 'Reference', 'Status'];

/** The transactions as CSV (BILL-08), one a line; amounts in major units with a point. */
export function csvOf(transactions: readonly Transaction[]): string {
  const rows = transactions.map((line) => [
    isoDay(new Date(line.date)),
    textCell(typeName(line)),
    textCell(line.description),
    line.amount.toFixed(currencyDecimals(line.currency)),
    textCell(line.currency),
    textCell(line.reference),
    textCell(statusOf(line).label),
  ]);
  return csvText([header, ...rows]);
}

/** "rapp-learning-transactions-2026-11-21.csv" (BILL-09). */
export function csvFileName(productName: string, today: Date, subject = 'transactions'): string {
  const product = productName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[product, subject, isoDay(today)].filter(Boolean).join('-')}.csv`;
}

/** "2026-11-21", in the reader's own time zone. */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
