import type { Db } from '#server/platform/database/db.ts';

// How many pages the resources of a PDF show; never all pages of a file.
const wanted = `least(p.page_count - 1, (select coalesce(max(r.sample_pages), 0) from resources r
  where r.file_id = p.file_id))`;
const drawn = '(select count(*)::integer from drawn_pages d where d.file_id = p.file_id)';

/** PDFs that no job has read, and those with other pages drawn than their resources show, in the order of their ids. */
export async function listPdfsToRead(
  db: Db,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'publishing.list_pdfs_to_read',
    `select f.id from files f left join pdf_facts p on p.file_id = f.id
     where f.content_type = 'application/pdf' and ($1::uuid is null or f.id > $1) and case
       when p.file_id is null then exists (select from resources r where r.file_id = f.id)
       else p.page_count > 1 and p.is_drawable and ${wanted} <> ${drawn} end
     order by f.id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** How many first pages of a PDF its resources show, and how many are drawn. */
export type SamplePages = { wanted: number; drawn: number };

/** The sample pages of a PDF; null before it was read, and when it has none to draw. */
export async function findSamplePages(db: Db, fileId: string): Promise<SamplePages | null> {
  const rows = await db.prepared<SamplePages>(
    'publishing.find_sample_pages',
    `select ${wanted} as wanted, ${drawn} as drawn from pdf_facts p
     where p.file_id = $1 and p.page_count > 1 and p.is_drawable`,
    [fileId],
  );
  return rows[0] ?? null;
}

/** Whether a PDF has been read. */
export async function isRead(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.prepared('publishing.is_read', 'select file_id from pdf_facts where file_id = $1', [fileId]);
  return rows.length > 0;
}
