import type { Readable } from 'node:stream';
import type { RowValues } from './cell-rules.ts';
import { csvItems } from './csv-file.ts';
import { textOf } from './file-text.ts';
import type { ForeignRemark } from './foreign-rules.ts';
import { jsonItems } from './json-file.ts';

/**
 * An item of a file with the line where it begins: a row, an unreadable row, an unknown column name, or a remark about
 * what another program's export becomes here.
 */
export type FileItem =
  | { kind: 'row'; line: number; values: RowValues }
  | { kind: 'broken'; line: number; value: string; sentence: string }
  | { kind: 'unknown'; line: number; name: string }
  | ({ kind: 'remark'; line: number } & ForeignRemark);

/** Whether an item is a row of the file, readable or not. */
export const isRow = ({ kind }: FileItem) => kind === 'row' || kind === 'broken';

/** @param currency of the portal, which other programs' prices are compared with */
type Format = { format: 'csv' | 'json'; currency: string; onBytes: (bytes: number) => void };

/** Reads a file as it comes. @throws UnreadableFile where it cannot be read any further */
export function itemsOf(source: Readable, { format, currency, onBytes }: Format): AsyncGenerator<FileItem> {
  const texts = textOf(source, onBytes);
  return format === 'csv' ? csvItems(texts, currency) : jsonItems(texts, currency);
}
