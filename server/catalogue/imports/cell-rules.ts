import {
  accessTypes,
  type FileColumn,
  fileColumns,
  resourceTypes,
  videoAccesses,
} from '#contract/catalogue/catalogue.ts';
import {
  joinEntries,
  listColumns,
  metadataColumns,
  splitEntries,
  splitPlaces,
} from '#contract/catalogue/publishing-columns.ts';
import { textCell } from '#contract/csv.ts';
import { isNestedTooDeeply } from '#contract/json-depth.ts';
import { isObject } from '#contract/objects.ts';

/** The values of a row by column; columns that the file lacks are missing. */
export type RowValues = Partial<Record<FileColumn, unknown>>;

/** A resource with its id and the fields of the API's forms. */
export type FileResource = { id: number; metadata: object; [field: string]: unknown };

/** Returns a resource as CSV cells, in the order of the columns. */
export function cellsOf(resource: FileResource): string[] {
  const flat: Record<string, unknown> = { ...resource, ...resource.metadata };
  return fileColumns.map((column) => {
    const value = flat[column];
    if (value === null || value === undefined) return '';
    if (typeof value === 'string') return safeText(value);
    if (column === 'path') return JSON.stringify(value);
    return Array.isArray(value) ? safeText(joinEntries(value.map(String))) : String(value);
  });
}

/**
 * Puts an apostrophe wherever a spreadsheet could begin a formula, also where apostrophes stand already, so that
 * reading can remove one.
 */
function safeText(text: string): string {
  const guarded = text.replaceAll(innerApostrophes, "$1'");
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? `'${guarded}` : guardStart(text, guarded);
}

/** Places inside a text that `textCell` guards, after any apostrophes; each gets one more. */
const innerApostrophes = /([;\t\r\n])(?='*(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const guardedInside = /([;\t\r\n])'(?='*(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

const isFormula = (text: string) => textCell(text).startsWith("'") && !text.startsWith("'");
const guardStart = (text: string, guarded: string) => (isFormula(text) ? `'${guarded}` : guarded);

/** Removes the apostrophes that prevent a spreadsheet from running a cell. */
function plainText(cell: string): string {
  const text = cell.replaceAll(guardedInside, '$1');
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

/** Number format: with a decimal comma in files whose cells are separated by semicolons. */
export type CellStyle = { hasDecimalComma: boolean };

const priceColumns: ReadonlySet<FileColumn> = new Set(['price', 'monthlyPrice', 'annualPrice']);
/** Words for "true": those that spreadsheet programs write in European languages, and those that people type. */
const yes = new Set(
  'true yes 1 wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar prawda tak sant sand sann tosi kyllä pravda ano igaz igen'.split(
    ' ',
  ),
);
const no = new Set(
  'false no 0 falsch nein faux non falso não onwaar nee fałsz nie falskt falsk usann nej nei epätosi ei nepravda ne hamis nem'.split(
    ' ',
  ),
);

/** Returns the value of a cell; `undefined` when a blank cell leaves the field unchanged. */
export function cellValue(column: FileColumn, cell: string, { hasDecimalComma }: CellStyle): unknown {
  const text = plainText(cell);
  const trimmed = text.trim();
  if (column === 'slideshowTexts') return splitPlaces(text);
  if (listColumns.has(column)) return splitEntries(text);
  if (column === 'isPublished' || column === 'trialNeedsCard') return answerOf(trimmed);
  if ((column === 'videoAccess' || column === 'path') && trimmed === '') return undefined;
  if (trimmed === '') return column === 'title' || column === 'description' ? '' : null;
  if (column === 'type' || column === 'accessType' || column === 'videoAccess') return knownWord(column, trimmed);
  if (column === 'path') return jsonIn(trimmed);
  if (hasDecimalComma && priceColumns.has(column)) return trimmed.replace(/^(\d{1,6}),(\d{1,2})$/, '$1.$2');
  return text;
}

/** Reads a cell with JSON; other text, and JSON nested too deeply, is returned unchanged, to be reported. */
function jsonIn(text: string): unknown {
  if (isNestedTooDeeply(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const words = {
  type: new Set<string>(resourceTypes),
  accessType: new Set<string>(accessTypes),
  videoAccess: new Set<string>(videoAccesses),
};

/** Reads "Online Tool" as online_tool and "Free" as free; other words are returned unchanged, to be reported. */
function knownWord(column: keyof typeof words, text: string): string {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return words[column].has(word) ? word : text;
}

function answerOf(text: string): unknown {
  if (text === '') return undefined;
  const lower = text.toLowerCase();
  return yes.has(lower) || (no.has(lower) ? false : text);
}

/** The first line of a CSV file: a column for each cell, null for an unknown one. */
export type Header = { columns: (FileColumn | null)[]; unknown: string[]; repeated: FileColumn[] };

const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const byPlainName = new Map(fileColumns.map((column) => [plainName(column), column]));

/** Names that a file may have although they cannot be set; they are ignored without a warning. */
const readOnly = new Set(['createdat', 'stripeproductid', 'updatedat', 'currency']);

/** Reads the first line; ignores case, blanks, hyphens and underscores. */
export function headerOf(cells: readonly string[]): Header {
  const columns = cells.map((cell) => byPlainName.get(plainName(cell)) ?? null);
  const unknown = cells.filter(
    (cell, index) => columns[index] === null && cell.trim() !== '' && !readOnly.has(plainName(cell)),
  );
  const repeated = columns.filter((column, index) => column !== null && columns.indexOf(column) < index);
  return {
    columns,
    unknown: unknown.map((cell) => cell.trim()),
    repeated: repeated.filter((column) => column !== null),
  };
}

/** Returns the values of a row of cells. */
export function valuesOfCells(
  columns: readonly (FileColumn | null)[],
  cells: readonly string[],
  style: CellStyle,
): RowValues {
  const values: RowValues = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (column === null || cell === undefined) continue;
    const value = cellValue(column, cell, style);
    if (value !== undefined) values[column] = value;
  }
  return values;
}

/** The values of an object of a JSON file, and its unknown names. */
export type ReadObject = { values: RowValues; unknown: string[] };

/** Reads an object with the fields of the API's resources; null when its `metadata` is no object. */
export function valuesOfObject(object: Record<string, unknown>): ReadObject | null {
  const { metadata = {}, ...fields } = object;
  if (!isObject(metadata)) return null;
  const values: RowValues = {};
  for (const column of fileColumns) {
    const value = metadataColumns.has(column) ? metadata[column] : (fields[column] ?? metadata[column]);
    if (value !== undefined) values[column] = value;
    else if (fields[column] === null) values[column] = null;
  }
  const isKnown = (name: string) => byPlainName.get(plainName(name)) === name || readOnly.has(plainName(name));
  const unknown = Object.keys(fields).filter((name) => !isKnown(name));
  const unknownInside = Object.keys(metadata).filter((name) => !isKnown(name));
  return { values, unknown: [...unknown, ...unknownInside.map((name) => `metadata.${name}`)] };
}
