import { type Selectable, sql } from 'kysely';
import type { Inside } from '#contract/catalogue/catalogue.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { allColumns } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type StoredFile = Selectable<Tables['files']>;
type NewFile = Omit<StoredFile, 'created_at'>;

const anyOf = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`;

/** Records that bytes will be stored, so that they can be found after a crash before their row is written. */
export async function insertUnclaimed(db: Db, id: string): Promise<void> {
  await db.prepared('files.insert_unclaimed', db.kysely.insertInto('unclaimed_blobs').values({ id }));
}

export async function deleteUnclaimed(db: Db, id: string): Promise<void> {
  await db.prepared('files.delete_unclaimed', db.kysely.deleteFrom('unclaimed_blobs').where('id', '=', id));
}

/** Records a file. The caller must have stored its bytes. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db.kysely.insertInto('files').values(file).execute();
}

export async function findFile(db: Db, id: string): Promise<StoredFile | null> {
  const query = db.kysely.selectFrom('files').select(allColumns('files')).where('id', '=', id);
  const rows = await db.prepared('files.find', query);
  return rows[0] ?? null;
}

/**
 * Lists the kinds of the files with these ids; unknown ids are missing. Locks the rows, so that no file is deleted as
 * unused before the caller's transaction refers to it.
 */
export function listKinds(db: Db, ids: readonly string[]): Promise<Pick<StoredFile, 'id' | 'kind'>[]> {
  return db.prepared(
    'files.list_kinds',
    db.kysely.selectFrom('files').select(['id', 'kind']).where('id', '=', anyOf(ids)).orderBy('id').forKeyShare(),
  );
}

type FileSize = { id: string; width: number; height: number };

/** Lists the sizes of these files in pixels; files without a known size are missing. */
export function listSizes(db: Db, ids: readonly string[]): Promise<FileSize[]> {
  return db.prepared(
    'files.list_sizes',
    db.kysely
      .selectFrom('files')
      .select(['id', 'width_pixels as width', 'height_pixels as height'])
      .where('id', '=', anyOf(ids))
      .where('width_pixels', 'is not', null)
      // Both are set together (files_pixels_check).
      .$narrowType<{ width: number; height: number }>(),
  );
}

/** Lists pictures without a size, in the order of their ids. */
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

/** Records the size of a picture in pixels unless it has one. */
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

export async function upsertPicture(db: Db, { userId, id, content }: NewPicture): Promise<void> {
  await db.kysely
    .insertInto('profile_pictures')
    .values({ user_id: userId, id, content })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, content, created_at: sql`now()` }))
    .execute();
}

/** Adds a picture for a member without one. @returns false when the member has one, and for a deleted account */
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

export async function findPicture(db: Db, id: string): Promise<Buffer | null> {
  const query = db.kysely.selectFrom('profile_pictures').select('content').where('id', '=', id);
  const rows = await db.prepared('files.find_picture', query);
  return rows[0]?.content ?? null;
}

export async function deletePicture(db: Db, userId: number): Promise<void> {
  await db.prepared('files.delete_picture', db.kysely.deleteFrom('profile_pictures').where('user_id', '=', userId));
}

type Contents = NonNullable<Inside['document']>['contents'];
type NewFacts = { fileId: string; pages: number | null; contents: Contents; problem: string | null };

/** Records the contents of a PDF; earlier contents remain. */
export async function insertFacts(db: Db, { fileId, pages, contents, problem }: NewFacts): Promise<void> {
  await db.prepared(
    'files.insert_pdf_facts',
    `insert into pdf_facts (file_id, page_count, contents, problem) select id, $2, $3, $4 from files where id = $1
     on conflict do nothing`,
    [fileId, pages, JSON.stringify(contents), problem],
  );
}

type UploadedDocument = Pick<Selectable<Tables['files']>, 'name' | 'bytes'> & { problem: string | null };

/** Finds an uploaded document. `problem` is null for a PDF without one, for an unread PDF, and for other types. */
export async function findDocument(db: Db, id: string): Promise<UploadedDocument | null> {
  const rows = await db.prepared(
    'files.find_document',
    db.kysely
      .selectFrom('files as f')
      .leftJoin('pdf_facts as p', 'p.file_id', 'f.id')
      .select(['f.name', 'f.bytes', 'p.problem'])
      .where('f.id', '=', id)
      .where('f.kind', '=', 'document'),
  );
  return rows[0] ?? null;
}

export async function updateUndrawable(db: Db, fileId: string): Promise<void> {
  await db.prepared(
    'files.update_undrawable',
    db.kysely.updateTable('pdf_facts').set({ is_drawable: false }).where('file_id', '=', fileId),
  );
}

type Drawn = Pick<Selectable<Tables['drawn_pages']>, 'page' | 'image_id' | 'text'> &
  Pick<Selectable<Tables['files']>, 'width_pixels' | 'height_pixels'>;

type FoundFacts = Pick<Selectable<Tables['pdf_facts']>, 'page_count'> & { contents: Contents; drawn: Drawn[] };

/** Finds the contents of a PDF with its first drawn pages; null before it was read. */
export async function findFacts(db: Db, fileId: string, mostPages: number): Promise<FoundFacts | null> {
  const rows = await db.prepared<FoundFacts>(
    'files.find_pdf_facts',
    `select page_count, contents, coalesce((
       select json_agg(json_build_object('page', d.page, 'image_id', d.image_id, 'text', d.text,
         'width_pixels', i.width_pixels, 'height_pixels', i.height_pixels) order by d.page)
       from drawn_pages d join files i on i.id = d.image_id where d.file_id = f.file_id and d.page <= $2), '[]') as drawn
     from pdf_facts f where file_id = $1`,
    [fileId, mostPages],
  );
  return rows[0] ?? null;
}

type NewDrawn = Pick<Selectable<Tables['drawn_pages']>, 'file_id' | 'page' | 'image_id' | 'text'>;

/** Adds a drawn page; an existing one remains. */
export async function insertDrawn(db: Db, page: NewDrawn): Promise<void> {
  await db.prepared(
    'files.insert_drawn_page',
    db.kysely
      .insertInto('drawn_pages')
      .values(page)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Deletes the drawn pages of a PDF after `page`; their pictures are then deleted as unused uploads. */
export async function deleteDrawnAfter(db: Db, fileId: string, page: number): Promise<void> {
  await db.prepared(
    'files.delete_drawn_pages',
    db.kysely.deleteFrom('drawn_pages').where('file_id', '=', fileId).where('page', '>', page),
  );
}
