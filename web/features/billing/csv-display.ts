import type { Transaction } from '#contract/billing.ts';
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

/** Lines of a CSV file; what may come from people has been through `textCell`. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** "rapp-learning-transactions-2026-11-21.csv" (BILL-09). */
export function csvFileName(productName: string, today: Date, subject = 'transactions'): string {
  const product = productName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[product, subject, isoDay(today)].filter(Boolean).join('-')}.csv`;
}

/**
 * A text that a spreadsheet does not run: one that begins like a formula gets an apostrophe in front (BILL-20). Blanks
 * and control characters before the sign do not make it safe, nor do its full-width forms.
 */
export function textCell(text: string): string {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** A cell that holds commas, quotes or line breaks stands in quotes (BILL-21, RFC 4180). */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** "2026-11-21", in the reader's own time zone. */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
