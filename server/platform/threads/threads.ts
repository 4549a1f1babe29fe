import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Runs a module in a thread of its own, so that the portal continues to respond, and returns the result that the module
 * passes to `respondInThread`. Arguments and result are copied.
 * @throws the error that ended the thread; an AbortError after `limitMs`
 */
export async function callInThread<Given extends readonly unknown[], Result>(
  module: URL,
  { given, limitMs }: { given: Given; limitMs: number },
): Promise<Result> {
  const thread = new Worker(module, { workerData: given });
  try {
    const [result] = await once(thread, 'message', { signal: AbortSignal.timeout(limitMs) });
    // Safe cast, because the module responds with the result of this function.
    return result as Result;
  } finally {
    await thread.terminate();
  }
}

/** Calls a pure function with the arguments of `callInThread`; the one statement of a thread's module. */
export async function respondInThread<Given extends readonly unknown[]>(
  work: (...given: Given) => unknown,
): Promise<void> {
  parentPort?.postMessage(await work(...(workerData as Given)));
}
