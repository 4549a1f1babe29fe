/** Adds what was typed to the tags: trimmed, inner space collapsed; empty text and a tag already there (in any case) change nothing. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim().replace(/\s+/g, ' ');
  const isKnown = tags.some((known) => known.toLowerCase() === tag.toLowerCase());
  return tag === '' || isKnown ? tags : [...tags, tag];
}
