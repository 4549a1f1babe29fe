import DataLoader from 'dataloader';
import type { Db } from './db.ts';

/**
 * Turns a statement about many keys into a question about one: what is asked of one database in the same turn of the
 * event loop goes there together. Nothing is kept, so every answer is as fresh as one of its own would be. A lone
 * question waits for the end of its turn; under load dozens share one way to the database and back.
 * @param load answers in the order of the keys, of which some may be equal
 */
export function batched<Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Db, DataLoader<Key, Value>>();
  return (db, key) => {
    let loader = loaders.get(db);
    if (!loader) {
      loader = new DataLoader((keys) => load(db, keys), {
        cache: false,
        maxBatchSize: 200,
        batchScheduleFn: setImmediate,
      });
      loaders.set(db, loader);
    }
    return loader.load(key);
  };
}
