import PDFDocument from 'pdfkit';
import { portalFonts, registerFonts } from '#server/platform/files/pdf-fonts.ts';
import type { DemoDocument } from './document.ts';
import { type PdfStyle, writeBlocks, writeHeading } from './pdf-blocks.ts';
import { type ContentsEntry, reserveContents, writeContents } from './pdf-contents.ts';
import { drawCover } from './pdf-cover.ts';
import { brandColours } from './shapes.ts';

// One fixed date, so that the same text always gives the same bytes.
const writtenAt = new Date('2026-01-15T09:00:00Z');

const margins = { top: 72, bottom: 78, left: 68, right: 68 };

/** Books are read at length and set larger. */
const styleOf = ({ kind, accent }: DemoDocument): PdfStyle =>
  kind === 'book' ? { accent, bodySize: 12.5, lineGap: 6 } : { accent, bodySize: 10.5, lineGap: 4 };

/** Kinds long enough for a page of contents. */
const kindsWithContents = new Set(['report', 'book']);

/**
 * Makes a tagged PDF (A4, British English): cover, contents for longer kinds, the sections, page numbers and bookmarks.
 * Fonts are embedded, so it reads the same on a machine without fonts.
 */
export async function makePdf(document: DemoDocument, publisher: string): Promise<Buffer> {
  const pdf = openPdf(document, publisher);
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title: document.title });
  pdf.addStructure(root);

  drawCover(pdf, root, document, publisher);
  const contents = kindsWithContents.has(document.kind) ? reserveContents(pdf, root) : null;
  const entries = writeSections(pdf, root, document);
  if (contents) writeContents(pdf, contents, entries);
  root.end();
  writeFooters(pdf, document, publisher);
  pdf.end();
  return finished;
}

function openPdf(document: DemoDocument, publisher: string): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    size: 'A4',
    margins,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    // Without a font of its own every document would first read Helvetica; the types know names of fonts only.
    ...({ font: portalFonts().text } as object),
    info: {
      Title: document.title,
      Author: publisher,
      Subject: document.subtitle,
      Creator: publisher,
      CreationDate: writtenAt,
      ModDate: writtenAt,
    },
  });
  registerFonts(pdf);
  return pdf;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

/** Writes every section and says on which page (counted from 1) each begins. A book's chapters start on a new page. */
function writeSections(
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  document: DemoDocument,
): ContentsEntry[] {
  const style = styleOf(document);
  pdf.addPage();
  return document.sections.map((section, index) => {
    if (index > 0 && document.kind === 'book') pdf.addPage();
    const part = pdf.struct('Sect', { title: section.heading });
    root.add(part);
    writeHeading(pdf, part, section.heading, style);
    const pages = pdf.bufferedPageRange();
    pdf.outline.addItem(section.heading);
    writeBlocks(pdf, part, section.blocks, style);
    part.end();
    return { heading: section.heading, pageNumber: pages.start + pages.count };
  });
}

/** Page numbers and the running title, on every page but the cover. They are artifacts: readers aloud skip them. */
function writeFooters(pdf: PDFKit.PDFDocument, document: DemoDocument, publisher: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    pdf.switchToPage(index);
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0;
    const width = pdf.page.width - margins.left - margins.right;
    const top = pdf.page.height - 48;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font('text').fontSize(8.5).fillColor(brandColours.inkMuted);
    pdf.text(`${publisher} – ${document.title}`, margins.left, top, {
      width: width - 60,
      lineBreak: false,
      ellipsis: true,
    });
    pdf.text(`${index + 1} of ${count}`, margins.left, top, { width, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}
