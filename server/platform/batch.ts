import DataLoader from 'dataloader';

/**
 * Turns a statement about many keys into a question about one: whatever is asked in the same turn of the event loop goes
 * to the database together. Nothing is kept, so every answer is as fresh as one of its own would be. A lone question
 * waits for the end of its turn; under load dozens share one way to the database and back.
 * @param load answers in the order of the keys, of which some may be equal
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader(load, { cache: false, maxBatchSize: 200, batchScheduleFn: (run) => setImmediate(run) });
  return (key) => loader.load(key);
}
