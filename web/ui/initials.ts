/** Up to two letters for a name or an email address: first and last word ("Mira van Tollander" gives "MT"). */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@]+/u)
    .filter(Boolean);
  const first = words[0] ?? '';
  const last = name.includes('@') ? '' : words.length > 1 ? (words.at(-1) ?? '') : '';
  // A spread string yields whole characters, where an index could cut one in two.
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
