import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** A message of the thread, which waits for the reply: bytes, null at their end, or null for "continue". */
type Question<Batch, End> = { kind: 'read' } | { kind: 'batch'; batch: Batch } | { kind: 'end'; end: End };

type Reading<Given> = {
  given: Given;
  source: Readable;
  onBytes: (bytes: number) => void;
  /** Maximum memory of the thread's objects. */
  mostMegabytes: number;
};

/** The thread needed more memory than it may have. */
export class ThreadOutOfMemory extends Error {}

/**
 * Reads a stream in a separate thread, whose module calls `readInThread` and yields results in batches, and ends with a
 * final result. The caller must bound the number of such threads.
 * @throws ThreadOutOfMemory; the error that ended the thread
 */
export async function* batchesOfThread<Given, Batch, End>(
  module: URL,
  { given, source, onBytes, mostMegabytes }: Reading<Given>,
): AsyncGenerator<Batch, End> {
  const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes };
  const thread = new Worker(module, { workerData: given, resourceLimits });
  const parts = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const question = await readNext<Batch, End>(thread);
      if (question.kind === 'end') return question.end;
      if (question.kind === 'batch') {
        yield question.batch;
        thread.postMessage(null);
      } else {
        const { value, done } = await parts.next();
        if (!done) onBytes(value.length);
        thread.postMessage(done ? null : value);
      }
    }
  } finally {
    await thread.terminate();
  }
}

async function readNext<Batch, End>(thread: Worker): Promise<Question<Batch, End>> {
  try {
    const [question] = await once(thread, 'message');
    // Safe cast, because `readInThread` sends no other messages.
    return question as Question<Batch, End>;
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isFull ? new ThreadOutOfMemory() : error;
  }
}

type Work<Given, Batch, End> = (
  given: Given,
  bytes: AsyncGenerator<Buffer>,
  handOver: (batch: Batch) => Promise<unknown>,
) => Promise<End>;

/**
 * Runs in the thread of `batchesOfThread`, as the one statement of its module. The work must await one call at a time.
 */
export async function readInThread<Given, Batch, End>(work: Work<Given, Batch, End>): Promise<void> {
  const ask = async (question: Question<Batch, End>): Promise<unknown> => {
    parentPort?.postMessage(question);
    // The port is there, because only `Worker` starts such a module.
    const [answer] = await once(parentPort as NonNullable<typeof parentPort>, 'message');
    return answer;
  };
  async function* bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const part = (await ask({ kind: 'read' })) as Uint8Array | null;
      if (part === null) return;
      yield Buffer.from(part);
    }
  }
  const end = await work(workerData as Given, bytes(), (batch) => ask({ kind: 'batch', batch }));
  parentPort?.postMessage({ kind: 'end', end } satisfies Question<Batch, End>);
}
