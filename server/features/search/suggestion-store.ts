import type { ResourceType } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/database/db.ts';

/** What is shown of a suggested resource. */
export type TitleRow = { id: number; title: string; type: ResourceType };

/**
 * Listed resources whose titles begin with a text, in the order of the titles. A stretch of the index of titles: the
 * last character of all stands behind whatever follows the text.
 */
export function listTitlesFrom(db: Db, text: string, limit: number): Promise<TitleRow[]> {
  return db.prepared<TitleRow>(
    'catalogue.list_titles_from',
    `select id, title, type from resources
     where is_listed and title_order >= search_form($1) and title_order < search_form($1) || chr(1114111)
     order by title_order, id limit $2`,
    [text, limit],
  );
}
