import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type IdentityRow = Pick<Selectable<Tables['identities']>, 'id' | 'issuer' | 'email' | 'created_at'>;

/** Lists the identities of sign-in providers that open an account, the oldest first. */
export function listIdentities(db: Db, userId: number): Promise<IdentityRow[]> {
  return db.prepared<IdentityRow>(
    'accounts.list_identities',
    'select id, issuer, email, created_at from identities where user_id = $1 order by id',
    [userId],
  );
}

/** Removes one identity of an account. @returns false when it has no such one */
export async function deleteIdentity(db: Db, userId: number, id: number): Promise<boolean> {
  const rows = await db.prepared(
    'accounts.delete_identity',
    'delete from identities where user_id = $1 and id = $2 returning id',
    [userId, id],
  );
  return rows.length > 0;
}

type DeviceRow = Pick<Selectable<Tables['sign_in_sessions']>, 'user_agent' | 'last_seen_at'>;

const mostDevices = 100;

/** Lists the known devices of an account, signed in or not, the last used first; at most 100. */
export function listKnownDevices(db: Db, userId: number): Promise<DeviceRow[]> {
  return db.prepared<DeviceRow>(
    'accounts.list_known_devices',
    `select user_agent, last_seen_at from (
       select distinct on (device_hash) user_agent, last_seen_at from sign_in_sessions
       where user_id = $1 and device_hash is not null order by device_hash, last_seen_at desc
     ) known order by last_seen_at desc limit $2`,
    [userId, mostDevices],
  );
}

/** Forgets the devices of an account, except for that of this sign-in. */
export async function forgetOtherDevices(db: Db, userId: number, signInId: number): Promise<void> {
  await db.prepared(
    'accounts.forget_other_devices',
    `update sign_in_sessions set device_hash = null
     where user_id = $1 and device_hash is distinct from (select device_hash from sign_in_sessions where id = $2)`,
    [userId, signInId],
  );
}

type LinkRow = Pick<Selectable<Tables['account_links']>, 'purpose' | 'created_at' | 'expires_at'>;

export function listOpenLinks(db: Db, userId: number): Promise<LinkRow[]> {
  return db.prepared<LinkRow>(
    'accounts.list_open_links',
    `select purpose, created_at, expires_at from account_links
     where user_id = $1 and used_at is null and expires_at > now() order by id desc limit 100`,
    [userId],
  );
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'accounts.count_recovery_codes',
    'select count(*)::integer as total from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  );
  return row?.total ?? 0;
}
