import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { isBlank, readingMinutesOf, wordCountOf } from '#contract/catalogue/articles-text.ts';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';

/** What a form says of the text: undefined leaves it as it is, null takes it away. */
export type GivenArticle = ResourceForm['article'];

/** The text to be kept; one that shows nothing is none. */
export function keptArticle(given: ArticleDocument | null): ArticleDocument | null {
  return given === null || isBlank(given) ? null : given;
}

/** The reading time for the row of a resource; no column when the form leaves the text as it is. */
export function readingColumnsOf(given: GivenArticle): { reading_minutes?: number | null } {
  if (given === undefined) return {};
  const kept = keptArticle(given);
  return { reading_minutes: kept && readingMinutesOf(kept) };
}

/** A form for the audit log, with the number of words in place of the text. */
export function withoutText({ article, updatedAt: _updatedAt, ...form }: ResourceForm) {
  if (article === undefined) return form;
  return { ...form, article: article && { words: wordCountOf(article) } };
}
