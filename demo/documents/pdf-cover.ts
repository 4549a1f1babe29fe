import type { RappPrinciple } from '#contract/catalogue.ts';
import { type DemoDocument, imprint, kindLabels } from './document.ts';
import { accentColours, brandColours, principleNames, shapePath } from './shapes.ts';

const fieldHeight = 560;
const cell = 112;
const gap = 12;
const left = 68;

const gridShapes: RappPrinciple[] = [
  'people_centred',
  'adaptive',
  'responsible',
  'purpose_driven',
  'responsible',
  'people_centred',
  'adaptive',
  'purpose_driven',
  'adaptive',
];

/** Which three of the nine shapes are coloured: taken from the key, so that covers differ and never change. */
function colouredCells(key: string): number[] {
  const sum = [...key].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
  return [sum % 3, 3 + (Math.floor(sum / 3) % 3), 6 + (Math.floor(sum / 9) % 3)];
}

function drawField(pdf: PDFKit.PDFDocument, document: DemoDocument): void {
  const { width } = pdf.page;
  pdf.rect(0, 0, width, fieldHeight).fill(brandColours.field);
  const coloured = colouredCells(document.key);
  gridShapes.forEach((shape, index) => {
    const x = width - 3 * cell - 2 * gap + (index % 3) * (cell + gap);
    const y = -20 + Math.floor(index / 3) * (cell + gap);
    const colour = coloured.includes(index) ? accentColours[shape].art : brandColours.raised;
    pdf.path(shapePath(shape, x, y, cell)).fill(colour);
  });
}

/** The portal's mark: four small shapes in a square. */
function drawMark(pdf: PDFKit.PDFDocument, x: number, y: number): void {
  const order: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];
  order.forEach((shape, index) => {
    const path = shapePath(shape, x + (index % 2) * 13, y + Math.floor(index / 2) * 13, 11);
    pdf.path(path).fill(accentColours[shape].solid);
  });
}

/**
 * Draws the first page in the portal's manner: a brand field with the four shapes, the kind, the title and one line
 * of explanation; below it the edition and the publisher. The drawing is an artifact, the words are tagged.
 */
export function drawCover(
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  document: DemoDocument,
  publisher: string,
): void {
  pdf.addPage();
  const width = pdf.page.width - 2 * left;
  pdf.markContent('Artifact', { type: 'Layout' });
  drawField(pdf, document);
  drawMark(pdf, left, fieldHeight + 46);
  pdf.endMarkedContent();

  const paragraph = (tag: 'P' | 'H1', write: () => void) => root.add(pdf.struct(tag, {}, write));
  pdf.font('heading').fontSize(32);
  const titleHeight = pdf.heightOfString(document.title, { width, lineGap: 2 });
  pdf.font('text').fontSize(14);
  const subtitleHeight = pdf.heightOfString(document.subtitle, { width: width - 40, lineGap: 4 });
  const subtitleTop = fieldHeight - 48 - subtitleHeight;
  const titleTop = subtitleTop - 16 - titleHeight;

  paragraph('P', () => {
    const label = `${kindLabels[document.kind]} – ${principleNames[document.accent]}`;
    pdf
      .font('strong')
      .fontSize(11)
      .fillColor(accentColours[document.accent].art)
      .text(label, left, titleTop - 26);
  });
  paragraph('H1', () => {
    pdf.font('heading').fontSize(32).fillColor(brandColours.onField);
    pdf.text(document.title, left, titleTop, { width, lineGap: 2 });
  });
  paragraph('P', () => {
    pdf.font('text').fontSize(14).fillColor(brandColours.onFieldMuted);
    pdf.text(document.subtitle, left, subtitleTop, { width: width - 40, lineGap: 4 });
  });
  paragraph('P', () => {
    pdf
      .font('strong')
      .fontSize(12)
      .fillColor(brandColours.ink)
      .text(publisher, left + 38, fieldHeight + 44);
    pdf
      .font('text')
      .fontSize(11)
      .fillColor(brandColours.inkMuted)
      .text(document.edition, left + 38, fieldHeight + 62);
  });
  paragraph('P', () => {
    pdf.font('text').fontSize(9).fillColor(brandColours.inkMuted);
    pdf.text(imprint, left, pdf.page.height - 112, { width, lineGap: 3 });
  });
}
