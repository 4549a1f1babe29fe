/** Returns a sentence with the place where a file stops being JSON, as far as the parser reports it. */
export function jsonSentence(text: string, error: unknown): string {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (position === undefined) return 'is not complete JSON. Check commas, quotation marks and brackets at its end.';
  const before = text.slice(0, Number(position)).split('\n');
  return `is not valid JSON at line ${before.length}, character ${(before.at(-1) ?? '').length + 1}. Check commas, quotation marks and brackets there.`;
}

/** Returns the place of a value in a file, such as questions[3].text. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

export function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);
}
