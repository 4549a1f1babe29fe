import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type StoredFile = Selectable<Tables['files']>;
type NewFile = Omit<StoredFile, 'created_at'>;

/** Records a file whose bytes are stored. */
export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db.kysely.insertInto('files').values(file).execute();
}

/** A stored file by its id; null when there is none. */
export async function findFile(db: Db, id: string): Promise<StoredFile | null> {
  const rows = await db.prepared<StoredFile>('files.find', 'select * from files where id = $1', [id]);
  return rows[0] ?? null;
}

/** The kinds of those of these files that there are. */
export function listKinds(db: Db, ids: readonly string[]): Promise<Pick<StoredFile, 'id' | 'kind'>[]> {
  return db.prepared('files.list_kinds', 'select id, kind from files where id = any ($1::uuid[])', [ids]);
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
