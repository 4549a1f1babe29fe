import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/db.ts';

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
