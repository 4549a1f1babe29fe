import { csvText, textCell } from '#contract/csv.ts';
import { currencyDecimals, formatMoney } from '#contract/money.ts';

/** What a column holds: words, a count, an amount in major units, or a share from 0 to 1. */
export type ChartColumn = { header: string; kind: 'text' | 'count' | 'money' | 'share' };

/** The figures of a chart: the first column names the row; null where there is nothing to say. */
export type ChartTable = {
  columns: readonly ChartColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  /** Needed where a column holds money. */
  currency?: string;
};

const counts = new Intl.NumberFormat('en-GB');

/** "1,284" */
export function countText(count: number): string {
  return counts.format(count);
}

/** 0.4872 is "49%". */
export function shareText(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A cell as the screen shows it. */
export function cellText(value: string | number | null, kind: ChartColumn['kind'], currency = 'GBP'): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (kind === 'money') return formatMoney(value, currency);
  return kind === 'share' ? shareText(value) : countText(value);
}

/** The figures as CSV, by the rules of the billing history (BILL-20, BILL-21); numbers plain, with a point. */
export function csvOf({ columns, rows, currency = 'GBP' }: ChartTable): string {
  const cell = (value: string | number | null, kind: ChartColumn['kind'] | undefined) => {
    if (value === null) return '';
    if (typeof value === 'string') return textCell(value);
    return kind === 'money' ? value.toFixed(currencyDecimals(currency)) : String(value);
  };
  return csvText([
    columns.map(({ header, kind }) => textCell(kind === 'money' ? `${header} (${currency})` : header)),
    ...rows.map((row) => row.map((value, index) => cell(value, columns[index]?.kind))),
  ]);
}
