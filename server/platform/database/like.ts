/** Returns a pattern for LIKE that finds the text anywhere; % and _ in it are plain characters. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Escapes %, _ and the backslash, so that LIKE compares them as plain characters. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
