import { type Selectable, sql } from 'kysely';
import type { ArticleDocument, ArticleHeading } from '#contract/catalogue/articles-nodes.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A text with the time it takes to read, in minutes. */
export type StoredArticle = Pick<Selectable<Tables['articles']>, 'document' | 'updated_at'> & {
  reading_minutes: number;
};

/** The text of a resource; null when it has none. */
export async function findArticle(db: Db, resourceId: number): Promise<StoredArticle | null> {
  const rows = await db.prepared<StoredArticle>(
    'catalogue.find_article',
    `select document, coalesce(reading_minutes, 1) as reading_minutes, articles.updated_at
     from articles join resources on resources.id = resource_id where resource_id = $1`,
    [resourceId],
  );
  return rows[0] ?? null;
}

/** The headings of the first level of a resource's text, in their order, whole or in parts; at most 60. */
export async function listHeadings(db: Db, resourceId: number): Promise<ArticleHeading[]> {
  const rows = await db.prepared<{ headings: ArticleHeading[] }>(
    'articles.list_headings',
    `select jsonb_path_query_array(document, '$.content[*] ? (@.type == "heading" && @.attrs.level == 2)') as headings
     from articles where resource_id = $1`,
    [resourceId],
  );
  return rows[0]?.headings.slice(0, 60) ?? [];
}

/** Keeps a resource's text in place of the one before. */
export async function upsertArticle(db: Db, resourceId: number, document: ArticleDocument): Promise<void> {
  const text = JSON.stringify(document);
  await db.kysely
    .insertInto('articles')
    .values({ resource_id: resourceId, document: text })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet({ document: text, updated_at: sql`now()` }))
    .execute();
}

/** Takes a resource's text away. */
export async function deleteArticle(db: Db, resourceId: number): Promise<void> {
  await db.kysely.deleteFrom('articles').where('resource_id', '=', resourceId).execute();
}
