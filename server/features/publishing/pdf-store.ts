import type { Db } from '#server/platform/database/db.ts';

/** PDFs of resources that no job has read, in the order of their ids. */
export async function listUnreadPdfs(
  db: Db,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'publishing.list_unread_pdfs',
    `select f.id from files f where f.content_type = 'application/pdf' and ($1::uuid is null or f.id > $1)
       and exists (select from resources r where r.file_id = f.id)
       and not exists (select from pdf_facts p where p.file_id = f.id) order by f.id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** A PDF with other pages drawn than its resources show. */
export type WantedPages = { fileId: string; wanted: number; drawn: number };

/** PDFs whose resources show more or fewer sample pages than are drawn; never all pages of a file. */
export function listWantedPages(db: Db): Promise<WantedPages[]> {
  return db.prepared<WantedPages>(
    'publishing.list_wanted_pages',
    `select "fileId", wanted, drawn from (
       select p.file_id as "fileId",
         (select count(*)::integer from drawn_pages d where d.file_id = p.file_id) as drawn,
         least(p.page_count - 1, (select coalesce(max(r.sample_pages), 0) from resources r
           where r.file_id = p.file_id)) as wanted
       from pdf_facts p where p.page_count > 1 and p.is_drawable) as found
     where wanted <> drawn order by "fileId"`,
    [],
  );
}
