/** The byte order mark: spreadsheet programs know a UTF-8 text by it. Each CSV file for people begins with it. */
export const csvMark = '\uFEFF';

/**
 * Where a cell may begin inside a text: many spreadsheets part cells at semicolons or tabs, and then a line break inside a
 * quoted cell begins a row. Blanks, control characters and quotes before a sign do not make it safe, nor do its full-width
 * forms.
 */
const innerFormula = /([;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

/** A text that a spreadsheet does not run: where a formula could begin it gets an apostrophe (BILL-20). */
export function textCell(text: string): string {
  const inside = text.replaceAll(innerFormula, "$1'");
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${inside}` : inside;
}

/** Lines of a CSV file (BILL-21, RFC 4180); what may come from people has been through `textCell`. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** A cell with commas, quotes, line breaks or other separators is quoted. */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** How many rows the file of a list has at most. */
export const mostCsvRows = 10_000;

/** Cells by their headings. */
type Cells<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** What a list's file holds: the first cells always, then those of each column that was chosen. */
export type CsvTable<Row, Column extends string> = { first: Cells<Row>; columns: Readonly<Record<Column, Cells<Row>>> };

/** Rows of a list as a CSV file, with the chosen columns in the order of the table. */
export function csvOfList<Row, Column extends string>(
  rows: readonly Row[],
  { first, columns }: CsvTable<Row, Column>,
  chosen: readonly Column[],
): string {
  // The keys of the columns are exactly those of their type.
  const keys = (Object.keys(columns) as Column[]).filter((key) => chosen.includes(key));
  const cells = [first, ...keys.map((key) => columns[key])].flatMap((some) => Object.entries(some));
  const lines = rows.map((row) => cells.map(([, cellOf]) => textCell(String(cellOf(row) ?? ''))));
  return csvText([cells.map(([heading]) => heading), ...lines]);
}
