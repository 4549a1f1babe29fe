import { type Selectable, sql } from 'kysely';
import type { ArticleDocument, ArticleHeading } from '#contract/catalogue/articles-nodes.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A text with its reading time in minutes. */
export type StoredArticle = Pick<Selectable<Tables['articles']>, 'document' | 'updated_at'> & {
  reading_minutes: number;
};

export async function findArticle(db: Db, resourceId: number): Promise<StoredArticle | null> {
  const rows = await db.prepared<StoredArticle>(
    'catalogue.find_article',
    `select document, coalesce(reading_minutes, 1) as reading_minutes, articles.updated_at
     from articles join resources on resources.id = resource_id where resource_id = $1`,
    [resourceId],
  );
  return rows[0] ?? null;
}

/** Lists up to 60 headings of the first level of a resource's text, in their order. */
export async function listHeadings(db: Db, resourceId: number): Promise<ArticleHeading[]> {
  const rows = await db.prepared<{ headings: ArticleHeading[] }>(
    'articles.list_headings',
    `select jsonb_path_query_array(document, '$.content[*] ? (@.type == "heading" && @.attrs.level == 2)') as headings
     from articles where resource_id = $1`,
    [resourceId],
  );
  return rows[0]?.headings.slice(0, 60) ?? [];
}

/** Lists the headings of both levels of a resource's text, in their order. */
export async function listAllHeadings(db: Db, resourceId: number): Promise<ArticleHeading[]> {
  const rows = await db.prepared<{ headings: ArticleHeading[] }>(
    'articles.list_all_headings',
    `select jsonb_path_query_array(document, '$.content[*] ? (@.type == "heading")') as headings
     from articles where resource_id = $1`,
    [resourceId],
  );
  return rows[0]?.headings ?? [];
}

export async function upsertArticle(db: Db, resourceId: number, document: ArticleDocument): Promise<void> {
  const text = JSON.stringify(document);
  await db.kysely
    .insertInto('articles')
    .values({ resource_id: resourceId, document: text })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet({ document: text, updated_at: sql`now()` }))
    .execute();
}

export async function deleteArticle(db: Db, resourceId: number): Promise<void> {
  await db.kysely.deleteFrom('articles').where('resource_id', '=', resourceId).execute();
}
