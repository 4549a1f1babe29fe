import type { Readable } from 'node:stream';
import type { RowValues } from './cell-rules.ts';
import { csvItems } from './csv-file.ts';
import { textOf } from './file-text.ts';
import { jsonItems } from './json-file.ts';

/** An item of a file with the line where it begins: a row, an unreadable row, or an unknown column name. */
export type FileItem =
  | { kind: 'row'; line: number; values: RowValues }
  | { kind: 'broken'; line: number; value: string; sentence: string }
  | { kind: 'unknown'; line: number; name: string };

type Format = { format: 'csv' | 'json'; onBytes: (bytes: number) => void };

/** Reads a file as it comes. @throws UnreadableFile where it cannot be read any further */
export function itemsOf(source: Readable, { format, onBytes }: Format): AsyncGenerator<FileItem> {
  const texts = textOf(source, onBytes);
  return format === 'csv' ? csvItems(texts) : jsonItems(texts);
}
