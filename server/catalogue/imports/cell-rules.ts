import { accessTypes, resourceTypes, videoAccesses } from '#contract/catalogue/catalogue.ts';
import {
  type FileColumn,
  fileColumns,
  joinEntries,
  listColumns,
  metadataColumns,
  splitEntries,
  splitPlaces,
} from '#contract/catalogue/publishing-columns.ts';
import { textCell } from '#contract/csv.ts';

/** The values of a row by column; a column that the file does not have is missing. */
export type RowValues = Partial<Record<FileColumn, unknown>>;

/** A resource with its id, as the API's forms know it. */
export type FileResource = { id: number; metadata: object; [field: string]: unknown };

/** A resource as the cells of a CSV file, in the order of the columns. */
export function cellsOf(resource: FileResource): string[] {
  const flat: Record<string, unknown> = { ...resource, ...resource.metadata };
  return fileColumns.map((column) => {
    const value = flat[column];
    if (value === null || value === undefined) return '';
    if (typeof value === 'string') return safeText(value);
    return Array.isArray(value) ? safeText(joinEntries(value.map(String))) : String(value);
  });
}

/** A text that begins with apostrophes and then like a formula gets one more, so that reading can take one away. */
function safeText(text: string): string {
  const guarded = text.replaceAll(innerApostrophes, "$1'");
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? `'${guarded}` : guardStart(text, guarded);
}

/** Like the places that `textCell` guards inside a text, after any apostrophes: each gets one more. */
const innerApostrophes = /([;\t\r\n])(?='*(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const guardedInside = /([;\t\r\n])'(?='*(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

const isFormula = (text: string) => textCell(text).startsWith("'") && !text.startsWith("'");
const guardStart = (text: string, guarded: string) => (isFormula(text) ? `'${guarded}` : guarded);

/** Takes the apostrophe away that keeps a spreadsheet from running a cell. */
function plainText(cell: string): string {
  const text = cell.replaceAll(guardedInside, '$1');
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

/** How numbers are written: with a comma in files whose cells are parted by semicolons. */
export type CellStyle = { hasDecimalComma: boolean };

const priceColumns: ReadonlySet<FileColumn> = new Set(['price', 'monthlyPrice', 'annualPrice']);
/** Truth as spreadsheet programs write it in the languages of Europe, and as people do. */
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

/** The value of a cell; `undefined` where a blank cell leaves the field unchanged. */
export function cellValue(column: FileColumn, cell: string, { hasDecimalComma }: CellStyle): unknown {
  const text = plainText(cell);
  const trimmed = text.trim();
  if (column === 'slideshowTexts') return splitPlaces(text);
  if (listColumns.has(column)) return splitEntries(text);
  if (column === 'isPublished' || column === 'trialNeedsCard') return answerOf(trimmed);
  if (column === 'videoAccess' && trimmed === '') return undefined;
  if (trimmed === '') return column === 'title' || column === 'description' ? '' : null;
  if (column === 'type' || column === 'accessType' || column === 'videoAccess') return knownWord(column, trimmed);
  if (hasDecimalComma && priceColumns.has(column)) return trimmed.replace(/^(\d{1,6}),(\d{1,2})$/, '$1.$2');
  return text;
}

const words = {
  type: new Set<string>(resourceTypes),
  accessType: new Set<string>(accessTypes),
  videoAccess: new Set<string>(videoAccesses),
};

/** "Online Tool" is online_tool, "Free" is free; other words stay as they are, to be reported so. */
function knownWord(column: keyof typeof words, text: string): string {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return words[column].has(word) ? word : text;
}

function answerOf(text: string): unknown {
  if (text === '') return undefined;
  const lower = text.toLowerCase();
  return yes.has(lower) || (no.has(lower) ? false : text);
}

/** What the first line of a CSV file names: a column for each cell, null for one that is not known. */
export type Header = { columns: (FileColumn | null)[]; unknown: string[]; repeated: FileColumn[] };

const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const byPlainName = new Map(fileColumns.map((column) => [plainName(column), column]));

/** Columns that an export of other programs may have and that cannot be set. */
const readOnly = new Set(['createdat', 'stripeproductid', 'updatedat', 'currency']);

/** Reads the first line; letters' case, blanks and underlines do not matter. */
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

/** The values of a row of cells. */
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

/** What an object of a JSON file says, and the names in it that are not known. */
export type ReadObject = { values: RowValues; unknown: string[] };

/** Reads an object as the API knows resources; null when its `metadata` is no object. */
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

/** Whether a value of a JSON file is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
