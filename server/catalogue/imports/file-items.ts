import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { isNestedTooDeeply } from '#contract/json-depth.ts';
import { isObject } from '#contract/objects.ts';
import { type CellStyle, type Header, headerOf, type RowValues, valuesOfCells, valuesOfObject } from './cell-rules.ts';
import {
  type ForeignProgram,
  type ForeignRemark,
  type ForeignRow,
  foreignFileOf,
  foreignRowOf,
  isGumroadProduct,
  mappingOf,
  productRow,
  programOfHeader,
} from './foreign-rules.ts';

/**
 * An item of a file with the line where it begins: a row, an unreadable row, an unknown column name, or a remark about
 * the conversion of another program's export.
 */
export type FileItem =
  | { kind: 'row'; line: number; values: RowValues }
  | { kind: 'broken'; line: number; value: string; sentence: string }
  | { kind: 'unknown'; line: number; name: string }
  | ({ kind: 'remark'; line: number } & ForeignRemark);

export const isRow = ({ kind }: FileItem) => kind === 'row' || kind === 'broken';

/** `currency` is the portal's, with which other programs' prices are compared. */
type Format = { format: 'csv' | 'json'; currency: string; onBytes: (bytes: number) => void };

/** Reads a file as it arrives. @throws UnreadableFile where the file becomes unreadable */
export function itemsOf(
  source: AsyncIterable<Buffer>,
  { format, currency, onBytes }: Format,
): AsyncGenerator<FileItem> {
  const texts = textOf(source, onBytes);
  return format === 'csv' ? csvItems(texts, currency) : jsonItems(texts, currency);
}

/** Yields the remarks about a row of another program's export, then the row. */
function* itemsOfRow({ values, remarks }: ForeignRow, line: number): Generator<FileItem> {
  for (const remark of remarks) yield { kind: 'remark', line, ...remark };
  if (values) yield { kind: 'row', line, values };
}

const unclosed = 'A quotation mark is not closed or is in the middle of a cell; nothing from here on could be read.';

/** Maximum lines without a cell in a file, because each is a record to the parser. */
const mostEmptyLines = 100_000;

/** Maximum columns of a file, because each row of another program's export is read by the names of all columns. */
const mostColumns = 1_000;

/** A first line that names the separator of cells for a spreadsheet program. */
const separatorLine = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i;

/**
 * Yields the rows of a CSV file (RFC 4180), separated by commas, semicolons or tabs, whichever is most frequent in the
 * first line. Files of Gumroad and Ghost are recognised by their first line.
 * @throws UnreadableFile
 */
async function* csvItems(texts: AsyncGenerator<string>, currency: string): AsyncGenerator<FileItem> {
  const start = await firstText(texts);
  const named = separatorLine.exec(start);
  const first = named ? start.slice(named[0].length) : start;
  const delimiter = named?.[1] ?? delimiterOf(first);
  const style: CellStyle = { hasDecimalComma: delimiter === ';' };
  let columns: Header['columns'] | null = null;
  let foreign: { program: ForeignProgram; header: string[] } | null = null;
  let line = named ? 2 : 1;
  let emptyLines = 0;
  try {
    for await (const cells of recordsOf(following(first, texts), delimiter)) {
      if (cells.some((cell) => cell.trim() !== '')) {
        const isHeader: boolean = !columns && !foreign;
        if (isHeader && cells.length > mostColumns) {
          throw new UnreadableFile(line, `A file may have at most ${mostColumns.toLocaleString('en-GB')} columns.`);
        }
        const program: ForeignProgram | null = isHeader ? programOfHeader(cells) : null;
        if (foreign) yield* itemsOfRow(foreignRowOf(foreign, cells, currency), line);
        else if (columns) yield rowOf(columns, cells, { line, style });
        else if (program) {
          foreign = { program, header: cells };
          for (const remark of mappingOf(program)) yield { kind: 'remark', line, ...remark };
        } else {
          const header = headerOf(cells);
          columns = header.columns;
          yield* headerItems(header, line);
        }
      } else {
        emptyLines += 1;
        if (emptyLines > mostEmptyLines) {
          const most = mostEmptyLines.toLocaleString('en-GB');
          throw new UnreadableFile(line, `A file may have at most ${most} empty lines. Please remove them.`);
        }
      }
      line += linesIn(cells);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(line, unclosed);
    throw error;
  }
}

/**
 * Yields every record, also those before a fault, because the parser as a stream would drop records that are not read
 * yet.
 */
async function* recordsOf(texts: AsyncGenerator<string>, delimiter: string): AsyncGenerator<string[]> {
  const records: string[][] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    on_record: (record: string[]) => {
      records.push(record);
      return null;
    },
  });
  // An error is reported to the call that caused it, so the event is ignored.
  parser.on('error', () => {}).resume();
  try {
    for await (const text of texts) {
      await settled((done) => parser.write(text, done));
      yield* records.splice(0);
    }
    await settled((done) => parser.end(done));
  } catch (error) {
    yield* records;
    throw error;
  }
  yield* records;
}

function settled(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}

async function firstText(texts: AsyncGenerator<string>): Promise<string> {
  let first = '';
  // The first line decides the format, and may arrive in parts.
  while (!/[\r\n]/.test(first)) {
    const { value, done } = await texts.next();
    if (done) break;
    first += value;
  }
  return first;
}

async function* following(first: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first !== '') yield first;
  yield* texts;
}

function delimiterOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((one, other) => (other.count > one.count ? other : one)).sign;
}

/** Returns the number of lines of a record: one, and one more for each line break inside its cells. */
function linesIn(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1);
}

