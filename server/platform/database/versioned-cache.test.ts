import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVersionedCache } from './versioned-cache.ts';

const cache = (options: { maxEntries?: number; maxBytes?: number } = {}) => {
  const made = createVersionedCache<string | null>({
    maxEntries: 3,
    maxBytes: 100,
    bytesOf: (value) => value?.length ?? 0,
    ...options,
  });
  made.reset(true);
  return made;
};
const loader = (value: string | null) => vi.fn(async () => value);

afterEach(() => {
  vi.useRealTimers();
});

describe('a cache of one version', () => {
  it('loads once, for all who ask at the same time as well', async () => {
    const kept = cache();
    const load = loader('a');
    expect(await Promise.all([kept.get('key', load), kept.get('key', load)])).toEqual(['a', 'a']);
    expect(await kept.get('key', load)).toBe('a');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('OUT-02 loads again what is more than 60 seconds old, and nothing before', async () => {
    vi.useFakeTimers();
    // At 0 the cache counts no age.
    vi.advanceTimersByTime(5);
    const kept = cache({ maxBytes: 10 });
    await kept.get('key', loader('12345'));
    vi.advanceTimersByTime(60_000);
    expect(await kept.get('key', loader('new'))).toBe('12345');
    vi.advanceTimersByTime(1);
    expect(await kept.get('key', loader('67890'))).toBe('67890');
    // The bytes of the old one are free again.
    await kept.get('other', loader('abcde'));
    expect(await kept.get('key', loader('new'))).toBe('67890');
  });

  it('keeps nothing before its first reset', async () => {
    const kept = cache();
    kept.reset(false);
    const load = loader('a');
    await kept.get('key', load);
    await kept.get('key', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps neither failures nor null', async () => {
    const kept = cache();
    await expect(kept.get('key', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await kept.get('key', loader(null))).toBeNull();
    expect(await kept.get('key', loader('a'))).toBe('a');
  });

  it('forgets everything with a new version, what is still being loaded included', async () => {
    const kept = cache();
    const old = Promise.withResolvers<string>();
    const asked = kept.get('key', () => old.promise);
    kept.reset(true);
    expect(await kept.get('key', loader('new'))).toBe('new');
    old.resolve('old');
    expect(await asked).toBe('old');
    expect(await kept.get('key', loader('newer'))).toBe('new');
  });

  it('lets the least used go when there are too many or they are too large', async () => {
    const few = cache({ maxEntries: 2 });
    await few.get('a', loader('a'));
    await few.get('b', loader('b'));
    await few.get('a', loader('again'));
    await few.get('c', loader('c'));
    expect([await few.get('a', loader('again')), await few.get('b', loader('again'))]).toEqual(['a', 'again']);

    const small = cache({ maxBytes: 10 });
    await small.get('a', loader('12345'));
    await small.get('b', loader('12345'));
    await small.get('c', loader('12345'));
    expect(await small.get('a', loader('gone'))).toBe('gone');
    await small.get('huge', loader('x'.repeat(11)));
    expect(await small.get('huge', loader('again'))).toBe('again');
  });
});
