import PDFDocument from 'pdfkit';
import { portalFonts, registerFonts } from './pdf-fonts.ts';
import { writeAllScripts } from './pdf-scripts.ts';

/**
 * The portal's brand in a document: a colour that is legible on white, and the logo as PNG bytes. The bytes are no
 * Buffer, because a copy to a thread makes them a Uint8Array.
 */
export type PrintedBrand = { colour: string; logo: Uint8Array | null };

/** A filled field of the brand: its ground, slightly lighter shapes, and a legible colour for text on it. */
export type BrandField = { ground: string; raised: string; ink: string };

export type Pdf = PDFKit.PDFDocument & { brandColour: string };
export type Element = PDFKit.PDFStructureElement;

type PdfOptions = {
  title: string;
  author: string;
  date: Date;
  margins: PDFKit.PDFDocumentOptions['margins'];
  brand: PrintedBrand;
  isLandscape?: boolean;
};

const logoHeight = 26;

/**
 * Opens a tagged A4 document in British English with the portal's fonts embedded, which writes text of any script, and
 * draws the brand's logo, if there is one, at the top of its first page.
 */
export function openPdf({ title, author, date, margins, brand, isLandscape }: PdfOptions): Pdf {
  const fonts = portalFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    // The cast is needed because the types accept only names of fonts.
    ...({ font: fonts.text } as object),
    info: { Title: title, Author: author, CreationDate: date, ModDate: date },
  });
  registerFonts(pdf);
  writeAllScripts(pdf, (font) => (font === fonts.text ? 'regular' : 'bold'));
  if (brand.logo) drawLogo(pdf, brand.logo);
  return Object.assign(pdf, { brandColour: brand.colour });
}

/** Draws the logo at the top of the first page. Screen readers skip it, because the name is in the text. */
function drawLogo(pdf: PDFKit.PDFDocument, logo: Uint8Array): void {
  const { left } = pdf.page.margins;
  const top = pdf.y;
  decorate(pdf, () => pdf.image(Buffer.from(logo), left, top, { fit: [pdf.page.width / 2, logoHeight] }));
  pdf.x = left;
  pdf.y = top + logoHeight + 14;
}

/** Draws something that screen readers skip. */
export function decorate<Drawn>(pdf: PDFKit.PDFDocument, draw: () => Drawn): Drawn {
  pdf.markContent('Artifact', { type: 'Layout' });
  const drawn = draw();
  pdf.endMarkedContent();
  return drawn;
}

/** Returns the width between the margins of the page. */
export const widthOf = ({ page }: Pdf) => page.width - page.margins.left - page.margins.right;

/** Writes the foot of each page, which screen readers skip; `write` gets the page's number, from 1, and their count. */
export function writeFooters(pdf: Pdf, write: (page: number, count: number) => void): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    write(index + 1, count);
    pdf.endMarkedContent();
  }
}

/** Returns the bytes of a document, once it is ended. */
export function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
