import type { RappPrinciple } from '#contract/catalogue.ts';
import {
  type DemoBlock,
  type DemoDocument,
  type DemoSection,
  type DemoTable,
  imprint,
  kindLabels,
} from './document.ts';
import { noXml, type OfficePart, packOffice, type Xml, xml } from './office.ts';
import {
  type Box,
  deckParts,
  fill,
  frame,
  layouts,
  left,
  notesMasterPath,
  presentation,
  shapeTree,
  slideNamespaces,
  width,
} from './pptx-frame.ts';
import { accentColours, brandColours, principleNames } from './shapes.ts';

type Slide = { layout: string; shapes: Xml[]; notes: string[] };
type Look = { size: number; colour: string; isBold?: boolean };

/** A line of text; `size` is in hundredths of a point. */
function line(text: string, { size, colour, isBold = false }: Look, paragraph: Xml = noXml): Xml {
  return xml`<a:p>${paragraph}<a:r><a:rPr lang="en-GB" sz="${size}" b="${isBold ? 1 : 0}">${fill(colour)}</a:rPr><a:t>${text}</a:t></a:r></a:p>`;
}

function title(text: string): Xml {
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>
    <p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
}

function textBox(id: number, box: Box, lines: Xml[]): Xml {
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>
    <p:spPr><a:xfrm>${frame(box)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>
    <p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0"><a:normAutofit/></a:bodyPr><a:lstStyle/>${lines}</p:txBody></p:sp>`;
}

function coverSlide(document: DemoDocument, publisher: string): Slide {
  const { kind, accent, subtitle, edition } = document;
  const label = `${kindLabels[kind]} · ${principleNames[accent]}`;
  const muted = brandColours.onFieldMuted;
  return {
    layout: layouts.cover,
    shapes: [
      title(document.title),
      textBox(3, { x: left, y: 2.5, w: 9, h: 0.4 }, [
        line(label, { size: 1600, colour: accentColours[accent].art, isBold: true }),
      ]),
      textBox(4, { x: left, y: 4.6, w: 9, h: 1 }, [line(subtitle, { size: 2000, colour: muted })]),
      textBox(5, { x: left, y: 6.6, w: 9, h: 0.4 }, [line(`${publisher} · ${edition}`, { size: 1400, colour: muted })]),
    ],
    notes: [],
  };
}

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

const bodyText: Look = { size: 2200, colour: brandColours.ink };

function listLines(items: string[], sign: Xml): Xml[] {
  const indented = xml`<a:pPr marL="342900" indent="-342900"><a:spcAft><a:spcPts val="1000"/></a:spcAft>${sign}</a:pPr>`;
  return items.map((text) => line(text, bodyText, indented));
}

function table(id: number, { columns, rows }: DemoTable, y: number, accent: RappPrinciple): Xml {
  const rowHeight = 0.55;
  const borders = ['lnL', 'lnR', 'lnT', 'lnB'].map(
    (side) => xml`<a:${side} w="12700">${fill(brandColours.line)}</a:${side}>`,
  );
  const row = (texts: string[], isHeader: boolean) => {
    const look = { size: 1800, colour: brandColours.ink, isBold: isHeader };
    const shade = fill(isHeader ? accentColours[accent].soft : brandColours.card);
    const cells = texts.map(
      (text) =>
        xml`<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${line(text, look)}</a:txBody><a:tcPr anchor="ctr">${borders}${shade}</a:tcPr></a:tc>`,
    );
    return xml`<a:tr h="${Math.round(rowHeight * 914_400)}">${cells}</a:tr>`;
  };
  const box = { x: left, y, w: width, h: rowHeight * (rows.length + 1) };
  const columnWidth = Math.round((width * 914_400) / columns.length);
  return xml`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>
    <p:xfrm>${frame(box)}</p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>
      <a:tblPr firstRow="1"/><a:tblGrid>${columns.map(() => xml`<a:gridCol w="${columnWidth}"/>`)}</a:tblGrid>
      ${row(columns, true)}${rows.map((texts) => row(texts, false))}
    </a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

function blockShape(id: number, block: Exclude<DemoBlock, { kind: 'note' }>, y: number, accent: RappPrinciple): Xml {
  const box = { x: left, y, w: width, h: blockHeight(block) };
  switch (block.kind) {
    case 'paragraph':
      return textBox(id, box, [line(block.text, bodyText)]);
    case 'bullets':
      return textBox(id, box, listLines(block.items, xml`<a:buFont typeface="Arial"/><a:buChar char="•"/>`));
    case 'steps':
      return textBox(
        id,
        box,
        listLines(block.items, xml`<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/>`),
      );
    case 'table':
      return table(id, block, y, accent);
  }
}

function sectionSlide(section: DemoSection, accent: RappPrinciple): Slide {
  const shapes = [title(section.heading)];
  const notes: string[] = [];
  let y = 1.5;
  for (const block of section.blocks) {
    if (block.kind === 'note') {
      // Said by the presenter rather than shown.
      notes.push(block.text);
    } else {
      shapes.push(blockShape(shapes.length + 2, block, y, accent));
      y += blockHeight(block);
    }
  }
  return { layout: layouts.section, shapes, notes };
}

function slideParts({ layout, shapes, notes }: Slide, index: number): OfficePart[] {
  const path = slidePath(index);
  const notesPath = `ppt/notesSlides/notesSlide${index + 1}.xml`;
  const slide = {
    path,
    type: 'presentationml.slide',
    content: xml`<p:sld ${slideNamespaces}><p:cSld>${shapeTree(shapes)}</p:cSld></p:sld>`,
    uses: [{ kind: 'slideLayout', path: layout }],
  };
  if (notes.length === 0) return [slide];
  return [
    { ...slide, uses: [...slide.uses, { kind: 'notesSlide', path: notesPath }] },
    {
      path: notesPath,
      type: 'presentationml.notesSlide',
      content: xml`<p:notes ${slideNamespaces}><p:cSld>${shapeTree([notesShape(notes)])}</p:cSld></p:notes>`,
      uses: [
        { kind: 'notesMaster', path: notesMasterPath },
        { kind: 'slide', path },
      ],
    },
  ];
}

function notesShape(notes: string[]): Xml {
  const lines = notes.map((text) => xml`<a:p><a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r></a:p>`);
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>
    <p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${lines}</p:txBody></p:sp>`;
}

const slidePath = (index: number) => `ppt/slides/slide${index + 1}.xml`;

/** Makes a PowerPoint deck: a title slide, one slide for each section, notes for the presenter, and the imprint. */
export function makePptx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const { title: name, subtitle, kind, edition, accent } = document;
  const about: DemoSection = { heading: 'About this deck', blocks: [{ kind: 'paragraph', text: imprint }] };
  const slides = [
    coverSlide(document, publisher),
    ...[...document.sections, about].map((section) => sectionSlide(section, accent)),
  ];
  const properties = {
    title: name,
    subject: subtitle,
    author: publisher,
    description: `${kindLabels[kind]}, ${edition}`,
  };
  return packOffice(properties, [
    presentation(slides.map((_, index) => slidePath(index))),
    ...deckParts(accent),
    ...slides.flatMap(slideParts),
  ]);
}
