import type { Nullable, Selectable } from 'kysely';
import type { CheckMark } from '#contract/learning/checks-standing.ts';
import type { SavedIds } from '#contract/learning/library.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Holding, Selection } from './rules.ts';

/** A document that can be downloaded; `title` is its current title, `name` the name of the upload. */
export type StoredDocument = Pick<Selectable<Tables['files']>, 'id' | 'name' | 'content_type' | 'bytes' | 'sha256'> & {
  title: string;
};

export async function findDocumentOfResource(db: Db, resourceId: number): Promise<StoredDocument | null> {
  const rows = await db.prepared<StoredDocument>(
    'library.find_document_of_resource',
    `select f.id, f.name, coalesce(r.file_title, f.title, r.title) as title, f.content_type, f.bytes, f.sha256
     from resources r join files f on f.id = r.file_id where r.id = $1`,
    [resourceId],
  );
  return rows[0] ?? null;
}

/** Finds the URL of a resource's file on another site. */
export async function findFileLink(db: Db, resourceId: number): Promise<string | null> {
  const [row] = await db.prepared<Pick<Selectable<Tables['resources']>, 'file_link'>>(
    'library.find_file_link',
    'select file_link from resources where id = $1',
    [resourceId],
  );
  return row?.file_link ?? null;
}

/** Serialises a member's saves until the transaction ends, so that they can be counted. */
export async function lockSaved(db: Db, userId: number): Promise<void> {
  await db.prepared('library.lock_saved', 'select from users where id = $1 for no key update', [userId]);
}

/** Counts a member's saved resources, listed or not. */
export async function countAllSaved(db: Db, userId: number): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'library.count_all_saved',
    'select count(*)::integer as total from saved_resources where user_id = $1',
    [userId],
  );
  return row?.total ?? 0;
}

type Saved = { userId: number; resourceId: number };

/** Saves a resource for a member; an earlier save keeps its day. */
export async function insertSaved(db: Db, { userId, resourceId }: Saved): Promise<void> {
  await db.prepared(
    'library.insert_saved',
    'insert into saved_resources (user_id, resource_id) values ($1, $2) on conflict do nothing',
    [userId, resourceId],
  );
}

/** Removes a member's saved resource. @returns whether it was saved */
export async function deleteSaved(db: Db, { userId, resourceId }: Saved): Promise<boolean> {
  const rows = await db.prepared(
    'library.delete_saved',
    'delete from saved_resources where user_id = $1 and resource_id = $2 returning resource_id',
    [userId, resourceId],
  );
  return rows.length > 0;
}

/** Lists the listed resources that a member has saved, last saved first. */
export async function listSaved(db: Db, userId: number, slice: { limit: number; offset: number }): Promise<number[]> {
  const rows = await db.prepared<Pick<Selectable<Tables['resources']>, 'id'>>(
    'library.list_saved',
    `select r.id from saved_resources s join resources r on r.id = s.resource_id
     where s.user_id = $1 and r.is_listed order by s.saved_at desc, s.resource_id desc limit $2 offset $3`,
    [userId, slice.limit, slice.offset],
  );
  return rows.map(({ id }) => id);
}

export async function countSaved(db: Db, userId: number): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'library.count_saved',
    `select count(*)::integer as total from saved_resources s join resources r on r.id = s.resource_id
     where s.user_id = $1 and r.is_listed`,
    [userId],
  );
  return row?.total ?? 0;
}

type Slice = { limit: number; offset: number };

type Progress = Selectable<Tables['progress_sessions']>;

/** A row of a shelf: the member's progress with a resource, and the purchase, grant or seat. */
export type ShelfRow = Pick<Progress, 'resource_id'> &
  Nullable<Pick<Progress, 'completion_percentage' | 'last_accessed_at'>> &
  Nullable<Pick<Selectable<Tables['purchases']>, 'purchased_at' | 'amount_minor' | 'currency'>> & {
    bundle: string | null;
    gifted_at: Selectable<Tables['gifts']>['redeemed_at'];
    granted_at: Selectable<Tables['access_grants']>['created_at'] | null;
    seat_since: Selectable<Tables['seats']>['assigned_at'];
    readingPosition: ReadingPosition | null;
    check: CheckMark | null;
  };

// The latest reading position, in any unit.
const readingPositionColumn = `(select jsonb_build_object('unit', p.unit, 'position', p.position, 'length', p.length)
  from reading_positions p where p.session_id = s.id order by p.saved_at desc, p.unit limit 1) as "readingPosition"`;
const progressColumns = `case when s.finished_at is null then s.completion_percentage else 100 end
  as completion_percentage, s.last_accessed_at, ${readingPositionColumn}`;
// `CheckMark` of a resource `r`; null without a check.
const checkMark = `(select case when exists (select from completions c where c.user_id = $1 and c.resource_id = r.id)
  then 'completed' else 'left' end
  from knowledge_checks k where k.resource_id = r.id and k.version is not null and r.type <> 'path')`;
