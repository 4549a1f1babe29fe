import { elapsedMs } from '../clock.ts';

/** Caches a value for `forMs`; concurrent callers share one load. A failure is not cached. */
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
