import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Database } from '../platform/db.ts';

const file = path.resolve(import.meta.dirname, '../migrations/invariants.sql');

/** Runs every query of invariants.sql and tells what they found, which must be nothing. */
export async function brokenInvariants({ pool }: Pick<Database, 'pool'>): Promise<object[]> {
  const answer = await pool.query(await readFile(file, 'utf8'));
  // Several statements in one query give a list of results, which pg's types do not say.
  const results = answer as unknown as { rows: object[] }[];
  expect(results.length).toBeGreaterThan(15);
  return results.flatMap(({ rows }) => rows);
}

/** The same, as a test asks it. */
export async function expectInvariants(database: Pick<Database, 'pool'>): Promise<void> {
  expect(await brokenInvariants(database)).toEqual([]);
}
