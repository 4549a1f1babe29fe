import type { DemoDocument, DocumentFormat } from './document.ts';
import { makeDocx } from './docx.ts';
import { makePdf } from './pdf.ts';
import { makePptx } from './pptx.ts';
import { makeXlsx } from './xlsx.ts';

export type DemoFile = { fileName: string; contentType: string; bytes: Buffer };

type Maker = { contentType: string; make: (document: DemoDocument, publisher: string) => Promise<Buffer> };

const officeTypes = 'application/vnd.openxmlformats-officedocument';

const makers: Record<DocumentFormat, Maker> = {
  pdf: { contentType: 'application/pdf', make: makePdf },
  docx: { contentType: `${officeTypes}.wordprocessingml.document`, make: makeDocx },
  xlsx: { contentType: `${officeTypes}.spreadsheetml.sheet`, make: makeXlsx },
  pptx: { contentType: `${officeTypes}.presentationml.presentation`, make: makePptx },
};

/**
 * Makes the real file of a demo resource. `publisher` is printed on it as author; it is the product's name.
 * The same document gives the same text and layout every time.
 */
export async function makeDocument(document: DemoDocument, publisher = 'RAPP Learning'): Promise<DemoFile> {
  const { contentType, make } = makers[document.format];
  return {
    fileName: `${document.key}.${document.format}`,
    contentType,
    bytes: await make(document, publisher),
  };
}
