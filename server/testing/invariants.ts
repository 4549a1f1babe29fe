import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Database } from '../platform/db.ts';

const file = path.resolve(import.meta.dirname, '../migrations/invariants.sql');

/** Runs every query of invariants.sql; each must find nothing. */
export async function expectInvariants({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const answer = await pool.query(await readFile(file, 'utf8'));
  // Several statements in one query give a list of results, which pg's types do not say.
  const results = answer as unknown as { rows: object[] }[];
  expect(results.length).toBeGreaterThan(15);
  expect(results.flatMap(({ rows }) => rows)).toEqual([]);
}
