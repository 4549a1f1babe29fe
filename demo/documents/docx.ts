import {
  AlignmentType,
  Document,
  Footer,
  ImageRun,
  type IStylesOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import { type DemoDocument, imprint, kindLabels } from './document.ts';
import { docxBlocks } from './docx-blocks.ts';
import { markImage } from './mark.ts';
import { accentColours, brandColours, principleNames } from './shapes.ts';

// Word takes colours without the sign, sizes in half points and distances in twentieths of a point.
const hex = (colour: string) => colour.slice(1);
const font = 'Calibri';

const styles: IStylesOptions = {
  default: {
    document: { run: { font, size: 22, color: hex(brandColours.ink), language: { value: 'en-GB' } } },
    title: {
      run: { font, size: 52, bold: true, color: hex(brandColours.field) },
      paragraph: { spacing: { before: 160, after: 120 } },
    },
    heading1: {
      run: { font, size: 32, bold: true, color: hex(brandColours.field) },
      paragraph: { spacing: { before: 400, after: 140 }, keepNext: true },
    },
  },
};

const numbering = {
  config: [
    {
      reference: 'steps',
      levels: [
        {
          level: 0,
          format: LevelFormat.DECIMAL,
          text: '%1.',
          alignment: AlignmentType.START,
          style: { paragraph: { indent: { left: 400, hanging: 400 } } },
        },
      ],
    },
  ],
};

function titleBlock(document: DemoDocument, mark: Buffer): Paragraph[] {
  const label = `${kindLabels[document.kind]} · ${principleNames[document.accent]} · ${document.edition}`;
  return [
    new Paragraph({
      children: [
        new ImageRun({
          type: 'png',
          data: mark,
          transformation: { width: 40, height: 40 },
          altText: { name: 'Mark', title: 'Mark', description: 'The mark of the portal: four shapes' },
        }),
      ],
    }),
    new Paragraph({ style: 'Title', text: document.title }),
    new Paragraph({
      children: [new TextRun({ text: document.subtitle, size: 26, color: hex(brandColours.inkMuted) })],
      spacing: { after: 80 },
    }),
    new Paragraph({
      children: [new TextRun({ text: label, size: 20, bold: true, color: hex(accentColours[document.accent].solid) })],
      border: { bottom: { style: 'single', size: 12, space: 8, color: hex(accentColours[document.accent].art) } },
    }),
  ];
}

function footer(document: DemoDocument, publisher: string): Footer {
  const run = { size: 17, color: hex(brandColours.inkMuted) };
  return new Footer({
    children: [
      new Paragraph({
        children: [
          new TextRun({ ...run, text: `${publisher} · ${document.title} · ` }),
          new TextRun({ ...run, children: [PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });
}

/** Makes a Word file (A4, British English) with real heading styles, numbered steps and tables with header rows. */
export async function makeDocx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const mark = await markImage();
  const file = new Document({
    title: document.title,
    subject: document.subtitle,
    creator: publisher,
    lastModifiedBy: publisher,
    description: `${kindLabels[document.kind]}, ${document.edition}`,
    styles,
    numbering,
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: 1134, bottom: 1134, left: 1134, right: 1134 },
          },
        },
        footers: { default: footer(document, publisher) },
        children: [
          ...titleBlock(document, mark),
          ...document.sections.flatMap((section, index) => docxBlocks(section, document.accent, index)),
          new Paragraph({
            children: [new TextRun({ text: imprint, size: 18, color: hex(brandColours.inkMuted) })],
            spacing: { before: 480 },
          }),
        ],
      },
    ],
  });
  return Packer.toBuffer(file);
}
