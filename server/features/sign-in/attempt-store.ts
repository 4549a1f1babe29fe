import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { waitSecondsSql } from '#server/platform/http/limits.ts';

type User = Selectable<Tables['users']>;
type Asked = { email: string; emailHash: Buffer; deviceHash: Buffer; networkCounter: string; networkMax: number };

type Waits = { network_wait: number | null; address_wait: number | null; is_known_device: boolean };
// Without an account its columns are all null.
type Row = Waits & (User | { id: null });

/** Who wants to sign in, and the seconds that they have to wait before they may try; 0 for none. */
export type Attempt = {
  account: User | null;
  networkWaitSeconds: number;
  addressWaitSeconds: number;
  /** Whether the account was used on this device before. */
  isKnownDevice: boolean;
};

/** All that a sign-in has to know before the password is tried, asked at once. Addresses compare without regard to case. */
export async function findAttempt(db: Db, asked: Asked): Promise<Attempt> {
  const { email, emailHash, deviceHash, networkCounter, networkMax } = asked;
  const rows = await db.prepared<Row>(
    'accounts.find_entry',
    `select ${waitSecondsSql('$4', '$5')} as network_wait,
       (select ceil(extract(epoch from blocked_until - now()))::integer
         from sign_in_failures where email_hash = $2) as address_wait,
       exists (select from sign_in_sessions where user_id = u.id and device_hash = $3) as is_known_device, u.*
     from (values (1)) as always left join users u on lower(u.email) = lower($1) and u.deleted_at is null`,
    [email, emailHash, deviceHash, networkCounter, networkMax],
  );
  const [row] = rows;
  if (!row) throw new Error('This question always has one answer.');
  const { network_wait, address_wait, is_known_device, ...user } = row;
  return {
    account: user.id === null ? null : user,
    networkWaitSeconds: network_wait ?? 0,
    addressWaitSeconds: Math.max(0, address_wait ?? 0),
    isKnownDevice: is_known_device,
  };
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
