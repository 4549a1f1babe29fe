import { isMisspelling } from './misspelling-rules.ts';
import { plain } from './question-rules.ts';

/** Maximum number of suggestions of each kind. */
export const mostResources = 6;
const mostTopics = 3;

/**
 * Returns the tags of found resources that contain the typed words, the most frequent first, each in one spelling. Tags
 * that resemble misspelt words count only when no tag contains the words as typed.
 */
export function topicsOf(tagLists: readonly (readonly string[])[], typed: string): string[] {
  const words = plain(typed).split(' ');
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of tagLists.flat()) {
    const known = counts.get(plain(tag));
    if (known) known.count += 1;
    else counts.set(plain(tag), { tag, count: 1 });
  }
  const holding = [...counts].filter(([form]) => words.every((word) => form.includes(word)));
  const meant = [...counts].filter(([form]) => words.every((word) => isMisspelling(word, form)));
  return (holding.length > 0 ? holding : meant)
    .map(([, topic]) => topic)
    .sort((one, other) => other.count - one.count)
    .slice(0, mostTopics)
    .map(({ tag }) => tag);
}

/** Returns the cache key of a text; texts with equal keys have the same suggestions. */
export function suggestionKeyOf(typed: string): string {
  return typed.toLowerCase().split(/\s+/).join(' ');
}

/** Returns the first resources of both lists in this order, each once. */
export function suggestedOf<Found extends { id: number }>(
  beginning: readonly Found[],
  found: readonly Found[],
): Found[] {
  const begun = new Set(beginning.map(({ id }) => id));
  return [...beginning, ...found.filter(({ id }) => !begun.has(id))].slice(0, mostResources);
}
