import { elapsedMs } from '../clock.ts';

/** Loads something at most every so often; who asks while it is loaded waits for the same. A failure is not kept. */
export function keptFor<Value>(forMs: number, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | null = null;
  return () => {
    if (kept && elapsedMs() < kept.untilMs) return kept.value;
    const value = load();
    const mine = { value, untilMs: elapsedMs() + forMs };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = null;
    });
    return value;
  };
}
