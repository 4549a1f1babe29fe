import type { Db } from './db.ts';

/**
 * Deletes rows in parts, outside a transaction, so that no statement exceeds its time limit or holds locks for long.
 * @param text deletes up to `$1` rows, and returns a row for each
 */
export async function deleteInBatches(db: Db, name: string, text: string, atOnce = 1_000): Promise<void> {
  let deleted = atOnce;
  while (deleted >= atOnce) deleted = (await db.prepared(name, text, [atOnce])).length;
}
