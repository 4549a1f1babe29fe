/**
 * A search as it is counted: in small letters, with single blanks. Null for what may be about a person, such as an
 * address or a number, and for single letters, which say nothing.
 */
export function searchToKeep(search: string): string | null {
  const text = search.trim().toLowerCase().replace(/\s+/g, ' ');
  return text.length < 2 || text.includes('@') || /(?:\d[ -]?){6}/.test(text) ? null : text;
}
