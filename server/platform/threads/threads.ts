import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { failBusy } from '../failure.ts';
import { createPlaces, type Places } from '../places.ts';

const mostWaiting = 50;
const retryAfterSeconds = 30;

/** Places for the threads of one kind of work; the calls beyond them wait in line. */
export function threadPlaces(most: number, patienceMs = 20_000): Places {
  return createPlaces({ most: () => most, mostWaiting, patienceMs });
}

type Call<Given> = {
  given: Given;
  /** Maximum time of the thread, without the wait for a place. */
  limitMs: number;
  places: Places;
  /** Maximum wait for a place; null waits as long as necessary; by default `patienceMs` of the places. */
  patienceMs?: number | null | undefined;
};

/**
 * Runs a module in a separate thread, so that the portal continues to respond, and returns the result that the module
 * passes to `respondInThread`. Arguments and result are copied.
 * @throws request.busy when no place was free in time or too many calls wait; the error that ended the thread; an
 * AbortError after `limitMs`
 */
export async function callInThread<Given extends readonly unknown[], Result>(
  module: URL,
  { given, limitMs, places, patienceMs }: Call<Given>,
): Promise<Result> {
  const leave = await places.enter(patienceMs);
  if (!leave) throw failBusy(retryAfterSeconds);
  let thread: Worker | null = null;
  try {
    // A thread that cannot be started gives its place back too.
    thread = new Worker(module, { workerData: given });
    const [result] = await once(thread, 'message', { signal: AbortSignal.timeout(limitMs) });
    // Safe cast, because the module responds with the result of this function.
    return result as Result;
  } finally {
    await thread?.terminate();
    leave();
  }
}

/**
 * Runs a pure function in the thread of `callInThread`, with its arguments, as the one statement of the thread's
 * module.
 */
export async function respondInThread<Given extends readonly unknown[]>(
  work: (...given: Given) => unknown,
): Promise<void> {
  parentPort?.postMessage(await work(...(workerData as Given)));
}
