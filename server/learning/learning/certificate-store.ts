import type { Selectable } from 'kysely';
import type { PassedCheck } from '#contract/learning/checks-standing.ts';
import type { CertificateState } from '#contract/learning/learning-certificates.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';
import { passedCheck } from './store.ts';

// Certificates are issued by triggers of the database, which call `issue_certificate`.

type Row = Selectable<Tables['certificates']>;

/** A certificate with its state by the database's clock, and its last day. */
export type CertificateRow = Pick<
  Row,
  | 'id'
  | 'code'
  | 'resource_id'
  | 'resource_title'
  | 'content_version'
  | 'completed_at'
  | 'organisation_name'
  | 'holder_name'
  | 'issued_at'
  | 'shows_name'
> & { state: CertificateState; valid_until: string | null; check: PassedCheck };

const columns = `c.id, c.code, c.resource_id, c.resource_title, c.content_version, c.completed_at, c.organisation_name,
  c.holder_name, c.issued_at, c.shows_name,
  case when c.revoked_at is not null then 'revoked' when c.expires_at <= now() then 'expired' else 'valid' end as state,
  to_char(c.expires_at at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD') as valid_until,
  ${passedCheck('c.completion_id')} as "check"`;

type Slice = { limit: number; offset: number };

/** A member's certificates; all of them when `resourceId` is null. */
type Sought = { userId: number; resourceId: number | null };

const isSought = 'c.user_id = $1 and ($2::integer is null or c.resource_id = $2)';

export function listCertificates(
  db: Db,
  { userId, resourceId }: Sought,
  { limit, offset }: Slice,
): Promise<CertificateRow[]> {
  return db.prepared(
    'learning.list_certificates',
    `select ${columns} from certificates c where ${isSought} order by c.id desc limit $3 offset $4`,
    [userId, resourceId, limit, offset],
  );
}

export async function countCertificates(db: Db, { userId, resourceId }: Sought): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'learning.count_certificates',
    `select count(*)::integer as total from certificates c where ${isSought}`,
    [userId, resourceId],
  );
  return rows[0]?.total ?? 0;
}

type Own = { id: number; userId: number };

/** Finds a certificate of a member, and whether understanding was confirmed. */
export async function findCertificate(
  db: Db,
  { id, userId }: Own,
): Promise<(CertificateRow & { is_confirmed: boolean }) | null> {
  const rows = await db.prepared<CertificateRow & { is_confirmed: boolean }>(
    'learning.find_certificate',
    `select ${columns}, p.confirmed_at is not null as is_confirmed
     from certificates c left join completions p on p.id = c.completion_id where c.id = $1 and c.user_id = $2`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** Shows or hides the holder's name on the public page. @returns whether the member has a certificate with this id */
export async function updateShowsName(
  db: Db,
  { id, userId, showsName }: Own & { showsName: boolean },
): Promise<boolean> {
  const rows = await db.prepared(
    'learning.update_shows_name',
    'update certificates set shows_name = $3 where id = $1 and user_id = $2 returning id',
    [id, userId, showsName],
  );
  return rows.length > 0;
}

type PublicRow = CertificateRow & { is_listed: boolean; has_badge: boolean };

/**
 * Finds a certificate by its code, with its holder's name, whether its resource is listed, and whether the holder
 * shares its badge.
 */
export async function findByCode(db: Db, code: string): Promise<PublicRow | null> {
  const rows = await db.prepared<PublicRow>(
    'learning.find_certificate_by_code',
    `select ${columns}, r.is_listed,
       exists (select from badges b where b.certificate_id = c.id and b.is_shared) as has_badge
     from certificates c join resources r on r.id = c.resource_id where c.code = $1`,
    [code],
  );
  return rows[0] ?? null;
}

type OfOrganisation = { organisationId: number; search: string };

// Only certificates of people who are still in the organisation (LEARN-04).
const ofOrganisation = `from certificates c join organisation_people p
    on p.user_id = c.user_id and p.organisation_id = c.organisation_id
  where c.organisation_id = $1 and ($2::text is null or c.holder_name ilike $2 or c.resource_title ilike $2)`;

export function listOfOrganisation(
  db: Db,
  { organisationId, search, limit, offset }: OfOrganisation & Slice,
): Promise<(CertificateRow & { user_id: number })[]> {
  return db.prepared(
    'learning.list_organisation_certificates',
    `select ${columns}, p.user_id ${ofOrganisation} order by c.id desc limit $3 offset $4`,
    [organisationId, search === '' ? null : containing(search), limit, offset],
  );
}

export async function countOfOrganisation(db: Db, { organisationId, search }: OfOrganisation): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'learning.count_organisation_certificates',
    `select count(*)::integer as total ${ofOrganisation}`,
    [organisationId, search === '' ? null : containing(search)],
  );
  return rows[0]?.total ?? 0;
}
