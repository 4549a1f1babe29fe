import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/platform/database/db.ts';

const file = path.resolve(import.meta.dirname, '../../server/migrations/invariants.sql');
const fewestQueries = 15;

/** Name of a broken invariant, with the data that break it. */
export type BrokenInvariant = { broken: string } & Record<string, unknown>;

/**
 * Runs every query of invariants.sql.
 * @returns the broken invariants; empty when all hold
 */
export async function brokenInvariants({ pool }: Pick<Database, 'pool'>): Promise<BrokenInvariant[]> {
  const answer = await pool.query(await readFile(file, 'utf8'));
  // Safe because several statements in one query give a list of results, which pg's types do not express.
  const results = answer as unknown as { rows: BrokenInvariant[] }[];
  if (!(results.length > fewestQueries)) throw new Error('invariants.sql was not run as a list of queries');
  return results.flatMap(({ rows }) => rows);
}
