import type { Db } from '#server/platform/database/db.ts';

/**
 * The columns that may refer to an upload, by its id or in a URL. A test compares them with the schema: a new column of
 * text, JSON or ids must be listed here or in that test.
 */
export const fileColumns: Readonly<Record<string, readonly string[]>> = {
  resources: [
    'file_id',
    'description',
    'thumbnail_url',
    'featured_image_url',
    'slideshow_images',
    'video_url',
    'instructional_video_url',
    'subscription_benefits',
  ],
  articles: ['document'],
  drawn_pages: ['image_id'],
  knowledge_checks: ['draft'],
  knowledge_check_versions: ['content'],
  catalogue_import_rows: ['resource'],
  news: ['text'],
  online_products: ['description', 'configuration'],
  portal_settings: ['logo_file_id', 'dark_logo_file_id', 'favicon_file_id', 'introduction'],
};

// Matches every text that looks like an id, because an upload should rather be kept than deleted by mistake.
const ids = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const selects = Object.entries(fileColumns).map(
  ([table, columns]) =>
    `select found[1]::uuid as id from ${table}, regexp_matches(concat_ws(' ', ${columns.join(', ')}), '${ids}', 'g') found`,
);
const referenced = `referenced as materialized (${selects.join(' union ')})`;
const isUnused = 'not exists (select from referenced where referenced.id = files.id)';

/** Lists uploads older than a week to which nothing refers. */
export async function listUnusedFiles(db: Db, limit: number): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'privacy.list_unused_files',
    `with ${referenced}
     select id from files where created_at < now() - interval '7 days' and ${isUnused} order by created_at limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Locks these uploads, except those that another transaction has locked to refer to them. */
export async function lockFiles(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'privacy.lock_files',
    'select id from files where id = any ($1::uuid[]) order by id for update skip locked',
    [fileIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the locked uploads to which nothing refers, and records their bytes as unclaimed.
 * @returns the number of deleted uploads
 */
export async function deleteUnusedFiles(db: Db, fileIds: readonly string[]): Promise<number> {
  const rows = await db.prepared(
    'privacy.delete_unused_files',
    `with ${referenced},
     deleted as (delete from files where id = any ($1::uuid[]) and ${isUnused} returning id)
     insert into unclaimed_blobs (id) select id from deleted returning id`,
    [fileIds],
  );
  return rows.length;
}

/** Lists bytes that have had no row for a week; backups of that time may still refer to them. */
export async function listUnclaimed(
  db: Db,
  { kept, limit }: { kept: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'privacy.list_unclaimed',
    `select id from unclaimed_blobs u where since < now() - interval '7 days' and u.id <> all ($2::uuid[])
       and not exists (select from files f where f.id = u.id)
       and not exists (select from catalogue_imports i where i.blob_id = u.id)
       and not exists (select from data_exports e where e.blob_id = u.id)
     order by since limit $1`,
    [limit, kept],
  );
  return rows.map(({ id }) => id);
}
