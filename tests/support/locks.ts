import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

type Held = { statement: string; values?: unknown[] };

/**
 * Holds the locks of a statement, starts each call once the earlier ones wait for a lock, and then releases the locks.
 * @returns the responses in the order of the calls
 */
export async function queueBehind<Reply>(
  { owner, pool }: TestDatabase,
  { statement, values = [] }: Held,
  calls: (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const client = await owner.connect();
  const begun: Promise<Reply>[] = [];
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await client.query('begin');
    await client.query(statement, values);
    for (const call of calls) {
      begun.push(call());
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(begun.length);
    }
  } finally {
    await client.query('commit');
    client.release();
  }
  return Promise.all(begun);
}
