import type { Db } from './db.ts';

const atOnce = 1_000;

/**
 * Deletes rows part by part, outside a transaction, so that no statement runs into its time limit or holds locks for long.
 * @param text deletes `$1` rows as long as there are so many, and returns a row for each
 */
export async function deleteInBatches(db: Db, name: string, text: string): Promise<void> {
  let deleted = atOnce;
  while (deleted >= atOnce) deleted = (await db.prepared(name, text, [atOnce])).length;
}
