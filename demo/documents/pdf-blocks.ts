import type { RappPrinciple } from '#contract/catalogue.ts';
import type { DemoBlock } from './document.ts';
import { writeTable } from './pdf-table.ts';
import { accentColours, brandColours, shapePath } from './shapes.ts';

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** How a document's text is set: sizes in points. */
export type PdfStyle = { accent: RappPrinciple; bodySize: number; lineGap: number };

/** Room for the marks of a list. */
const indent = 18;

const leftOf = (pdf: Pdf) => pdf.page.margins.left;
const widthOf = (pdf: Pdf) => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right;

/** Starts a new page when less than `height` points are left on this one. */
function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
}

const body = (pdf: Pdf, { bodySize }: PdfStyle) => pdf.font('text').fontSize(bodySize).fillColor(brandColours.ink);

/** A section's heading with its accent bar. It is never left alone at the foot of a page. */
export function writeHeading(pdf: Pdf, parent: Element, heading: string, { accent, bodySize }: PdfStyle): void {
  const atTop = pdf.y <= pdf.page.margins.top + 1;
  if (!atTop) pdf.y += 20;
  keepTogether(pdf, 110);
  const left = leftOf(pdf);
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.rect(left, pdf.y, 28, 3).fill(accentColours[accent].art);
  pdf.endMarkedContent();
  pdf.y += 10;
  parent.add(
    pdf.struct('H2', {}, () => {
      pdf
        .font('heading')
        .fontSize(bodySize * 1.7)
        .fillColor(brandColours.ink)
        .text(heading, left, pdf.y, { width: widthOf(pdf) });
    }),
  );
  pdf.y += 8;
}

function writeParagraph(pdf: Pdf, parent: Element, text: string, style: PdfStyle): void {
  keepTogether(pdf, 34);
  parent.add(
    pdf.struct('P', {}, () => {
      body(pdf, style).text(text, leftOf(pdf), pdf.y, { width: widthOf(pdf), lineGap: style.lineGap });
    }),
  );
  pdf.y += style.bodySize * 0.65;
}

type DrawMark = (index: number, x: number, y: number) => void;

/** A list whose marks hang in the margin. */
function writeList(
  pdf: Pdf,
  parent: Element,
  items: string[],
  { style, mark }: { style: PdfStyle; mark: DrawMark },
): void {
  const list = pdf.struct('L');
  parent.add(list);
  items.forEach((item, index) => {
    keepTogether(pdf, 34);
    const top = pdf.y;
    const entry = pdf.struct('LI');
    list.add(entry);
    entry.add(pdf.struct('Lbl', {}, () => mark(index, leftOf(pdf), top)));
    entry.add(
      pdf.struct('LBody', {}, () => {
        const width = widthOf(pdf) - indent;
        body(pdf, style).text(item, leftOf(pdf) + indent, top, { width, lineGap: style.lineGap });
      }),
    );
    entry.end();
    pdf.y += 4;
  });
  list.end();
  pdf.y += 5;
}

/** Bullets are small diamonds in the accent's colour. */
function writeBullets(pdf: Pdf, parent: Element, items: string[], style: PdfStyle): void {
  const mark: DrawMark = (_index, x, y) => {
    const size = style.bodySize * 0.65;
    pdf.path(shapePath('purpose_driven', x + 2, y + size * 0.45, size)).fill(accentColours[style.accent].solid);
  };
  writeList(pdf, parent, items, { style, mark });
}

function writeSteps(pdf: Pdf, parent: Element, items: string[], style: PdfStyle): void {
  const mark: DrawMark = (index, x, y) => {
    pdf.font('strong').fontSize(style.bodySize).fillColor(accentColours[style.accent].solid);
    pdf.text(`${index + 1}.`, x, y, { lineBreak: false });
  };
  writeList(pdf, parent, items, { style, mark });
}

function writeNote(pdf: Pdf, parent: Element, text: string, style: PdfStyle): void {
  const left = leftOf(pdf);
  const options = { width: widthOf(pdf) - 28, lineGap: style.lineGap };
  body(pdf, style);
  const height = pdf.heightOfString(text, options) + 22;
  keepTogether(pdf, height + 8);
  const top = pdf.y + 2;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.roundedRect(left, top, widthOf(pdf), height, 8).fill(accentColours[style.accent].soft);
  pdf.endMarkedContent();
  parent.add(
    pdf.struct('Note', {}, () => {
      body(pdf, style).text(text, left + 14, top + 12, options);
    }),
  );
  pdf.y = top + height + 12;
}

function writeBlock(pdf: Pdf, parent: Element, block: DemoBlock, style: PdfStyle): void {
  if (block.kind === 'paragraph') writeParagraph(pdf, parent, block.text, style);
  if (block.kind === 'bullets') writeBullets(pdf, parent, block.items, style);
  if (block.kind === 'steps') writeSteps(pdf, parent, block.items, style);
  if (block.kind === 'note') writeNote(pdf, parent, block.text, style);
  if (block.kind === 'table') {
    keepTogether(pdf, 90);
    writeTable(pdf, parent, block, style.accent);
  }
}

/** Writes a section's blocks one below the other, each tagged for what it is. */
export function writeBlocks(pdf: Pdf, parent: Element, blocks: DemoBlock[], style: PdfStyle): void {
  for (const block of blocks) writeBlock(pdf, parent, block, style);
}
