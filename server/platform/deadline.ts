import { AsyncLocalStorage } from 'node:async_hooks';
import { elapsedMs } from './clock.ts';

const startTimes = new AsyncLocalStorage<number | null>();

/** Runs work that a caller waits for, such as a request. */
export function whileCallerWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  return startTimes.run(elapsedMs(), work);
}

/** Runs work that no caller waits for, such as a job. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return startTimes.run(null, work);
}

/** How long the caller has waited so far; null for work in the background. */
export function waitedMs(): number | null {
  const beganAtMs = startTimes.getStore() ?? null;
  return beganAtMs === null ? null : elapsedMs() - beganAtMs;
}
