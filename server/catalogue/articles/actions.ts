import type { Article } from '#contract/catalogue/articles.ts';
import { type ArticleSection, picturesOf, plainTextOf, sectionsOf } from '#contract/catalogue/articles-text.ts';
import { listPictureSizes, listUploadKinds } from '#server/catalogue/files/actions.ts';
import { fileIdIn } from '#server/catalogue/files/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type GivenArticle, keptArticle } from './rules.ts';
import * as store from './store.ts';

/** Finds the text of a resource. The caller must have checked the access. */
export function findArticle(ctx: Context, resourceId: number): Promise<store.StoredArticle | null> {
  return store.findArticle(ctx.db, resourceId);
}

/**
 * Returns up to 60 first-level headings of a resource's text; empty without a text. Everyone who sees the resource may
 * read them (DETAIL-26).
 */
export async function listContents(ctx: Context, resourceId: number): Promise<string[]> {
  const headings = await store.listHeadings(ctx.db, resourceId);
  return headings.map((one) => plainTextOf({ type: 'doc', content: [one] })).filter((title) => title.trim() !== '');
}

/** Lists the sections of a resource's text with the ids of their headings; empty without a text. */
export async function listSections(ctx: Context, resourceId: number): Promise<ArticleSection[]> {
  return sectionsOf({ type: 'doc', content: await store.listAllHeadings(ctx.db, resourceId) });
}

/** Rejects a caller without current access to a resource; passed in, because access belongs to a later domain. */
export type RequireAccess = (ctx: MemberContext, resourceId: number) => Promise<void>;

/**
 * Returns the text of a resource to a reader with access (ACCESS-15).
 * @throws library.no-article, and from `requireAccess` catalogue.not-found, access.required
 */
export async function getArticle(
  ctx: MemberContext,
  resourceId: number,
  requireAccess: RequireAccess,
): Promise<Article> {
  await requireAccess(ctx, resourceId);
  const article = await store.findArticle(ctx.db, resourceId);
  if (!article) throw fail('library.no-article');
  const { document, reading_minutes, updated_at } = article;
  const pictureSizes = await listPictureSizes(ctx, picturesOf(document));
  return { document, pictureSizes, readingMinutes: reading_minutes, updatedAt: updated_at.toISOString() };
}

/**
 * Rejects a text with a picture that was not uploaded to this portal, and locks its uploads. @throws
 * articles.picture-unknown
 */
export async function checkPictures(ctx: Context, given: GivenArticle): Promise<void> {
  await requirePictures(ctx, given ? picturesOf(given) : []);
}

/**
 * Rejects URLs that are no uploaded pictures of this portal, and locks the uploads. @throws articles.picture-unknown
 */
export async function requirePictures(ctx: Context, addresses: readonly string[]): Promise<void> {
  const ids = [...new Set(addresses)].map((address) => fileIdIn(address)?.id);
  const kinds = await listUploadKinds(
    ctx,
    ids.filter((id) => id !== undefined),
  );
  if (ids.some((id) => kinds.get(id ?? '') !== 'image')) throw fail('articles.picture-unknown');
}

/** Saves or deletes the text that a form contains. The caller must save the resource in the same transaction. */
export async function saveArticle(ctx: Context, resourceId: number, given: GivenArticle): Promise<void> {
  if (given === undefined) return;
  const document = keptArticle(given);
  if (document) await store.upsertArticle(ctx.db, resourceId, document);
  else await store.deleteArticle(ctx.db, resourceId);
}
