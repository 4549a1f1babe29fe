import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

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
