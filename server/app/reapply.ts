import { setTimeout as wait } from 'node:timers/promises';
import { reapplyRemovals } from '../operations/privacy/erasure-actions.ts';
import type { Database } from '../platform/database/db.ts';
import type { RemovalList } from '../platform/files/removals.ts';
import { jobContext } from '../platform/jobs/context.ts';

type AtStart = {
  removals: RemovalList;
  /** Whether the list is in a bucket, which may not respond at a start. */
  mayBeAway: boolean;
  log: (message: string) => void;
  everyMs?: number;
};

/**
 * Repeats, at a start, the changes that a restored database lacks: erased accounts and removed administrators. While
 * the bucket with the list does not respond, it is read again repeatedly.
 * @throws when a list in DATA_DIR cannot be read
 */
export async function reapplyAtStart(
  database: Database,
  { removals, mayBeAway, log, everyMs = 5_000 }: AtStart,
): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController();
  const reapply = async () => {
    const removed = await reapplyRemovals(jobContext(database, 'after-restore'), await removals.list());
    if (removed > 0) {
      log(`The restored database held ${removed} erased accounts or removed administrators: removed again.`);
    }
    return true;
  };
  const tryAgain = async () => {
    while (!ending.signal.aborted) {
      await wait(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
      if (!ending.signal.aborted && (await reapply().catch(() => false))) return;
    }
  };
  const isDone = await reapply().catch((error: unknown) => {
    if (!mayBeAway) throw error;
    log('The list of erased accounts in the bucket cannot be read: it is asked for again until it can.');
    return false;
  });
  const trying = isDone ? Promise.resolve() : tryAgain();
  return {
    stop: async () => {
      ending.abort();
      await trying;
    },
  };
}
