import { sql } from 'kysely';
import type { Db } from '#server/platform/db.ts';

/** Seconds that an address still has to wait after failed sign-ins; 0 when it may try. */
export async function findWaitSeconds(db: Db, emailHash: Buffer): Promise<number> {
  const rows = await db.prepared<{ seconds: number }>(
    'accounts.find_wait_seconds',
    'select ceil(extract(epoch from blocked_until - now()))::integer as seconds from sign_in_failures where email_hash = $1',
    [emailHash],
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Counts a failed sign-in of an address and answers how many there were in a row; a day without one starts anew. */
export async function recordFailedSignIn(db: Db, emailHash: Buffer): Promise<number> {
  const row = await db.kysely
    .insertInto('sign_in_failures')
    .values({ email_hash: emailHash, failures: 1, last_failed_at: sql`now()`, blocked_until: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('email_hash').doUpdateSet({
        failures: sql`case when sign_in_failures.last_failed_at < now() - interval '1 day'
          then 1 else sign_in_failures.failures + 1 end`,
        last_failed_at: sql`now()`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

/** Lets an address wait for so many minutes from now on. */
export async function updateBlockedUntil(db: Db, emailHash: Buffer, minutes: number): Promise<void> {
  await db.kysely
    .updateTable('sign_in_failures')
    .set({ blocked_until: sql`now() + make_interval(mins => ${minutes})` })
    .where('email_hash', '=', emailHash)
    .execute();
}

/** Forgets the failed sign-ins of an address after a right one. */
export async function deleteFailedSignIns(db: Db, emailHash: Buffer): Promise<void> {
  await db.prepared('accounts.delete_failures', 'delete from sign_in_failures where email_hash = $1', [emailHash]);
}
