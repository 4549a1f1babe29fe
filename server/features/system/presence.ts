import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/platform/database/db.ts';
import { deleteNode, type NewNode, touchNode } from './store.ts';

const everyMs = 20_000;

/** Says again and again that this node runs, until it is stopped (SYS-02). */
export function keepPresent({ db }: Pick<Database, 'db'>, node: Omit<NewNode, 'id'>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const id = randomUUID();
  const telling = (async () => {
    while (!ending.signal.aborted) {
      // While the database is away the others see that this node is silent.
      await touchNode(db, { ...node, id }).catch(() => {});
      await wait(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await telling;
      await deleteNode(db, id);
    },
  };
}
