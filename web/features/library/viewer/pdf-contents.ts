import type { PDFDocumentProxy } from 'pdfjs-dist';
import { pageOf } from './pdf-page.ts';

/** An entry of a file's table of contents. */
export type ContentsEntry = { id: string; title: string; page: number; entries: ContentsEntry[] };

type OutlineItem = { title: string; dest: unknown; items: OutlineItem[] };

/** What the file says its contents are, as a tree; empty when it says nothing. */
export async function listContents(document: PDFDocumentProxy): Promise<ContentsEntry[]> {
  const outline: OutlineItem[] | null = await document.getOutline();
  return entriesOf(document, outline ?? [], 'contents');
}

async function entriesOf(
  document: PDFDocumentProxy,
  items: readonly OutlineItem[],
  parent: string,
): Promise<ContentsEntry[]> {
  const entries = items.map(async ({ title, dest, items: below }, index): Promise<ContentsEntry[]> => {
    const id = `${parent}-${index + 1}`;
    const [page, inner] = await Promise.all([pageOf(document, dest), entriesOf(document, below, id)]);
    return page === null ? inner : [{ id, title: title.trim(), page, entries: inner }];
  });
  return (await Promise.all(entries)).flat();
}
