import type { Article } from '#contract/article.ts';
import { picturesOf } from '#contract/article-text.ts';
import { requireAccess } from '#server/features/access/actions.ts';
import { findArticle } from '#server/features/catalogue/article-actions.ts';
import { listPictureSizes } from '#server/features/files/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';

/** The text of a resource that the caller has access to at this moment (ACCESS-15). */
export async function getArticle(ctx: MemberContext, resourceId: number): Promise<Article> {
  await requireAccess(ctx, resourceId);
  const article = await findArticle(ctx, resourceId);
  if (!article) throw fail('library.no-article');
  const { document, reading_minutes, updated_at } = article;
  const pictureSizes = await listPictureSizes(ctx, picturesOf(document));
  return { document, pictureSizes, readingMinutes: reading_minutes, updatedAt: updated_at.toISOString() };
}
