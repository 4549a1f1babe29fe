/** Prints rows as a Markdown table with aligned columns; the first column to the left, figures to the right. */
export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? cells[0]?.padEnd(width) : cells[column]?.padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  console.log([line(head), line(rule), ...rows.map(line)].join('\n'));
}

/** Formats a figure with about three significant digits. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(value >= 10 ? 1 : 2);
}
