import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Lets a member's savings follow one another until the transaction ends, so that they can be counted. */
export async function lockSaved(db: Db, userId: number): Promise<void> {
  await db.prepared('library.lock_saved', 'select from users where id = $1 for no key update', [userId]);
}

/** How many a member has saved, listed or not. */
export async function countAllSaved(db: Db, userId: number): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'library.count_all_saved',
    'select count(*)::integer as total from saved_resources where user_id = $1',
    [userId],
  );
  return row?.total ?? 0;
}

type Saved = { userId: number; resourceId: number };

/** Saves a resource for a member; one that is saved already keeps its day. */
export async function insertSaved(db: Db, { userId, resourceId }: Saved): Promise<void> {
  await db.prepared(
    'library.insert_saved',
    'insert into saved_resources (user_id, resource_id) values ($1, $2) on conflict do nothing',
    [userId, resourceId],
  );
}

/** Takes a resource from a member's saved ones. @returns whether it was among them */
export async function deleteSaved(db: Db, { userId, resourceId }: Saved): Promise<boolean> {
  const rows = await db.prepared(
    'library.delete_saved',
    'delete from saved_resources where user_id = $1 and resource_id = $2 returning resource_id',
    [userId, resourceId],
  );
  return rows.length > 0;
}

/** The listed resources that a member has saved, last saved first. */
export async function listSaved(db: Db, userId: number, slice: { limit: number; offset: number }): Promise<number[]> {
  const rows = await db.prepared<Pick<Selectable<Tables['resources']>, 'id'>>(
    'library.list_saved',
    `select r.id from saved_resources s join resources r on r.id = s.resource_id
     where s.user_id = $1 and r.is_listed order by s.saved_at desc, s.resource_id desc limit $2 offset $3`,
    [userId, slice.limit, slice.offset],
  );
  return rows.map(({ id }) => id);
}

/** How many those are. */
export async function countSaved(db: Db, userId: number): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'library.count_saved',
    `select count(*)::integer as total from saved_resources s join resources r on r.id = s.resource_id
     where s.user_id = $1 and r.is_listed`,
    [userId],
  );
  return row?.total ?? 0;
}
