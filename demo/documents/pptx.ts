import pptxgenjs from 'pptxgenjs';
import type { RappPrinciple } from '#contract/catalogue.ts';
import { type DemoBlock, type DemoDocument, type DemoSection, imprint, kindLabels } from './document.ts';
import { accentColours, brandColours, principleNames } from './shapes.ts';

// PowerPoint takes colours without the sign and distances in inches; a wide slide is 13.33 by 7.5.
const hex = (colour: string) => colour.slice(1);
const font = 'Calibri';
const left = 0.8;
const width = 11.7;

type Deck = InstanceType<typeof pptxgenjs.default>;
type Slide = ReturnType<Deck['addSlide']>;

// Its types describe the CommonJS build, whose class is `default` of the import; Node loads the module build, where
// the import itself is the class. Hence the cast through unknown.
const DeckClass = pptxgenjs as unknown as typeof pptxgenjs.default;

const shapeNames: Record<RappPrinciple, 'round2SameRect' | 'round2DiagRect' | 'ellipse' | 'diamond'> = {
  responsible: 'round2SameRect',
  adaptive: 'round2DiagRect',
  people_centred: 'ellipse',
  purpose_driven: 'diamond',
};

function drawShape(slide: Slide, principle: RappPrinciple, at: { x: number; y: number; size: number }, colour: string) {
  slide.addShape(shapeNames[principle], {
    x: at.x,
    y: at.y,
    w: at.size,
    h: at.size,
    fill: { color: hex(colour) },
    line: { type: 'none' },
    // The keystone is round below; the stock shape is round above.
    flipV: principle === 'responsible',
  });
}

function titleSlide(slide: Slide, document: DemoDocument, publisher: string): void {
  slide.background = { color: hex(brandColours.field) };
  const order: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];
  order.forEach((principle, index) => {
    const at = { x: 10.1 + (index % 2) * 1.35, y: 0.6 + Math.floor(index / 2) * 1.35, size: 1.2 };
    drawShape(slide, principle, at, accentColours[principle].art);
  });
  const text = { x: left, w: 9, fontFace: font, margin: 0 };
  const label = `${kindLabels[document.kind]} · ${principleNames[document.accent]}`;
  slide.addText(label, {
    ...text,
    y: 2.5,
    h: 0.4,
    fontSize: 16,
    bold: true,
    color: hex(accentColours[document.accent].art),
  });
  slide.addText(document.title, {
    ...text,
    y: 3,
    h: 1.5,
    fontSize: 40,
    bold: true,
    color: hex(brandColours.onField),
    valign: 'top',
  });
  slide.addText(document.subtitle, {
    ...text,
    y: 4.6,
    h: 1,
    fontSize: 20,
    color: hex(brandColours.onFieldMuted),
    valign: 'top',
  });
  slide.addText(`${publisher} · ${document.edition}`, {
    ...text,
    y: 6.6,
    h: 0.4,
    fontSize: 14,
    color: hex(brandColours.onFieldMuted),
  });
}

const listText = (items: string[], bullet: true | { type: 'number' }) =>
  items.map((text) => ({ text, options: { bullet, breakLine: true, paraSpaceAfter: 10 } }));

/** How much of a slide's height a block takes, in inches: an estimate from its length at 22 points. */
function blockHeight(block: DemoBlock): number {
  const lines = (text: string) => Math.ceil(text.length / 86);
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return 0.25 + lines(block.text) * 0.4;
    case 'bullets':
    case 'steps':
      return 0.15 + block.items.reduce((sum, item) => sum + 0.16 + lines(item) * 0.4, 0);
    case 'table':
      return 0.7 + block.rows.length * 0.6;
  }
}

function addBlock(slide: Slide, block: DemoBlock, y: number, accent: RappPrinciple): void {
  const text = { x: left, y, w: width, h: blockHeight(block), fontFace: font, fontSize: 22, margin: 0 };
  const ink = hex(brandColours.ink);
  switch (block.kind) {
    case 'paragraph':
      slide.addText(block.text, { ...text, color: ink, valign: 'top' });
      return;
    case 'bullets':
      slide.addText(listText(block.items, true), { ...text, color: ink, valign: 'top' });
      return;
    case 'steps':
      slide.addText(listText(block.items, { type: 'number' }), { ...text, color: ink, valign: 'top' });
      return;
    case 'note':
      // Said by the presenter rather than shown.
      slide.addNotes(block.text);
      return;
    case 'table': {
      const fill = { color: hex(accentColours[accent].soft) };
      const header = block.columns.map((column) => ({ text: column, options: { bold: true, fill } }));
      const rows = block.rows.map((row) => row.map((cell) => ({ text: cell })));
      slide.addTable([header, ...rows], {
        x: left,
        y,
        w: width,
        fontFace: font,
        fontSize: 18,
        color: ink,
        border: { type: 'solid', pt: 1, color: hex(brandColours.line) },
        rowH: 0.55,
      });
    }
  }
}

function contentSlide(slide: Slide, section: DemoSection, accent: RappPrinciple): void {
  drawShape(slide, accent, { x: left, y: 0.55, size: 0.42 }, accentColours[accent].art);
  const title = {
    x: left + 0.65,
    y: 0.45,
    w: width - 0.65,
    h: 0.65,
    fontFace: font,
    fontSize: 28,
    bold: true,
    margin: 0,
  };
  slide.addText(section.heading, { ...title, color: hex(brandColours.field) });
  let y = 1.5;
  for (const block of section.blocks) {
    addBlock(slide, block, y, accent);
    if (block.kind !== 'note') y += blockHeight(block);
  }
}

/** Makes a PowerPoint deck: a title slide, one slide for each section, notes for the presenter, and the imprint. */
export async function makePptx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const deck: Deck = new DeckClass();
  deck.layout = 'LAYOUT_WIDE';
  deck.title = document.title;
  deck.subject = document.subtitle;
  deck.author = publisher;
  deck.company = publisher;
  titleSlide(deck.addSlide(), document, publisher);
  for (const section of document.sections) contentSlide(deck.addSlide(), section, document.accent);
  contentSlide(
    deck.addSlide(),
    { heading: 'About this deck', blocks: [{ kind: 'paragraph', text: imprint }] },
    document.accent,
  );
  // 'STREAM' answers a buffer too, and is the only output that is compressed.
  const bytes = await deck.write({ outputType: 'STREAM', compression: true });
  if (!Buffer.isBuffer(bytes)) throw new TypeError('pptxgenjs answered something other than a buffer');
  return bytes;
}
