import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { rejectedWords } from './words.ts';

/**
 * Returns the text of a PDF as a reader copies it, in the order of its content, with a space after each line.
 * @throws Error for words that docs/language.md refuses
 */
export async function textOfPdf(file: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(file) }).promise;
  const parts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    parts.push(...items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')), ' ');
  }
  const text = parts.join('').replaceAll(/\s+/g, ' ');
  const faults = rejectedWords(text);
  if (faults.length > 0) throw new Error(`The PDF ${faults.join('\n')}`);
  return text;
}
