import PDFDocument from 'pdfkit';
import { portalFonts, registerFonts } from './pdf-fonts.ts';
import { writeAllScripts } from './pdf-scripts.ts';

export type Pdf = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

type PdfOptions = { title: string; author: string; date: Date; margins: PDFKit.PDFDocumentOptions['margins'] };

/** Opens a tagged A4 document in British English with the portal's fonts inside, which writes text of any script. */
export function openPdf({ title, author, date, margins }: PdfOptions): Pdf {
  const fonts = portalFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    // The types know names of fonts only.
    ...({ font: fonts.text } as object),
    info: { Title: title, Author: author, CreationDate: date, ModDate: date },
  });
  registerFonts(pdf);
  writeAllScripts(pdf, (font) => (font === fonts.text ? 'regular' : 'bold'));
  return pdf;
}

/** The bytes of a document, once it is ended. */
export function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
