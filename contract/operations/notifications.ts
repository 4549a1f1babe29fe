import * as z from 'zod/mini';
import { requiredText } from '../text.ts';

/**
 * News of the product, as an administrator writes them. An empty line begins a new paragraph; web addresses become
 * links.
 */
export const NewsForm = z.object({
  subject: requiredText({ field: 'Subject', max: 150 }),
  text: requiredText({ field: 'Text', max: 10_000, lines: true }),
});
export type NewsForm = z.infer<typeof NewsForm>;

/** News that were sent. During sending, `isFinished` is false and `recipientCount` grows. */
export const News = z.object({
  id: z.int(),
  subject: z.string(),
  text: z.string(),
  /** The administrator's name; null once that account is gone. */
  sentBy: z.nullable(z.string()),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  recipientCount: z.int(),
  isFinished: z.boolean(),
});
export type News = z.infer<typeof News>;

/** Number of members who have agreed to receive news and whose email address is verified. */
export const NewsAudience = z.object({ memberCount: z.int() });
export type NewsAudience = z.infer<typeof NewsAudience>;

/** A part of a paragraph; with `url` it is a link. */
export type NewsPart = { text: string; url?: string };

/** Splits news into paragraphs, in the same way for the preview and the mail. */
export function newsParagraphs(text: string): NewsPart[][] {
  const paragraphs = text.trim().split(/\r?\n[^\S\n]*\r?\n\s*/);
  return paragraphs.filter((paragraph) => paragraph !== '').map(partsOf);
}

/** Splits a paragraph at its web addresses; a full stop or bracket after an address is not part of it. */
function partsOf(paragraph: string): NewsPart[] {
  return paragraph
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((text, index) => (index % 2 === 1 ? { text, url: text } : { text }))
    .filter(({ text }) => text !== '');
}
