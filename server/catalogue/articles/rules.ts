import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { isBlank, readingMinutesOf, wordCountOf } from '#contract/catalogue/articles-text.ts';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';

/** The text in a form: undefined leaves it unchanged, null deletes it. */
export type GivenArticle = ResourceForm['article'];

/** Returns the text to store; null for a text that shows nothing. */
export function keptArticle(given: ArticleDocument | null): ArticleDocument | null {
  return given === null || isBlank(given) ? null : given;
}

/** Returns the reading time for the row of a resource; no column when the form leaves the text unchanged. */
export function readingColumnsOf(given: GivenArticle): { reading_minutes?: number | null } {
  if (given === undefined) return {};
  const kept = keptArticle(given);
  return { reading_minutes: kept && readingMinutesOf(kept) };
}

/** Returns a form for the audit log, without `updatedAt` and with the number of words in place of the text. */
export function withoutText({ article, updatedAt: _updatedAt, ...form }: ResourceForm) {
  if (article === undefined) return form;
  return { ...form, article: article && { words: wordCountOf(article) } };
}