const progressJoin = 'left join progress_sessions s on s.resource_id = r.id and s.user_id = $1';

/** Lists the resources that a member holds, last used first, then last acquired. */
export async function listHoldings(
  db: Db,
  userId: number,
  holdings: readonly Holding[],
  { limit, offset }: Slice,
): Promise<ShelfRow[]> {
  return db.prepared<ShelfRow>(
    'library.list_holdings',
    `select r.id as resource_id, ${progressColumns}, ${checkMark} as "check", p.purchased_at, p.amount_minor, p.currency,
       bundle.title as bundle, gift.redeemed_at as gifted_at, g.created_at as granted_at,
       seat.assigned_at as seat_since
     from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[])
       as held (resource_id, purchase_id, grant_id, seat_id)
     join resources r on r.id = held.resource_id
     left join purchases bought on bought.id = held.purchase_id
     left join purchases p on p.id = bought.id and not p.is_gift
     left join gifts gift on bought.is_gift and gift.attempt_id = bought.attempt_id
     left join access_grants g on g.id = held.grant_id
     left join seats seat on seat.id = held.seat_id
     left join resources bundle on bundle.id = p.resource_id and bundle.id <> r.id
     ${progressJoin}
     order by s.last_accessed_at desc nulls last,
       coalesce(p.purchased_at, gift.redeemed_at, g.created_at, seat.assigned_at) desc, r.id desc
     limit $6 offset $7`,
    [
      userId,
      holdings.map(({ resourceId }) => resourceId),
      holdings.map(({ purchaseId }) => purchaseId),
      holdings.map(({ grantId }) => grantId),
      holdings.map(({ seatId }) => seatId),
      limit,
      offset,
    ],
  );
}

const nothingHeld = `null::timestamptz as purchased_at, null::integer as amount_minor, null as currency,
  null as bundle, null::timestamptz as gifted_at, null::timestamptz as granted_at,
  null::timestamptz as seat_since`;

/** Lists the resources of a selection, last used first, then newest. */
export async function listSelected(
  db: Db,
  userId: number,
  { accessType, opensAll, exceptions }: Selection,
  { limit, offset }: Slice,
): Promise<ShelfRow[]> {
  return db.prepared<ShelfRow>(
    'library.list_selected',
    `select r.id as resource_id, ${progressColumns}, ${checkMark} as "check", ${nothingHeld}
     from resources r ${progressJoin}
     where r.is_listed and r.access_type = $2 and (r.id = any ($3::integer[])) <> $4
     order by s.last_accessed_at desc nulls last, r.created_at desc, r.id desc limit $5 offset $6`,
    [userId, accessType, exceptions, opensAll, limit, offset],
  );
}

/** Counts the resources of a selection, and those that the member has begun. */
export async function countSelected(
  db: Db,
  userId: number,
  { accessType, opensAll, exceptions }: Selection,
): Promise<{ total: number; begun: number }> {
  const [row] = await db.prepared<{ total: number; begun: number }>(
    'library.count_selected',
    `select count(*)::integer as total, count(s.id)::integer as begun from resources r ${progressJoin}
     where r.is_listed and r.access_type = $2 and (r.id = any ($3::integer[])) <> $4`,
    [userId, accessType, exceptions, opensAll],
  );
  return row ?? { total: 0, begun: 0 };
}

type BegunRow = SavedIds['begun'][number] & { check: CheckMark | null };

/** Lists a member's progress with each begun resource, last used first. */
export async function listBegun(db: Db, userId: number, limit: number): Promise<SavedIds['begun']> {
  const rows = await db.prepared<BegunRow>(
    'library.list_begun',
    `select s.resource_id as "resourceId", exists (select from reading_positions p where p.session_id = s.id) as "isRead",
       case when s.finished_at is null then s.completion_percentage else 100 end as "completionPercentage",
       ${checkMark} as "check"
     from progress_sessions s join resources r on r.id = s.resource_id where s.user_id = $1 order by s.last_accessed_at desc, s.id desc limit $2`,
    [userId, limit],
  );
  return rows.map(({ check, ...row }) => (check ? { ...row, check } : row));
}

/** Lists the resources that a member began and has not finished, or whose check is left, last used first. */
export async function listUnfinished(db: Db, userId: number, limit: number): Promise<ShelfRow[]> {
  return db.prepared<ShelfRow>(
    'library.list_unfinished',
    `select s.resource_id, ${progressColumns}, checked.mark as "check", ${nothingHeld}
     from progress_sessions s join resources r on r.id = s.resource_id
       cross join lateral (select ${checkMark} as mark) checked
     where s.user_id = $1 and case when checked.mark is null
       then s.finished_at is null and s.completion_percentage < 100 else checked.mark = 'left' end
     order by s.last_accessed_at desc, s.id desc limit $2`,
    [userId, limit],
  );
}
