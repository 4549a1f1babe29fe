import type { Db } from '#server/platform/database/db.ts';

type Reader = { userId: number; email: string; firstName: string };

export function listOwners(db: Db, organisationId: number): Promise<Reader[]> {
  return db.prepared<Reader>(
    'organisations.list_owners',
    `select u.id as "userId", u.email, u.first_name as "firstName"
     from organisation_people p join users u on u.id = p.user_id and u.deleted_at is null
     where p.organisation_id = $1 and p.role = 'owner' order by u.id`,
    [organisationId],
  );
}

type Maker = { organisationId: number; userId: number };

/**
 * Lists the people who are no longer an owner of the organisation whose key they made or took over, and whose keys are
 * not detached yet.
 */
export function listLeftKeyMakers(db: Db): Promise<Maker[]> {
  return db.prepared<Maker>(
    'organisations.list_left_key_makers',
    `select distinct k.organisation_id as "organisationId", k.user_id as "userId" from api_keys k
     where k.kind = 'organisation' and k.left_at is null and not exists (
       select from organisation_people p
       where p.organisation_id = k.organisation_id and p.user_id = k.user_id and p.role = 'owner')
     order by 1, 2`,
    [],
  );
}

/** Finds the owner for whom an organisation's key acts. Prepared, because it runs on every call with such a key. */
export async function findActingOwner(db: Db, { organisationId, userId }: Maker): Promise<number | null> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.find_acting_owner',
    `select p.user_id as id from organisation_people p join users u on u.id = p.user_id and u.deleted_at is null
     join organisations o on o.id = p.organisation_id and o.closed_at is null
     where p.organisation_id = $1 and p.role = 'owner' order by (p.user_id = $2) desc, p.joined_at, p.user_id limit 1`,
    [organisationId, userId],
  );
  return rows[0]?.id ?? null;
}
