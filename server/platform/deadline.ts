import { AsyncLocalStorage } from 'node:async_hooks';
import { elapsedMs } from './clock.ts';

const beginnings = new AsyncLocalStorage<number | null>();

/** Runs what somebody waits for: a person before a page, unlike a job. */
export function whileSomebodyWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  return beginnings.run(elapsedMs(), work);
}

/** Runs what nobody waits for, such as a job, whatever the news of it came with. */
export function whileNobodyWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  return beginnings.run(null, work);
}

/** How long somebody has waited by now for what this is a part of; null where nobody does. */
export function waitedMs(): number | null {
  const beganAtMs = beginnings.getStore() ?? null;
  return beganAtMs === null ? null : elapsedMs() - beganAtMs;
}
