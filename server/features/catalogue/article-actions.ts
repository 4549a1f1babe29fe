import { picturesOf } from '#contract/article-text.ts';
import { findUpload } from '#server/features/files/actions.ts';
import { fileIdIn } from '#server/features/files/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type GivenArticle, keptArticle } from './article-rules.ts';
import * as store from './article-store.ts';

/** The text of a resource, whoever asks: the caller has decided about access. Null when it has none. */
export function findArticle(ctx: Context, resourceId: number): Promise<store.StoredArticle | null> {
  return store.findArticle(ctx.db, resourceId);
}

/** Refuses a text with a picture that nobody uploaded. */
export async function checkPictures(ctx: Context, given: GivenArticle): Promise<void> {
  for (const address of new Set(given ? picturesOf(given) : [])) {
    const file = await findUpload(ctx, fileIdIn(address)?.id ?? '');
    if (file?.kind !== 'image') throw fail('catalogue.picture-unknown');
  }
}

/** Keeps what a form says of the text, in the transaction that saves its resource. */
export async function saveArticle(ctx: Context, resourceId: number, given: GivenArticle): Promise<void> {
  if (given === undefined) return;
  const document = keptArticle(given);
  if (document) await store.upsertArticle(ctx.db, resourceId, document);
  else await store.deleteArticle(ctx.db, resourceId);
}
