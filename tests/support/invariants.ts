import { expect } from 'vitest';
import type { Database } from '#server/platform/database/db.ts';
import { brokenInvariants } from './broken-invariants.ts';

export async function expectInvariants(database: Pick<Database, 'pool'>): Promise<void> {
  expect(await brokenInvariants(database)).toEqual([]);
}
