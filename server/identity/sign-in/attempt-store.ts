import { type Selectable, sql } from 'kysely';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

type User = Selectable<Tables['users']>;
type Asked = {
  email: string;
  emailHash: Buffer;
  deviceHash: Buffer;
  /**
   * Minutes to wait after the first failed attempt in a row, the second and so on; the last one applies to all later
   * ones.
   */
  waitMinutes: readonly number[];
};

// Without an account, its columns are all null.
type Row = (User | { id: null }) & {
  is_known_device: boolean;
  counter: Buffer;
  tries: number | null;
  former_tries: number | null;
  wait_seconds: number | null;
};

/** A counted attempt to sign in. */
export type Attempt = {
  account: User | null;
  /** Whether the account was used on this device before. */
  isKnownDevice: boolean;
  /** Key of the row of sign_in_failures that counts it. */
  counter: Buffer;
  /** Number of attempts in a row that were not uncounted, including this one if it was counted. */
  tries: number;
  /** Seconds to wait; null when the password may be tried. */
  waitSeconds: number | null;
};

/**
 * Finds the account of an attempt and counts the attempt in one statement, before its password is compared, so that of
 * a burst no more pass than the limit. Devices on which the account was used count apart, so that a stranger cannot
 * make them wait. While a counter waits, nothing is counted. A day without an attempt resets it. Addresses are compared
 * without regard to case. clock_timestamp() is used because now() of an attempt that waited for another one's row is
 * earlier than the other's.
 */
export async function addAttempt(db: Db, { email, emailHash, deviceHash, waitMinutes }: Asked): Promise<Attempt> {
  const [row] = await db.prepared<Row>(
    'accounts.count_attempt',
    `with entry as (
       select u.id, k.is_known_device, case when k.is_known_device then sha256($2::bytea || $3::bytea) else $2 end as counter
       from (values (1)) as always left join users u on u.address_key = $1 and u.deleted_at is null
         cross join lateral (select exists (
           select from sign_in_sessions where user_id = u.id and device_hash = $3) as is_known_device) k
     ), counted as (
       insert into sign_in_failures as f (email_hash, failures, last_failed_at, blocked_until)
       select counter, 1, now(), now() + make_interval(mins => ($4::int[])[1]) from entry
       on conflict (email_hash) do update set last_failed_at = now(),
         failures = case when f.last_failed_at < now() - interval '1 day' then 1 else f.failures + 1 end,
         blocked_until = now() + make_interval(mins => ($4::int[])[case
           when f.last_failed_at < now() - interval '1 day' then 1 else least(f.failures + 1, cardinality($4::int[])) end])
       where f.blocked_until <= clock_timestamp()
       returning failures
     )
     select ${columnsOf('users', 'u')}, e.is_known_device, e.counter, c.failures as tries, f.failures as former_tries,
       ceil(extract(epoch from f.blocked_until - now()))::integer as wait_seconds
     from entry e left join counted c on true left join sign_in_failures f on f.email_hash = e.counter
       left join users u on u.id = e.id`,
    [comparableAddress(email), emailHash, deviceHash, waitMinutes],
  );
  if (!row) throw new Error('This question always has one answer.');
  const { is_known_device, counter, tries, former_tries, wait_seconds, ...user } = row;
  return {
    account: user.id === null ? null : user,
    isKnownDevice: is_known_device,
    counter,
    tries: tries ?? former_tries ?? 0,
    // A concurrent attempt may have begun the wait; then the statement does not see its end.
    waitSeconds: tries === null ? Math.max(wait_seconds ?? 0, shortestWaitSeconds) : null,
  };
}

const shortestWaitSeconds = 1;

/** Uncounts an attempt that was not wrong. */
export async function removeAttempt(db: Db, counter: Buffer): Promise<void> {
  await db.kysely
    .updateTable('sign_in_failures')
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: sql`now()` })
    .where('email_hash', '=', counter)
    .execute();
}

/** Deletes the failed attempts of an address, and of the devices on which its account was used. */
export async function deleteFailures(db: Db, userId: number, emailHash: Buffer): Promise<void> {
  await db.prepared(
    'accounts.delete_failures',
    `delete from sign_in_failures where email_hash = $2 or email_hash in (
       select sha256($2::bytea || device_hash) from sign_in_sessions where user_id = $1 and device_hash is not null)`,
    [userId, emailHash],
  );
}

/** Deletes counters without an attempt for a day. */
export async function deleteOldFailures(db: Db): Promise<void> {
  await db.prepared(
    'accounts.delete_old_failures',
    `delete from sign_in_failures where last_failed_at < now() - interval '1 day' and blocked_until < now()`,
    [],
  );
}
