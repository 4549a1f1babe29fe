import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type Listening, listen } from '#server/platform/database/listen.ts';
import {
  type CacheOptions,
  createVersionedCache,
  type VersionedCache,
} from '#server/platform/database/versioned-cache.ts';
import { bumpCatalogueVersion, catalogueChannel, getCatalogueVersion } from './store.ts';

/** The catalogue's version that this node knows. */
export type CatalogueVersion = Listening & {
  /** Makes a cache for responses that are valid until the catalogue changes on any node. */
  cacheOf<Value>(options: CacheOptions<Value>): VersionedCache<Value>;
  /**
   * Reads the data for such a cache: from the replica once it has the version that this node knows, otherwise from the
   * primary. The work must only read.
   */
  read<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result>;
};

/**
 * Listens to the catalogue's version while the app runs. Changes of this node are known before their request gets its
 * response, those of other nodes when PostgreSQL notifies this one. While that connection is down, nothing is cached.
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
    // A notice of this node arrives again through PostgreSQL, so a version that is already known is ignored; versions
    // are committed in order.
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
      // Safe cast, because the list is only used to reset the caches, which involves no values.
      caches.push(cache as VersionedCache<unknown>);
      return cache;
    },
  };
}

/**
 * Announces a change of resources or online products. Must be the last step of the change: lists that were cached
 * before are no longer used.
 */
export async function announceCatalogueChange(ctx: Context): Promise<void> {
  await bumpCatalogueVersion(ctx.db);
}
