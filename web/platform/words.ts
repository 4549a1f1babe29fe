/** Value of a field in words: one text, or the entries of a list. */
export type Words = string | readonly string[];

export function wordsOf(value: unknown): Words {
  return Array.isArray(value) && value.length > 1 ? value.map(valueText) : valueText(value);
}

/** Returns a value in one line; "None" for an empty one. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the label of a choice, or the choice itself when it has none. */
export function labelIn(labels: Readonly<Record<string, string>>, value: unknown): string {
  return labels[String(value)] ?? String(value);
}

/** Returns the labels of a list's entries, in their order; "None" for an empty list. */
export function listOf(value: unknown, label: (entry: unknown) => string): Words {
  const entries = Array.isArray(value) ? value.map(label) : [];
  return entries.length === 0 ? 'None' : entries;
}

/** Returns the entries of a record, each with its name: "Canvas: price_1". */
export function recordWords(value: unknown, nameOf: (key: string) => string): Words {
  return listOf(Object.entries(Object(value)), (entry) => {
    const [key, held] = entry as [string, unknown];
    return `${nameOf(key)}: ${valueText(held)}`;
  });
}
