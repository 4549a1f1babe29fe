import sharp from 'sharp';
import type { RappPrinciple } from '#contract/catalogue.ts';
import { type DemoBlock, type DemoDocument, type DemoTable, imprint, kindLabels } from './document.ts';
import { docxNumbering, docxStyles, firstNumberedList } from './docx-styles.ts';
import { hex, namespaces, noXml, packOffice, type Xml, xml } from './office.ts';
import { accentColours, principleNames, shapePath } from './shapes.ts';

// Word counts distances in twentieths of a point and the size of a picture in EMU (914,400 to the inch).
const page = xml`<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>`;
const widthOfText = 9638;
const markSize = 381_000;

const principles: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];
let mark: Promise<Buffer> | undefined;

/** The portal's mark as a PNG of 208 × 208 pixels; made once, since every Word file carries it. */
function markImage(): Promise<Buffer> {
  const paths = principles.map((shape, index) => {
    const path = shapePath(shape, (index % 2) * 112, Math.floor(index / 2) * 112, 96);
    return `<path d="${path}" fill="${accentColours[shape].solid}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="208" height="208">${paths.join('')}</svg>`;
  mark ??= sharp(Buffer.from(svg)).png().toBuffer();
  return mark;
}

const run = (text: string) => xml`<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

const paragraph = (style: string, text: string, properties = noXml) =>
  xml`<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${text === '' ? noXml : run(text)}</w:p>`;

/** First column narrower in two-column forms, so that answers get the room; equal columns otherwise. */
function columnWidths(count: number): number[] {
  if (count === 2) return [Math.round(widthOfText * 0.4), Math.round(widthOfText * 0.6)];
  return Array.from({ length: count }, () => Math.floor(widthOfText / count));
}

function formTable(table: DemoTable, accent: RappPrinciple): Xml[] {
  const widths = columnWidths(table.columns.length);
  const fill = hex(accentColours[accent].soft);
  const row = (texts: string[], isHeader: boolean) => {
    // Room to write in rows left empty.
    const height = texts.includes('') ? xml`<w:trHeight w:val="620" w:hRule="atLeast"/>` : noXml;
    const shading = isHeader ? xml`<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : noXml;
    const cells = texts.map(
      (text, index) =>
        xml`<w:tc><w:tcPr><w:tcW w:w="${widths[index] ?? 0}" w:type="dxa"/>${shading}</w:tcPr>${paragraph(isHeader ? 'TableHeading' : 'TableText', text)}</w:tc>`,
    );
    return xml`<w:tr><w:trPr><w:cantSplit/>${height}${isHeader ? xml`<w:tblHeader/>` : noXml}</w:trPr>${cells}</w:tr>`;
  };
  return [
    paragraph('TableTitle', table.title),
    xml`<w:tbl><w:tblPr><w:tblStyle w:val="Form"/><w:tblW w:w="${widthOfText}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:firstRow="1"/></w:tblPr>
      <w:tblGrid>${widths.map((width) => xml`<w:gridCol w:w="${width}"/>`)}</w:tblGrid>
      ${row(table.columns, true)}${table.rows.map((texts) => row(texts, false))}</w:tbl>`,
    paragraph('TableText', ''),
  ];
}

/** A block as paragraphs and tables; `list` is the number of its numbered list. */
function blockParts(block: DemoBlock, accent: RappPrinciple, list: number): Xml[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraph('BodyText', block.text)];
    case 'bullets':
      return block.items.map((text) => paragraph('ListBullet', text));
    case 'steps': {
      const numbering = xml`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`;
      return block.items.map((text) => paragraph('ListNumber', text, numbering));
    }
    case 'note':
      return [paragraph('Note', block.text)];
    case 'table':
      return formTable(block, accent);
  }
}

const markPicture = xml`<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">
  <wp:extent cx="${markSize}" cy="${markSize}"/><wp:docPr id="1" name="Mark" descr="The mark of the portal: four shapes"/>
  <a:graphic><a:graphicData uri="${namespaces.pic}"><pic:pic>
    <pic:nvPicPr><pic:cNvPr id="1" name="mark.png"/><pic:cNvPicPr/></pic:nvPicPr>
    <pic:blipFill><a:blip r:embed="rId4"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
    <pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${markSize}" cy="${markSize}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>
  </pic:pic></a:graphicData></a:graphic>
</wp:inline></w:drawing></w:r></w:p>`;

/** The text of a Word file, and how many numbered lists it has. */
function body({ title, subtitle, edition, kind, accent, sections }: DemoDocument) {
  let lists = 0;
  const parts = sections.flatMap(({ heading, blocks }) => [
    paragraph('Heading1', heading),
    ...blocks.flatMap((block) => {
      if (block.kind === 'steps') lists += 1;
      return blockParts(block, accent, firstNumberedList + lists - 1);
    }),
  ]);
  const { a, pic, r, w, wp } = namespaces;
  const content = xml`<w:document xmlns:a="${a}" xmlns:pic="${pic}" xmlns:r="${r}" xmlns:w="${w}" xmlns:wp="${wp}"><w:body>
    ${markPicture}${paragraph('Title', title)}${paragraph('Subtitle', subtitle)}
    ${paragraph('Label', `${kindLabels[kind]} · ${principleNames[accent]} · ${edition}`)}
    ${parts}${paragraph('Imprint', imprint)}
    <w:sectPr><w:footerReference w:type="default" r:id="rId3"/>${page}</w:sectPr>
  </w:body></w:document>`;
  return { content, lists };
}

function footer(publisher: string, title: string): Xml {
  const field = (name: string) => xml`<w:fldSimple w:instr=" ${name} ">${run('1')}</w:fldSimple>`;
  return xml`<w:ftr xmlns:w="${namespaces.w}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>
    ${run(`${publisher} · ${title} · `)}${field('PAGE')}${run(' of ')}${field('NUMPAGES')}</w:p></w:ftr>`;
}

/** Without it, Word opens the file in the compatibility mode of an old version. */
const settings = xml`<w:settings xmlns:w="${namespaces.w}"><w:compat>
  <w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/>
</w:compat></w:settings>`;

/** Makes a Word file (A4, British English) with real heading styles, numbered steps and tables with header rows. */
export async function makeDocx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const { title, subtitle, kind, edition, accent } = document;
  const { content, lists } = body(document);
  const properties = {
    title,
    subject: subtitle,
    author: publisher,
    description: `${kindLabels[kind]}, ${edition}`,
  };
  const type = (name: string) => `wordprocessingml.${name}`;
  return packOffice(properties, [
    {
      path: 'word/document.xml',
      type: type('document.main'),
      content,
      uses: [
        { kind: 'styles', path: 'word/styles.xml' },
        { kind: 'numbering', path: 'word/numbering.xml' },
        { kind: 'footer', path: 'word/footer1.xml' },
        { kind: 'image', path: 'word/media/mark.png' },
        { kind: 'settings', path: 'word/settings.xml' },
      ],
    },
    { path: 'word/styles.xml', type: type('styles'), content: docxStyles(accent) },
    { path: 'word/numbering.xml', type: type('numbering'), content: docxNumbering(lists) },
    { path: 'word/footer1.xml', type: type('footer'), content: footer(publisher, title) },
    { path: 'word/settings.xml', type: type('settings'), content: settings },
    { path: 'word/media/mark.png', content: await markImage() },
  ]);
}
