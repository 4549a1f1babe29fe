import DataLoader from 'dataloader';
import type { Db } from './db.ts';

/**
 * Turns a statement for many keys into a function for one: calls with one `Db` in the same turn of the event loop
 * are sent together, at most 200 in a statement. Nothing is cached, so every result is as fresh as that of a separate
 * statement. A single call waits for the end of its turn; under load dozens share one round trip to the database.
 * @param load returns the values in the order of the keys, some of which may be equal
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
 * Returns the first parameter of a prepared statement, a list, in a form that hides its length until the statement
 * runs. PostgreSQL assumes ten elements for a list of unknown length, so a plan for a list of known length looks
 * cheaper: it would plan each call again, which takes as long as the statement itself (decision 0041).
 * @param type type of the list's elements
 */
export function listOfAnyLength(type: 'integer' | 'text' | 'bytea'): string {
  return `(select $1::${type}[])::${type}[]`;
}
