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

/**
 * The first parameter of a prepared statement, a list, in a way that hides its length until the statement runs.
 * PostgreSQL expects ten elements of a list that it does not see yet, so that a plan for the one that it sees looks
 * cheaper: it would plan anew at each call, which takes as long as the statement itself (decision 0041).
 * @param type of its elements
 */
export function listOfAnyLength(type: 'integer' | 'text' | 'bytea'): string {
  return `(select $1::${type}[])::${type}[]`;
}
