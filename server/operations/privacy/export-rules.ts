import { csvMark, csvText, textCell } from '#contract/csv.ts';
import { toMajor } from '#contract/money.ts';

/** Days for which an archive can be downloaded. */
export const exportDays = 7;

/** Maximum size of an archive, far more than any member's data needs. */
export const mostExportBytes = 200 * 1024 * 1024;

/** A row of the database: names in snake_case, amounts in minor units beside their currency. */
export type OwnRow = Record<string, unknown>;

/** One part of a member's data. */
export type OwnPart = { name: string; about: string; rows: readonly OwnRow[] };

/**
 * A file of the archive. Its text is generated in parts, because that of a member with much data takes long (GEN-29).
 */
export type ArchiveFile = { name: string; parts: Iterable<string> };

/** Returns the files of an archive: each part as JSON and as CSV, and a README with the contents. */
export function archiveFiles(parts: readonly OwnPart[], { productName, madeAt }: About): ArchiveFile[] {
  return [
    { name: 'README.txt', parts: [readme(parts, { productName, madeAt })] },
    ...parts.flatMap(({ name, rows }) => [
      { name: `${name}.json`, parts: jsonOf(rows) },
      { name: `${name}.csv`, parts: csvOf(rows) },
    ]),
  ];
}

/** Number of rows in one part of a text. */
const rowsAtOnce = 200;

function* portions(rows: readonly OwnRow[]): Generator<OwnRow[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce).map(showRow);
}

/** Yields a list as `JSON.stringify` writes it with an indent of two. */
function* jsonOf(rows: readonly OwnRow[]): Generator<string> {
  if (rows.length === 0) {
    yield '[]\n';
    return;
  }
  let before = '[\n';
  for (const portion of portions(rows)) {
    yield before + JSON.stringify(portion, null, 2).slice('[\n'.length, -'\n]'.length);
    before = ',\n';
  }
  yield '\n]\n';
}

type About = { productName: string; madeAt: Date };

/** Converts a row to the names of the API: camelCase, times as text, amounts in major units. */
function showRow(row: OwnRow): OwnRow {
  const pairs = Object.entries(row).map(([column, value]) => {
    if (value instanceof Date) return [camelCase(column), value.toISOString()];
    if (!column.endsWith('_minor')) return [camelCase(column), value];
    const amount = typeof value === 'number' ? toMajor(value, String(row.currency)) : null;
    return [camelCase(column.slice(0, -'_minor'.length)), amount];
  });
  return Object.fromEntries(pairs);
}

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function* csvOf(rows: readonly OwnRow[]): Generator<string> {
  const header = Object.keys(showRow(rows[0] ?? {}));
  yield csvMark + csvText([header]);
  for (const portion of portions(rows)) yield csvText(portion.map((row) => header.map((name) => cellOf(row[name]))));
}

/**
 * Returns a CSV cell. Numbers remain numbers, also negative ones; texts and nested values are escaped, so that no
 * spreadsheet runs them.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textCell(typeof value === 'string' ? value : JSON.stringify(value));
}

function readme(parts: readonly OwnPart[], { productName, madeAt }: About): string {
  const lines = parts.map(
    ({ name, about, rows }) => `${name} (${rows.length} ${rows.length === 1 ? 'entry' : 'entries'})\n  ${about}`,
  );
  return `Your data at ${productName}, as of ${madeAt.toISOString()}

Each part is here twice: as .json for programs and as .csv for spreadsheets. Amounts are in the unit of their
currency, times in UTC.

${lines.join('\n\n')}

Left out are secrets (your password and codes are kept only in a form that cannot be read back), the texts of emails,
which hold links that were meant for you at that time, and what is about other people.
`;
}
