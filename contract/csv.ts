/** The byte order mark, by which spreadsheet programs recognise UTF-8. Each CSV file for people begins with it. */
export const csvMark = '\uFEFF';

/**
 * Places inside a text where a cell may begin: many spreadsheets split cells at semicolons or tabs, and then a line
 * break inside a quoted cell begins a row. Also matches formulas behind blanks, control characters and quotes, and
 * full-width signs, because spreadsheets run these too.
 */
const innerFormula = /([;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

/** Puts an apostrophe wherever a formula could begin, so that no spreadsheet runs the text (BILL-20). */
export function textCell(text: string): string {
  const inside = text.replaceAll(innerFormula, "$1'");
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${inside}` : inside;
}

/**
 * Writes the lines of a CSV file (BILL-21, RFC 4180). The caller must have passed text from people through `textCell`.
 */
export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** Quotes a cell with commas, quotes, line breaks or other separators. */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Maximum number of rows in a file of `csvOfList`; its callers pass no more. */
export const mostCsvRows = 10_000;

/** Functions that return a cell of a row, by column heading. */
type Cells<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** The columns of a list's file: those in `first` always, and those of each chosen column. */
export type CsvTable<Row, Column extends string> = { first: Cells<Row>; columns: Readonly<Record<Column, Cells<Row>>> };

/**
 * Number of rows that are written in one turn, because a long list takes longer than other requests may wait (GEN-29).
 */
const rowsAtOnce = 200;

/** Writes rows of a list as the parts of a CSV file, with the chosen columns in the order of the table. */
export function* csvOfList<Row, Column extends string>(
  rows: readonly Row[],
  { first, columns }: CsvTable<Row, Column>,
  chosen: readonly Column[],
): Generator<string> {
  // Safe cast, because the keys of `columns` are exactly those of its type.
  const keys = (Object.keys(columns) as Column[]).filter((key) => chosen.includes(key));
  const cells = [first, ...keys.map((key) => columns[key])].flatMap((some) => Object.entries(some));
  yield csvText([cells.map(([heading]) => heading)]);
  yield* csvLines(rows, (row) => cells.map(([, cellOf]) => textCell(String(cellOf(row) ?? ''))));
}

/** Yields the lines of many rows, in parts. */
export function* csvLines<Row>(rows: readonly Row[], lineOf: (row: Row) => string[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    yield csvText(rows.slice(from, from + rowsAtOnce).map(lineOf));
  }
}
