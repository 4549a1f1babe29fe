import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type Listening, listen } from '#server/platform/database/listen.ts';
import {
  type CacheOptions,
  createVersionedCache,
  type VersionedCache,
} from '#server/platform/database/versioned-cache.ts';
import { bumpCatalogueVersion, catalogueChannel, getCatalogueVersion } from './store.ts';

/** The catalogue's version as this node knows it. */
export type CatalogueVersion = Listening & {
  /** A cache for answers that hold until the catalogue changes, on whichever node. */
  cacheOf<Value>(options: CacheOptions<Value>): VersionedCache<Value>;
  /**
   * Reads what such a cache keeps: from the replica once that has seen the version which this node knows, otherwise from
   * the primary. The work must only read.
   */
  read<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result>;
};

/**
 * Listens to the catalogue's version while the app runs. Changes of this node are known before their call is answered,
 * those of other nodes when PostgreSQL notifies this one; without that connection nothing is cached.
 */
export function watchCatalogueVersion(database: Database, log: (message: string) => void): CatalogueVersion {
  const caches: VersionedCache<unknown>[] = [];
  let known: number | null = null;
  const set = (version: number | null) => {
    known = version;
    for (const cache of caches) cache.reset(version !== null);
  };
  const listening = listen(database, {
    channel: catalogueChannel,
    log,
    onConnected: async () => set(await getCatalogueVersion(database.db)),
    onLost: () => set(null),
    // What was said here comes once more by way of PostgreSQL, and versions are committed in their order.
    onNotice: (payload) => {
      if (known !== null && Number(payload) > known) set(Number(payload));
    },
  });
  return {
    ...listening,
    read: (ctx, work) => {
      const wanted = known;
      if (wanted === null) return work(ctx);
      const hasSeen = async (db: Context['db']) => (await getCatalogueVersion(db)) >= wanted;
      return database.replica.read((db) => work({ ...ctx, db }), hasSeen);
    },
    cacheOf: <Value>(options: CacheOptions<Value>) => {
      const cache = createVersionedCache(options);
      cache.reset(known !== null);
      // It is only ever reset from here, which no value takes part in.
      caches.push(cache as VersionedCache<unknown>);
      return cache;
    },
  };
}

/** The last step of whatever changes resources or online products: lists kept before it are no longer used. */
export async function announceCatalogueChange(ctx: Context): Promise<void> {
  await bumpCatalogueVersion(ctx.db);
}
