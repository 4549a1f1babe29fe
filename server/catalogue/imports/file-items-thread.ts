// The thread of file-items-in-thread.ts.
import { readInThread } from '#server/platform/threads/reading-thread.ts';
import { type FileItem, itemsOf, UnreadableFile } from './file-items.ts';
import type { FileEnd, FileFormat } from './file-items-in-thread.ts';

/** The main thread processes a batch in one turn of the event loop, so a batch is limited in items and characters. */
const mostItems = 250;
const mostCharacters = 250_000;

/** Maximum characters of a row; the longest text of a resource has a fraction of this. */
const longestRow = 1_000_000;

/** Maximum characters of a value that are passed on for its remark, which shows fewer. */
const longestShown = 1_000;

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + charactersIn(part), 1);
}

function bounded(item: FileItem, characters: number): FileItem {
  if ('value' in item) return { ...item, value: item.value.slice(0, longestShown) };
  if (item.kind !== 'row' || characters <= longestRow) return item;
  const sentence = `This row has more than ${longestRow.toLocaleString('en-GB')} characters. Please shorten it.`;
  return { kind: 'broken', line: item.line, value: '', sentence };
}

await readInThread<FileFormat, FileItem[], FileEnd>(async (format, bytes, handOver) => {
  let batch: FileItem[] = [];
  let size = 0;
  const next = async () => {
    if (batch.length > 0) await handOver(batch);
    batch = [];
    size = 0;
  };
  try {
    // The main thread counts the bytes that it passes on.
    for await (const item of itemsOf(bytes, { ...format, onBytes: () => {} })) {
      const characters = charactersIn(item);
      batch.push(bounded(item, characters));
      size += Math.min(characters, longestRow);
      if (batch.length >= mostItems || size >= mostCharacters) await next();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await next();
    return { line: error.line, sentence: error.message };
  }
  await next();
  return null;
});
