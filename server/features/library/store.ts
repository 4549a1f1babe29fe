import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A document that can be downloaded; `title` is what it is called, `name` what it was uploaded as. */
export type StoredDocument = Pick<Selectable<Tables['files']>, 'id' | 'name' | 'content_type' | 'bytes' | 'sha256'> & {
  title: string;
};

/** The file of a resource; null when it has none. */
export async function findDocumentOfResource(db: Db, resourceId: number): Promise<StoredDocument | null> {
  const rows = await db.prepared<StoredDocument>(
    'library.find_document_of_resource',
    `select f.id, f.name, coalesce(r.file_title, f.title, r.title) as title, f.content_type, f.bytes, f.sha256
     from resources r join files f on f.id = r.file_id where r.id = $1`,
    [resourceId],
  );
  return rows[0] ?? null;
}
