import { Worker } from 'node:worker_threads';
import type { DemoDocument } from './document.ts';
import type { DemoFile } from './make-document.ts';
import type { DemoSlide } from './slide.ts';

export type MakerTask =
  | { id: number; kind: 'document'; document: DemoDocument; publisher: string }
  | { id: number; kind: 'slide'; slide: DemoSlide };

export type MakerAnswer = { id: number; file: DemoFile } | { id: number; error: unknown };

export type Makers = {
  makeDocument: (document: DemoDocument, publisher: string) => Promise<DemoFile>;
  makeSlide: (slide: DemoSlide) => Promise<Buffer>;
};

// Without these limits the thread would use twice the memory before it collects the garbage of seventy files.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

type Waiting = { resolve: (file: DemoFile) => void; reject: (error: unknown) => void };

function startMakers(): { makers: Makers; stop: () => Promise<unknown> } {
  const thread = new Worker(new URL('./maker-thread.ts', import.meta.url), { resourceLimits });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const failAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('message', (answer: MakerAnswer) => {
    const task = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) task?.reject(answer.error);
    // A Buffer arrives as the plain array it is made of.
    else task?.resolve({ ...answer.file, bytes: Buffer.from(answer.file.bytes) });
  });
  thread.on('error', failAll);
  thread.on('exit', () => failAll(new Error('The thread that makes the demo files has ended')));

  const ask = (build: (id: number) => MakerTask) =>
    new Promise<DemoFile>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread.postMessage(build(lastId));
    });
  const makers: Makers = {
    makeDocument: (document, publisher) => ask((id) => ({ id, kind: 'document', document, publisher })),
    makeSlide: async (slide) => (await ask((id) => ({ id, kind: 'slide', slide }))).bytes,
  };
  return { makers, stop: () => thread.terminate() };
}

/**
 * Gives `work` the makers of documents and slides, running in a thread of their own that ends with it: the first start
 * stays responsive, and neither the libraries nor their memory remain.
 */
export async function withMakers<Result>(work: (makers: Makers) => Promise<Result>): Promise<Result> {
  const { makers, stop } = startMakers();
  try {
    return await work(makers);
  } finally {
    await stop();
  }
}
