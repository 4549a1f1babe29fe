import type { Readable } from 'node:stream';
import { batchesOfThread, ThreadOutOfMemory } from '#server/platform/threads/reading-thread.ts';
import { type FileItem, type itemsOf, UnreadableFile } from './file-items.ts';

type Options = Parameters<typeof itemsOf>[1];
export type FileFormat = Omit<Options, 'onBytes'>;

/** Line and reason at which a file became unreadable; null when it was read to its end. */
export type FileEnd = { line: number; sentence: string } | null;

/** Memory limit of the thread; a file of the maximum size in one object needs a part of it. */
const mostMegabytes = 512;

const tooMuch = 'This file takes too much memory to be read. Please split it.';

/**
 * Reads a file in a separate thread, a batch of items at a time, because single rows and objects can be as large as the
 * file. Only one import is checked at a time, so there is one such thread.
 * @throws UnreadableFile where the file becomes unreadable
 */
export async function* batchesInThread(
  source: Readable,
  { onBytes, ...given }: Options,
): AsyncGenerator<FileItem[], void> {
  const module = new URL('./file-items-thread.ts', import.meta.url);
  let end: FileEnd;
  try {
    const reading = { given, source, onBytes, mostMegabytes };
    end = yield* batchesOfThread<FileFormat, FileItem[], FileEnd>(module, reading);
  } catch (error) {
    throw error instanceof ThreadOutOfMemory ? new UnreadableFile(1, tooMuch) : error;
  }
  if (end) throw new UnreadableFile(end.line, end.sentence);
}
