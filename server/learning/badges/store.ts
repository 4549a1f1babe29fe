import type { Selectable } from 'kysely';
import type { StatusPurpose } from '#contract/learning/badges.ts';
import type { CertificateState } from '#contract/learning/learning-certificates.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

const state = `case when c.revoked_at is not null then 'revoked' when c.expires_at <= now() then 'expired' else 'valid' end
  as state`;

/** A certificate with the data for its badge. */
export type BadgeCertificate = Pick<
  Selectable<Tables['certificates']>,
  | 'id'
  | 'resource_id'
  | 'resource_title'
  | 'content_version'
  | 'completed_at'
  | 'issued_at'
  | 'expires_at'
  | 'holder_name'
> & { state: CertificateState; email: string; is_verified: boolean; is_path: boolean };

type Own = { id: number; userId: number };

/** Finds a certificate of a member with the member's email address. */
export async function findCertificate(db: Db, { id, userId }: Own): Promise<BadgeCertificate | null> {
  const rows = await db.prepared<BadgeCertificate>(
    'badges.find_certificate',
    `select c.id, c.resource_id, c.resource_title, c.content_version, c.completed_at, c.issued_at, c.expires_at,
       c.holder_name, u.email, u.email_verified_at is not null as is_verified, ${state},
       exists (select from resources r where r.id = c.resource_id and r.path is not null) as is_path
     from certificates c join users u on u.id = c.user_id where c.id = $1 and c.user_id = $2`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** Locks a certificate of a member until the end of the transaction. @returns its state; null unless it is theirs */
export async function lockCertificate(db: Db, { id, userId }: Own): Promise<CertificateState | null> {
  const rows = await db.prepared<{ state: CertificateState }>(
    'badges.lock_certificate',
    `select ${state} from certificates c where c.id = $1 and c.user_id = $2 for update`,
    [id, userId],
  );
  return rows[0]?.state ?? null;
}

export type BadgeRow = Pick<
  Selectable<Tables['badges']>,
  'id' | 'issuer' | 'shows_name' | 'proves_address' | 'is_shared' | 'issued_at' | 'credential'
>;

const current = 'b.superseded_at is null and b.credential is not null';

/** Finds the current badge of a certificate. The caller must have checked whose certificate it is. */
export async function findCurrent(db: Db, certificateId: number): Promise<BadgeRow | null> {
  const rows = await db.prepared<BadgeRow>(
    'badges.find_current',
    `select b.id, b.issuer, b.shows_name, b.proves_address, b.is_shared, b.issued_at, b.credential
     from badges b where b.certificate_id = $1 and ${current}`,
    [certificateId],
  );
  return rows[0] ?? null;
}

/** Finds the shared badge of a certificate, with the title for its picture. */
export async function findShared(
  db: Db,
  code: string,
): Promise<(Pick<BadgeRow, 'credential'> & { resource_title: string }) | null> {
  const rows = await db.prepared<Pick<BadgeRow, 'credential'> & { resource_title: string }>(
    'badges.find_shared',
    `select b.credential, c.resource_title from certificates c join badges b on b.certificate_id = c.id
     where c.code = $1 and b.is_shared and ${current}`,
    [code],
  );
  return rows[0] ?? null;
}

/** Shares the current badge of a certificate, or ends that. @returns whether there is one */
export async function updateShared(db: Db, certificateId: number, isShared: boolean): Promise<boolean> {
  const rows = await db.prepared(
    'badges.update_shared',
    `update badges b set is_shared = $2 where b.certificate_id = $1 and ${current} returning b.id`,
    [certificateId, isShared],
  );
  return rows.length > 0;
}

/** Supersedes the current badge of a certificate: deletes its credential and ends its sharing. */
export async function supersedeCurrent(db: Db, certificateId: number): Promise<void> {
  await db.prepared(
    'badges.supersede',
    `update badges set superseded_at = now(), credential = null, is_shared = false
     where certificate_id = $1 and superseded_at is null`,
    [certificateId],
  );
}

export type NewBadge = {
  certificateId: number;
  credentialId: string;
  issuer: string;
  listId: number;
  index: number;
  showsName: boolean;
  provesAddress: boolean;
  credential: Record<string, unknown>;
};

/** Inserts the current badge of a certificate. @returns whether its place in the status list was free */
export async function insertBadge(db: Db, badge: NewBadge): Promise<boolean> {
  const { certificateId, credentialId, issuer, listId, index, showsName, provesAddress, credential } = badge;
  const rows = await db.prepared(
    'badges.insert',
    `insert into badges (certificate_id, credential_id, issuer, status_list_id, status_index, shows_name, proves_address,
       credential) values ($1, $2, $3, $4, $5, $6, $7, $8::text::json)
     on conflict (status_list_id, status_index) do nothing returning id`,
    [certificateId, credentialId, issuer, listId, index, showsName, provesAddress, JSON.stringify(credential)],
  );
  return rows.length > 0;
}

/** Finds the newest status list, with the number of its badges. */
export async function findNewestList(db: Db): Promise<{ id: number; badges: number } | null> {
  const rows = await db.prepared<{ id: number; badges: number }>(
    'badges.newest_list',
    `select l.id, (select count(*)::integer from badges b where b.status_list_id = l.id) as badges
     from badge_status_lists l order by l.id desc limit 1`,
    [],
  );
  return rows[0] ?? null;
}

export async function insertList(db: Db): Promise<number> {
  const rows = await db.prepared<{ id: number }>(
    'badges.insert_list',
    'insert into badge_status_lists default values returning id',
    [],
  );
  return rows[0]?.id ?? 0;
}

export async function isPlaceTaken(db: Db, listId: number, index: number): Promise<boolean> {
  const rows = await db.prepared(
    'badges.place_taken',
    'select 1 as one from badges where status_list_id = $1 and status_index = $2',
    [listId, index],
  );
  return rows.length > 0;
}

/** Finds a status list with its set places in ascending order. */
export async function findList(
  db: Db,
  id: number,
  purpose: StatusPurpose,
): Promise<{ created_at: Date; indexes: number[] } | null> {
  const isSet = purpose === 'revocation' ? 'c.revoked_at is not null' : 'b.superseded_at is not null';
  const rows = await db.prepared<{ created_at: Date; indexes: number[] }>(
    `badges.list_${purpose}`,
    `select l.created_at, array(select b.status_index from badges b join certificates c on c.id = b.certificate_id
       where b.status_list_id = l.id and ${isSet} order by b.status_index) as indexes
     from badge_status_lists l where l.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Record of a badge with the current data of its certificate. */
export type CheckedRow = Pick<
  Selectable<Tables['certificates']>,
  'resource_title' | 'content_version' | 'completed_at'
> &
  Pick<Selectable<Tables['badges']>, 'issuer' | 'proves_address'> & {
    name: string | null;
    valid_until: string | null;
    state: CertificateState;
    is_superseded: boolean;
  };

export async function findByCredential(db: Db, credentialId: string): Promise<CheckedRow | null> {
  const rows = await db.prepared<CheckedRow>(
    'badges.find_by_credential',
    `select b.issuer, b.proves_address, b.superseded_at is not null as is_superseded, c.resource_title,
       c.content_version, c.completed_at, case when b.shows_name then c.holder_name end as name, ${state},
       to_char(c.expires_at at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD') as valid_until
     from badges b join certificates c on c.id = b.certificate_id where b.credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/** Whether a badge of this portal names this issuer. */
export async function isFormerIssuer(db: Db, issuer: string): Promise<boolean> {
  const rows = await db.prepared('badges.is_issuer', 'select 1 as one from badges where issuer = $1 limit 1', [issuer]);
  return rows.length > 0;
}

/** Counts the current badges that name another issuer, whose holders have not replaced them yet. */
export async function countElsewhere(db: Db, issuer: string): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'badges.count_elsewhere',
    `select count(*)::integer as total from badges b where b.issuer <> $1 and ${current}`,
    [issuer],
  );
  return rows[0]?.total ?? 0;
}

// Keys

export type KeyRow = Pick<Selectable<Tables['badge_keys']>, 'public_key' | 'sealed_key'>;

export async function findActiveKey(db: Db): Promise<KeyRow | null> {
  const rows = await db.prepared<KeyRow>(
    'badges.active_key',
    'select public_key, sealed_key from badge_keys where retired_at is null',
    [],
  );
  return rows[0] ?? null;
}

/** Lists the public keys, the oldest first. */
export async function listPublicKeys(db: Db): Promise<string[]> {
  const rows = await db.prepared<{ public_key: string }>(
    'badges.public_keys',
    'select public_key from badge_keys order by id',
    [],
  );
  return rows.map(({ public_key }) => public_key);
}

/** Inserts the active key; does nothing when there is one. */
export async function insertKey(db: Db, publicKey: string, sealedKey: Buffer): Promise<void> {
  await db.prepared(
    'badges.insert_key',
    'insert into badge_keys (public_key, sealed_key) values ($1, $2) on conflict do nothing',
    [publicKey, sealedKey],
  );
}

/** Retires the active key and deletes its private part. @returns its public part; null when there is none */
export async function retireKey(db: Db): Promise<string | null> {
  const rows = await db.prepared<{ public_key: string }>(
    'badges.retire_key',
    `update badge_keys set retired_at = now(), sealed_key = null where retired_at is null returning public_key`,
    [],
  );
  return rows[0]?.public_key ?? null;
}
