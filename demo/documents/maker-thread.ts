import { parentPort } from 'node:worker_threads';
import { type DemoFile, makeDocument } from './make-document.ts';
import { makeSlide } from './make-slide.ts';
import type { MakerAnswer, MakerTask } from './with-makers.ts';

// The other end of with-makers.ts: each task is answered under its number.
parentPort?.on('message', async (task: MakerTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: MakerTask): Promise<MakerAnswer> {
  try {
    return { id: task.id, file: await make(task) };
  } catch (error) {
    return { id: task.id, error };
  }
}

async function make(task: MakerTask): Promise<DemoFile> {
  if (task.kind === 'document') return makeDocument(task.document, task.publisher);
  return { fileName: 'slide.png', contentType: 'image/png', bytes: await makeSlide(task.slide) };
}
