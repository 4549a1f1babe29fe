import type { DemoDocument, DocumentFormat } from './document.ts';
import { makeDocx } from './docx.ts';
import { makePdf } from './pdf.ts';
import { makePptx } from './pptx.ts';
import { makeXlsx } from './xlsx.ts';

const makers: Record<DocumentFormat, (document: DemoDocument, publisher: string) => Promise<Buffer>> = {
  pdf: makePdf,
  docx: makeDocx,
  xlsx: makeXlsx,
  pptx: makePptx,
};

/** Makes the real file of a demo resource. One document gives the same text and layout every time. */
export function makeDocument(document: DemoDocument): Promise<Buffer> {
  return makers[document.format](document, 'RAPP Learning');
}
