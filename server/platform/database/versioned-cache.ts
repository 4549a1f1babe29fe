import { LRUCache } from 'lru-cache';
import { elapsedMs } from '../clock.ts';
import { type CacheRead, signals } from '../telemetry/signals.ts';

/** A cache of values that are true until the data behind them gets a new version; the least recently used go first. */
export type VersionedCache<Value> = {
  /** Returns the value under `key`, or loads it; null is not cached. Concurrent callers share one load. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /**
   * Drops all entries and pending loads.
   * @param mayKeep false while changes of the data cannot be received: then every `get` loads
   */
  reset(mayKeep: boolean): void;
};

export type CacheOptions<Value> = {
  maxEntries: number;
  maxBytes: number;
  bytesOf: (value: Value) => number;
};

/** Maximum age of a value in milliseconds, in case a change of the data is missed. */
const maxAgeMs = 60_000;

/** Makes a cache that stores nothing until `reset(true)`. */
export function createVersionedCache<Value>({
  maxEntries,
  maxBytes,
  bytesOf,
}: CacheOptions<Value>): VersionedCache<Value> {
  const kept = new LRUCache<string, Promise<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    ttl: maxAgeMs,
    perf: { now: elapsedMs },
  });
  let mayKeep = false;

  const add = (key: string, value: Promise<Value>) => {
    kept.set(key, value, { size: 1 });
    // A load that began under an older version finds nothing, or another load in its place.
    const isKept = () => kept.peek(key) === value;
    value.then(
      (loaded) => {
        if (!isKept()) return;
        if (loaded === null) kept.delete(key);
        // The size of an entry changes only with its value, so it gets a new promise.
        else kept.set(key, Promise.resolve(loaded), { size: Math.max(1, bytesOf(loaded)), noUpdateTTL: true });
      },
      () => isKept() && kept.delete(key),
    );
  };

  return {
    get: (key, load) => {
      const found = kept.get(key);
      signals.cacheRead.publish({ outcome: found ? 'hit' : 'miss' } satisfies CacheRead);
      if (found) return found;
      const value = load();
      if (mayKeep) add(key, value);
      return value;
    },
    reset: (mayKeepNow) => {
      mayKeep = mayKeepNow;
      kept.clear();
    },
  };
}
