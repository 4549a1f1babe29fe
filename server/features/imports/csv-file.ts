import { CsvError, parse } from 'csv-parse';
import { type CellStyle, type Header, headerOf, valuesOfCells } from './cell-rules.ts';
import type { FileItem } from './file-items.ts';
import { UnreadableFile } from './file-text.ts';
import { itemsOfRow } from './foreign-items.ts';
import { type ForeignProgram, foreignRowOf, mappingOf, programOfHeader } from './foreign-rules.ts';

const unclosed = 'A quotation mark is not closed or is in the middle of a cell; nothing from here on could be read.';

/**
 * The rows of a CSV file (RFC 4180), parted by commas, semicolons or tabs, whichever the first line has most of.
 * Those of Gumroad and Ghost are known by their first line.
 * @throws UnreadableFile
 */
export async function* csvItems(texts: AsyncGenerator<string>, currency: string): AsyncGenerator<FileItem> {
  const first = await firstText(texts);
  const delimiter = delimiterOf(first);
  const style: CellStyle = { hasDecimalComma: delimiter === ';' };
  let columns: Header['columns'] | null = null;
  let foreign: { program: ForeignProgram; header: string[] } | null = null;
  let line = 1;
  try {
    for await (const cells of recordsOf(following(first, texts), delimiter)) {
      if (cells.some((cell) => cell.trim() !== '')) {
        const program: ForeignProgram | null = columns || foreign ? null : programOfHeader(cells);
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
      }
      line += linesIn(cells);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(line, unclosed);
    throw error;
  }
}

/** Every record, also those before a fault: as a stream, the parser would drop records that are not read yet. */
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
  // An error is reported to the call that caused it.
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
  // The first line decides, and it may come in parts.
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

/** How many lines of the file a record takes: one, and one more for each line break inside its cells. */
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