function* headerItems({ columns, unknown, repeated }: Header, line: number): Generator<FileItem> {
  if (columns.every((column) => column === null)) {
    throw new UnreadableFile(line, 'The first line must name the columns. Download the template to see how.');
  }
  for (const column of repeated) {
    throw new UnreadableFile(line, `The column ${column} appears twice.`);
  }
  for (const name of unknown) yield { kind: 'unknown', line, name };
  const isMissing = (column: 'title' | 'type' | 'accessType') => !columns.includes(column);
  const missing = (['title', 'type', 'accessType'] as const).filter(isMissing);
  if (missing.length > 0 && !columns.includes('id')) {
    throw new UnreadableFile(line, `The first line lacks the columns ${missing.join(', ')}, which new resources need.`);
  }
}

type Place = { line: number; style: CellStyle };

function rowOf(columns: Header['columns'], cells: string[], { line, style }: Place): FileItem {
  const extraCell = cells.slice(columns.length).find((cell) => cell.trim() !== '');
  if (extraCell === undefined) return { kind: 'row', line, values: valuesOfCells(columns, cells, style) };
  const sentence = 'This row has more cells than there are columns. Is a text with a comma not in quotation marks?';
  return { kind: 'broken', line, value: extraCell, sentence };
}

const [quote, backslash, open, close, newline, carriageReturn] = [34, 92, 123, 125, 10, 13];
/** Codes of the characters that are allowed between objects: white space, commas and square brackets. */
const between = new Set([...' \t\n\r,[]'].map((sign) => sign.charCodeAt(0)));

/**
 * Yields the objects of a JSON file: a list of them, or one after the other. Reads the file piece by piece, so that
 * each object has its line. Files of Gumroad and Ghost are recognised by the fields of their objects.
 * @throws UnreadableFile
 */
async function* jsonItems(texts: AsyncGenerator<string>, currency: string): AsyncGenerator<FileItem> {
  const reported = new Set<string>();
  let isMapped = false;
  for await (const { line, text } of objectsOf(texts)) {
    let object: unknown;
    try {
      object = isNestedTooDeeply(text) ? null : JSON.parse(text);
    } catch {
      object = null;
    }
    if (!isObject(object)) {
      yield { kind: 'broken', line, value: text, sentence: 'This is not valid JSON.' };
      continue;
    }
    const file = foreignFileOf(object, currency);
    if (file) {
      for (const remark of file.mapping) yield { kind: 'remark', line, ...remark };
      // The rows are inside this object, so each is identified by its number.
      for (const [index, row] of file.rows.entries()) yield* itemsOfRow(row, index + 1);
      continue;
    }
    if (isGumroadProduct(object)) {
      for (const remark of isMapped ? [] : mappingOf('gumroad')) yield { kind: 'remark', line, ...remark };
      isMapped = true;
      yield* itemsOfRow(productRow(object, currency), line);
      continue;
    }
    const read = valuesOfObject(object);
    if (read === null) {
      yield { kind: 'broken', line, value: '', sentence: 'metadata must be an object' };
      continue;
    }
    const { values, unknown } = read;
    for (const name of unknown.filter((one) => !reported.has(one))) {
      reported.add(name);
      yield { kind: 'unknown', line, name };
    }
    yield { kind: 'row', line, values };
  }
}

type FoundObject = { line: number; text: string };

async function* objectsOf(texts: AsyncGenerator<string>): AsyncGenerator<FoundObject> {
  const scan = { line: 1, startLine: 1, depth: 0, isText: false, isEscaped: false, kept: '', isAfterReturn: false };
  for await (const text of texts) {
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const sign = text.charCodeAt(index);
      if (sign === newline ? !scan.isAfterReturn : sign === carriageReturn) scan.line += 1;
      scan.isAfterReturn = sign === carriageReturn;
      if (scan.isText) {
        if (scan.isEscaped) scan.isEscaped = false;
        else if (sign === backslash) scan.isEscaped = true;
        else if (sign === quote) scan.isText = false;
      } else if (sign === open) {
        if (scan.depth === 0) {
          from = index;
          scan.startLine = scan.line;
        }
        scan.depth += 1;
      } else if (scan.depth === 0) {
        if (!between.has(sign))
          throw new UnreadableFile(scan.line, 'Only objects in a list, or one a line, can be read.');
      } else if (sign === quote) scan.isText = true;
      else if (sign === close) {
        scan.depth -= 1;
        if (scan.depth === 0) {
          yield { line: scan.startLine, text: scan.kept + text.slice(from, index + 1) };
          scan.kept = '';
        }
      }
    }
    if (scan.depth > 0) scan.kept += text.slice(from);
  }
  if (scan.depth > 0) throw new UnreadableFile(scan.startLine, 'This object has no end; the file is not complete.');
}

/** Thrown when the file is unreadable from this line on. */
export class UnreadableFile extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

const noText =
  'This is not a text in UTF-8. In a spreadsheet program, save the sheet as “CSV UTF-8”, then upload that file.';

/**
 * Yields a file as text, without its byte order mark: UTF-8, or UTF-16 with a mark.
 * @throws UnreadableFile for any other encoding, because guessing would store wrong letters
 */
async function* textOf(source: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    onBytes(chunk.length);
    head = Buffer.concat([head, chunk]);
    if (decoder === null && head.length < 3) continue;
    decoder ??= decoderFor(head);
    yield decode(decoder, head, true);
    head = Buffer.alloc(0);
  }
  decoder ??= decoderFor(head);
  yield decode(decoder, head, false);
}

function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream });
  } catch {
    throw new UnreadableFile(1, noText);
  }
  // Text never contains NUL characters; UTF-16 without its mark and pictures do.
  if (text.includes('\u0000')) throw new UnreadableFile(1, noText);
  return text;
}
