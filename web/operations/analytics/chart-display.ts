import { csvText, textCell } from '#contract/csv.ts';
import { currencyDecimals, formatMoney } from '#contract/money.ts';

/** Area of the drawing inside a chart's image, in the image's units. */
export type Plot = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  textSize: number;
  /** Maximum number of names below the chart. */
  names: number;
};

export const widePlot: Plot = {
  width: 640,
  height: 280,
  left: 40,
  right: 508,
  top: 10,
  bottom: 254,
  textSize: 13,
  names: 5,
};
export const narrowPlot: Plot = {
  width: 316,
  height: 220,
  left: 38,
  right: 308,
  top: 10,
  bottom: 194,
  textSize: 12,
  names: 3,
};

/** Returns the lines of a scale from the lowest to the highest: 0 and round steps that include all values. */
export function scaleOf(highest: number, lowest = 0): number[] {
  const step = stepOf(Math.max(highest, -lowest, 1) / 3);
  const first = -Math.ceil(-lowest / step);
  const last = Math.max(Math.ceil(highest / step), 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Returns the next round number at or above a value: 1, 2 or 5 times a power of ten. */
function stepOf(least: number): number {
  const noughts = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5, 10].find((one) => one * noughts >= least) ?? 10) * noughts;
}

/** Returns the vertical position of a value. */
export function heightOf({ top, bottom }: Plot, scale: readonly number[], value: number): number {
  const [lowest = 0, highest = 1] = [scale[0], scale.at(-1)];
  return round(bottom - ((value - lowest) / (highest - lowest)) * (bottom - top));
}

/** Returns the horizontal position of a point; a single point is at the right end. */
export function placeOf({ left, right }: Plot, index: number, count: number): number {
  return count < 2 ? right : round(left + (index / (count - 1)) * (right - left));
}

/** Returns the indexes of the points with a name below: the first, and others at even distances, at most `names`. */
export function namedPoints({ names }: Plot, count: number): number[] {
  const step = Math.max(1, Math.ceil(count / names));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Moves overlapping names apart and keeps their order from top to bottom. */
export function apart(heights: readonly number[], distance: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).toSorted((one, other) => one.height - other.height);
  const moved = [...heights];
  let free = Number.NEGATIVE_INFINITY;
  for (const { height, index } of order) {
    moved[index] = Math.max(height, free);
    free = (moved[index] ?? 0) + distance;
  }
  return moved;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Column of text, counts, amounts in major units, or shares from 0 to 1. */
type ChartColumn = { header: string; kind: 'text' | 'count' | 'money' | 'share' };

/** Figures of a chart. The first column names the row; null is an empty cell. */
export type ChartTable = {
  columns: readonly ChartColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  /** Required when a column holds money. */
  currency?: string;
};

const counts = new Intl.NumberFormat('en-GB');

/** Formats as "1,284". */
export function countText(count: number): string {
  return counts.format(count);
}

/** Formats 0.4872 as "49%". */
export function shareText(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Formats a cell for the screen. */
export function cellText(value: string | number | null, kind: ChartColumn['kind'], currency = 'GBP'): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (kind === 'money') return formatMoney(value, currency);
  return kind === 'share' ? shareText(value) : countText(value);
}

/**
 * Returns the figures as CSV, by the rules of the billing history (BILL-20, BILL-21). Numbers are plain, with a point.
 */
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
