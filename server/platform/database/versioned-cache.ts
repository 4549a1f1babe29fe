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
  elapsedMs?: () => number;
};

/** Maximum age of a value in milliseconds, in case a change of the data is missed. */
const maxAgeMs = 60_000;

type Entry<Value> = { value: Promise<Value>; bytes: number; sinceMs: number };

/** Makes a cache that stores nothing until `reset(true)`. */
export function createVersionedCache<Value>(options: CacheOptions<Value>): VersionedCache<Value> {
  let kept: Map<string, Entry<Value>> | null = null;
  let keptBytes = 0;
  const now = options.elapsedMs ?? elapsedMs;

  const drop = (key: string, entry: Entry<Value>) => {
    kept?.delete(key);
    keptBytes -= entry.bytes;
  };
  const dropSurplus = () => {
    for (const [key, entry] of kept ?? []) {
      if ((kept?.size ?? 0) <= options.maxEntries && keptBytes <= options.maxBytes) return;
      drop(key, entry);
    }
  };
  const add = (key: string, value: Promise<Value>) => {
    const entry: Entry<Value> = { value, bytes: 0, sinceMs: now() };
    kept?.set(key, entry);
    // A load that began under an older version finds another map, or another entry in its place.
    const isKept = () => kept?.get(key) === entry;
    value.then(
      (loaded) => {
        if (!isKept()) return;
        if (loaded === null) return drop(key, entry);
        entry.bytes = options.bytesOf(loaded);
        keptBytes += entry.bytes;
        dropSurplus();
      },
      () => isKept() && drop(key, entry),
    );
  };

  return {
    get: (key, load) => {
      const entry = kept?.get(key);
      const isFresh = entry !== undefined && now() - entry.sinceMs < maxAgeMs;
      signals.cacheRead.publish({ outcome: isFresh ? 'hit' : 'miss' } satisfies CacheRead);
      if (!kept) return load();
      if (!isFresh) {
        if (entry) drop(key, entry);
        const value = load();
        add(key, value);
        return value;
      }
      // The map is in the order of use.
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    reset: (mayKeep) => {
      kept = mayKeep ? new Map() : null;
      keptBytes = 0;
    },
  };
}
