import * as z from 'zod/mini';
import type { ArticleDocument } from './articles-nodes.ts';
import { readArticle } from './articles-reader.ts';
import { PictureSizes } from './files.ts';

/** The schema in the API's description; `readArticle` checks the allowed parts. */
const described = z.meta({ type: 'object', description: 'A text as the editor makes it: a tree of parts' });

/**
 * A text from a request: checked against the allowed kinds of parts, unknown attributes dropped. The error's sentence
 * says which limit or rule it breaks.
 */
export const ArticleBody = z.pipe(
  z.unknown().check(described),
  z.transform((value: unknown, context): ArticleDocument => {
    const read = readArticle(value);
    if ('document' in read) return read.document;
    context.issues.push({ code: 'custom', message: read.problem, input: value });
    return z.NEVER;
  }),
);

/** A saved text; not checked again, because it was checked part by part before it was stored. */
export const ArticleText = z.custom<ArticleDocument>().check(described);

/** The text of a resource, for callers with access to the resource only. `updatedAt` is ISO 8601 in UTC. */
export const Article = z.object({
  document: ArticleText,
  /** Sizes of the images in the text, measured by the portal and never sent by a browser. */
  pictureSizes: PictureSizes,
  readingMinutes: z.int(),
  updatedAt: z.string(),
});
export type Article = z.infer<typeof Article>;
