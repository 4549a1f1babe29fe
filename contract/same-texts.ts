// Apart from `lines.ts`, because few screens compare texts and nearly all normalise them.
import { lineOf } from './lines.ts';

/**
 * Returns the form in which two short texts are compared as people read them: "C++" equals "c++", and "é" equals its
 * other encoding.
 */
export function sameForm(text: string): string {
  return lineOf(text).toLowerCase().normalize('NFC');
}

/** Removes repeated texts, compared as people read them; keeps the order and the spelling of the first. */
export function eachOnce(texts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const text of texts) if (!found.has(sameForm(text))) found.set(sameForm(text), text);
  return [...found.values()];
}

/** Returns a typed code without invisible characters and with full-width letters as plain ones, as searches do. */
export function plainCode(typed: string): string {
  return lineOf(typed.normalize('NFKC'));
}
