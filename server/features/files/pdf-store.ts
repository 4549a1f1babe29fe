import type { Selectable } from 'kysely';
import type { Inside } from '#contract/catalogue.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Contents = NonNullable<Inside['document']>['contents'];
export type NewFacts = { fileId: string; pages: number | null; contents: Contents };

/** Records what was read in a PDF, once. */
export async function insertFacts(db: Db, { fileId, pages, contents }: NewFacts): Promise<void> {
  await db.prepared(
    'files.insert_pdf_facts',
    `insert into pdf_facts (file_id, page_count, contents) select id, $2, $3 from files where id = $1
     on conflict do nothing`,
    [fileId, pages, JSON.stringify(contents)],
  );
}

/** Notes that the pages of a PDF cannot be drawn. */
export async function updateUndrawable(db: Db, fileId: string): Promise<void> {
  await db.prepared('files.update_undrawable', 'update pdf_facts set is_drawable = false where file_id = $1', [fileId]);
}

type Drawn = Pick<Selectable<Tables['drawn_pages']>, 'page' | 'image_id' | 'text'> &
  Pick<Selectable<Tables['files']>, 'width_pixels' | 'height_pixels'>;

export type FoundFacts = Pick<Selectable<Tables['pdf_facts']>, 'page_count'> & { contents: Contents; drawn: Drawn[] };

/** What is known of a PDF, with its first drawn pages; null before it was read. */
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

/** Adds a drawn page; one that is there stays. */
export async function insertDrawn(db: Db, { file_id, page, image_id, text }: NewDrawn): Promise<void> {
  await db.prepared(
    'files.insert_drawn_page',
    'insert into drawn_pages (file_id, page, image_id, text) values ($1, $2, $3, $4) on conflict do nothing',
    [file_id, page, image_id, text],
  );
}

/** Deletes the drawn pages of a PDF behind this one; their pictures go as unused uploads do. */
export async function deleteDrawnAfter(db: Db, fileId: string, page: number): Promise<void> {
  await db.prepared('files.delete_drawn_pages', 'delete from drawn_pages where file_id = $1 and page > $2', [
    fileId,
    page,
  ]);
}
