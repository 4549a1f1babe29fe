import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadPlaces } from '../threads/threads.ts';

/** A task for a local PDF file: its description, pages as pictures, or the text of pages. */
export type PdfTask = { path: string } & (
  | { kind: 'describe' }
  | { kind: 'draw'; pages: number[] }
  | ({ kind: 'read' } & PageRange)
);

/** Pages to read, both included; reading ends after the page with which the text has `enough` characters. */
export type PageRange = { from: number; to: number; enough: number };

export type PdfDescription = {
  /** Null when there are none, or they cannot be counted. */
  pages: number | null;
  contents: { title: string; page: number }[];
  problem: 'locked' | 'damaged' | 'cut-off' | 'empty' | null;
};

/** A page as a picture in WebP, with its text. */
export type DrawnPage = { page: number; image: Uint8Array; size: { width: number; height: number }; text: string };

/** The text of pages, and the number of pages of the file. */
export type ReadPages = { pageCount: number; pages: { page: number; text: string }[] };

/**
 * Reads PDFs one after the other. A description is null for a file that takes too long or too much memory; pictures and
 * text are null also for one that is damaged or locked.
 */
export type PdfReader = {
  describe(path: string): Promise<PdfDescription | null>;
  draw(path: string, pages: number[]): Promise<DrawnPage[] | null>;
  read(path: string, range: PageRange): Promise<ReadPages | null>;
};

const longestMs = 60_000;
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

function startThread(): Worker {
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits });
  // The end of the thread is handled; without a listener, an error would end the portal.
  thread.on('error', () => undefined);
  return thread;
}

/** Places of the threads, which uploads, reads of assistants and the job share. The job takes one for each batch. */
const places = threadPlaces(2);

type Limits = {
  /** Maximum time for one file. */
  limitMs?: number;
  /** Maximum wait for a thread; null, the default, waits as long as necessary. */
  patienceMs?: number | null;
};

/**
 * Calls `work` with a reader of PDFs in a separate thread: a file that takes too long or too much memory ends only the
 * thread. The thread ends with `work`. When no thread is free in time, the reader returns null for each file.
 */
export async function withPdfReader<Result>(
  work: (reader: PdfReader) => Promise<Result>,
  { limitMs = longestMs, patienceMs = null }: Limits = {},
): Promise<Result> {
  const leave = await places.enter(patienceMs);
  if (!leave) return work({ describe: async () => null, draw: async () => null, read: async () => null });
  let thread: Worker | null = null;
  const ask = async (task: PdfTask): Promise<unknown> => {
    thread ??= startThread();
    const worker = thread;
    const ended = new AbortController();
    const end = () => ended.abort();
    const timer = setTimeout(end, limitMs);
    worker.once('exit', end);
    const answered = once(worker, 'message', { signal: ended.signal });
    worker.postMessage(task);
    try {
      const [answer] = await answered;
      return answer;
    } catch {
      thread = null;
      await worker.terminate();
      return null;
    } finally {
      clearTimeout(timer);
      worker.off('exit', end);
    }
  };
  const reader: PdfReader = {
    // Safe casts, because these are the replies of pdf-thread.ts to these tasks.
    describe: async (path) => (await ask({ path, kind: 'describe' })) as PdfDescription | null,
    draw: async (path, pages) => (await ask({ path, kind: 'draw', pages })) as DrawnPage[] | null,
    read: async (path, range) => (await ask({ path, kind: 'read', ...range })) as ReadPages | null,
  };
  try {
    return await work(reader);
  } finally {
    await (thread as Worker | null)?.terminate();
    leave();
  }
}
