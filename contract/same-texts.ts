// Apart from `lines.ts`, because few screens compare texts and nearly all fold them.
import { lineOf } from './lines.ts';

/** The form in which two short texts count as the same to people who read them: "C++" and "c++", "é" in both spellings. */
export function sameForm(text: string): string {
  return lineOf(text).toLowerCase().normalize('NFC');
}

/** Texts once each as people read them, in their order and in the spelling of the first. */
export function eachOnce(texts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const text of texts) if (!found.has(sameForm(text))) found.set(sameForm(text), text);
  return [...found.values()];
}

/** A typed code without what cannot be seen and with its full-width letters as plain ones, as searches fold them. */
export function plainCode(typed: string): string {
  return lineOf(typed.normalize('NFKC'));
}
