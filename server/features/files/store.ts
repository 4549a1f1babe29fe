import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type StoredFile = Selectable<Tables['files']>;
type NewFile = Omit<StoredFile, 'created_at'>;

/** Notes that bytes are about to be stored, so that a crash before their row is written leaves a trace. */
export async function insertUnclaimed(db: Db, id: string): Promise<void> {
  await db.prepared('files.insert_unclaimed', 'insert into unclaimed_blobs (id) values ($1)', [id]);
}

/** Ends that note. */
export async function deleteUnclaimed(db: Db, id: string): Promise<void> {
  await db.prepared('files.delete_unclaimed', 'delete from unclaimed_blobs where id = $1', [id]);
}

/** Records a file whose bytes are stored. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db.kysely.insertInto('files').values(file).execute();
}

/** A stored file by its id; null when there is none. */
export async function findFile(db: Db, id: string): Promise<StoredFile | null> {
  const rows = await db.prepared<StoredFile>('files.find', `select ${columnsOf('files')} from files where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

/**
 * The kinds of those of these files that there are. They are locked, so that none is deleted as unused before the
 * caller's transaction has referred to it.
 */
export function listKinds(db: Db, ids: readonly string[]): Promise<Pick<StoredFile, 'id' | 'kind'>[]> {
  return db.prepared(
    'files.list_kinds',
    'select id, kind from files where id = any ($1::uuid[]) order by id for key share',
    [ids],
  );
}

type FileSize = { id: string; width: number; height: number };

/** The sizes in pixels of those of these files that have one. */
export function listSizes(db: Db, ids: readonly string[]): Promise<FileSize[]> {
  return db.prepared(
    'files.list_sizes',
    `select id, width_pixels as width, height_pixels as height from files
     where id = any ($1::uuid[]) and width_pixels is not null`,
    [ids],
  );
}

/** Pictures without a size, in the order of their ids. */
export async function listUnmeasured(
  db: Db,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('files')
    .select('id')
    .where('kind', '=', 'image')
    .where('width_pixels', 'is', null)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives a picture its size in pixels unless it has one. */
export async function updateSize(
  db: Db,
  id: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  await db.kysely
    .updateTable('files')
    .set({ width_pixels: width, height_pixels: height })
    .where('id', '=', id)
    .where('width_pixels', 'is', null)
    .execute();
}

type NewPicture = { userId: number; id: string; content: Buffer };

/** Keeps a member's picture in place of the one before. */
export async function upsertPicture(db: Db, { userId, id, content }: NewPicture): Promise<void> {
  await db.kysely
    .insertInto('profile_pictures')
    .values({ user_id: userId, id, content })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, content, created_at: sql`now()` }))
    .execute();
}

/** Keeps a picture for a member without one; false where there is one, and for a deleted account. */
export async function insertPicture(db: Db, { userId, id, content }: NewPicture): Promise<boolean> {
  const rows = await db.prepared<Pick<Selectable<Tables['profile_pictures']>, 'id'>>(
    'files.insert_picture',
    `insert into profile_pictures (user_id, id, content)
     select users.id, $2, $3 from users where users.id = $1 and deleted_at is null
     on conflict (user_id) do nothing returning id`,
    [userId, id, content],
  );
  return rows.length > 0;
}

/** The bytes of a picture; null when there is none. */
export async function findPicture(db: Db, id: string): Promise<Buffer | null> {
  const rows = await db.prepared<Pick<Selectable<Tables['profile_pictures']>, 'content'>>(
    'files.find_picture',
    'select content from profile_pictures where id = $1',
    [id],
  );
  return rows[0]?.content ?? null;
}

/** Deletes a member's picture. */
export async function deletePicture(db: Db, userId: number): Promise<void> {
  await db.prepared('files.delete_picture', 'delete from profile_pictures where user_id = $1', [userId]);
}
