import * as z from 'zod/mini';
import type { ArticleDocument } from './articles-nodes.ts';
import { readArticle } from './articles-reader.ts';
import { PictureSizes } from './files.ts';

/** What the API's description can say of a text; the allowed parts are checked by `readArticle`. */
const described = z.meta({ type: 'object', description: 'A text as the editor makes it: a tree of parts' });

/**
 * A text as it is sent: checked against the allowed kinds of parts, unknown attributes dropped. Refused with a sentence
 * that says what it holds too much of.
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

/** A saved text: it was checked part by part before it was stored. */
export const ArticleText = z.custom<ArticleDocument>().check(described);

/** The text of a resource as it is read; only for who may open the resource. `updatedAt` is ISO 8601 in UTC. */
export const Article = z.object({
  document: ArticleText,
  /** Sizes of the images in the text: measured by the portal, never sent by a browser. */
  pictureSizes: PictureSizes,
  readingMinutes: z.int(),
  updatedAt: z.string(),
});
export type Article = z.infer<typeof Article>;
