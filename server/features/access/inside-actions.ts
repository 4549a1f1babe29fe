import type { Inside } from '#contract/catalogue.ts';
import { listContents } from '#server/features/articles/actions.ts';
import type { FoundResource } from '#server/features/catalogue/actions.ts';
import { describePdf } from '#server/features/files/pdf-actions.ts';
import { extensionOf } from '#server/features/files/rules.ts';
import { getTerms } from '#server/features/subscriptions/price-actions.ts';
import type { Context } from '#server/platform/context.ts';

/** What a buyer gets, for everyone who sees the resource: no word of its text and no address of its file (DETAIL-26). */
export async function describeInside(
  ctx: Context,
  { resource, file, updatedAt }: FoundResource,
  currency: string,
): Promise<Inside> {
  const isPdf = resource.hasPages === true && file !== null;
  const isSubscribed = resource.accessType === 'subscription';
  return {
    file: file && { extension: extensionOf(file.contentType), bytes: file.bytes },
    contents: resource.readingMinutes === null ? [] : await listContents(ctx, resource.id),
    document: isPdf ? await describePdf(ctx, { fileId: file.id, samplePages: resource.samplePages }) : null,
    updatedAt: updatedAt.toISOString(),
    subscription: isSubscribed ? await getTerms(ctx, currency) : null,
  };
}
