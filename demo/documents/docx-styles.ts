import type { RappPrinciple } from '#contract/catalogue.ts';
import { hex, namespaces, noXml, type Xml, xml } from './office.ts';
import { accentColours, brandColours } from './shapes.ts';

// Word counts text sizes in half points, and distances in twentieths of a point.

type Style = { id: string; name: string; paragraph?: Xml; run?: Xml };

/** The paragraph styles of a Word file. The names of Word's own styles let its outline and navigation find headings. */
function paragraphStyles(accent: RappPrinciple): Style[] {
  const { solid, soft, art } = accentColours[accent];
  const bold = (size: number, colour: string) =>
    xml`<w:b/><w:color w:val="${hex(colour)}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`;
  const plain = (size: number, colour: string) =>
    xml`<w:color w:val="${hex(colour)}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`;
  const listItem = (list: number) =>
    xml`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr><w:spacing w:after="140" w:line="288" w:lineRule="auto"/>`;
  return [
    {
      id: 'Title',
      name: 'Title',
      paragraph: xml`<w:spacing w:before="160" w:after="120"/>`,
      run: bold(52, brandColours.field),
    },
    {
      id: 'Subtitle',
      name: 'Subtitle',
      paragraph: xml`<w:spacing w:after="80"/>`,
      run: plain(26, brandColours.inkMuted),
    },
    {
      id: 'Label',
      name: 'Label',
      paragraph: xml`<w:pBdr><w:bottom w:val="single" w:sz="12" w:space="8" w:color="${hex(art)}"/></w:pBdr>`,
      run: bold(20, solid),
    },
    {
      id: 'Heading1',
      name: 'heading 1',
      paragraph: xml`<w:keepNext/><w:spacing w:before="400" w:after="140"/><w:outlineLvl w:val="0"/>`,
      run: bold(32, brandColours.field),
    },
    { id: 'BodyText', name: 'Body Text', paragraph: xml`<w:spacing w:after="140" w:line="288" w:lineRule="auto"/>` },
    { id: 'ListBullet', name: 'List Bullet', paragraph: listItem(1) },
    { id: 'ListNumber', name: 'List Number', paragraph: listItem(2) },
    {
      id: 'Note',
      name: 'Note',
      paragraph: xml`<w:shd w:val="clear" w:color="auto" w:fill="${hex(soft)}"/><w:spacing w:before="120" w:after="180" w:line="288" w:lineRule="auto"/>`,
    },
    {
      id: 'TableTitle',
      name: 'Table Title',
      paragraph: xml`<w:keepNext/><w:spacing w:before="160" w:after="80"/>`,
      run: bold(20, brandColours.ink),
    },
    { id: 'TableHeading', name: 'Table Heading', run: bold(20, brandColours.ink) },
    { id: 'TableText', name: 'Table Text', run: plain(20, brandColours.ink) },
    { id: 'Footer', name: 'footer', run: plain(17, brandColours.inkMuted) },
    {
      id: 'Imprint',
      name: 'Imprint',
      paragraph: xml`<w:spacing w:before="480"/>`,
      run: plain(18, brandColours.inkMuted),
    },
  ];
}

function formStyle(): Xml {
  const line = xml`w:val="single" w:sz="4" w:space="0" w:color="${hex(brandColours.line)}"`;
  return xml`<w:style w:type="table" w:styleId="Form"><w:name w:val="Form"/><w:tblPr>
    <w:tblBorders><w:top ${line}/><w:left ${line}/><w:bottom ${line}/><w:right ${line}/><w:insideH ${line}/><w:insideV ${line}/></w:tblBorders>
    <w:tblCellMar><w:top w:w="80" w:type="dxa"/><w:left w:w="110" w:type="dxa"/><w:bottom w:w="80" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar>
  </w:tblPr></w:style>`;
}

/** The styles part of a Word file. */
export function docxStyles(accent: RappPrinciple): Xml {
  const styles = paragraphStyles(accent).map(
    ({ id, name, paragraph, run }) =>
      xml`<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/>
        ${paragraph ? xml`<w:pPr>${paragraph}</w:pPr>` : noXml}${run ? xml`<w:rPr>${run}</w:rPr>` : noXml}</w:style>`,
  );
  return xml`<w:styles xmlns:w="${namespaces.w}">
    <w:docDefaults>
      <w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri" w:eastAsia="Calibri"/>
        <w:color w:val="${hex(brandColours.ink)}"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>
      <w:pPrDefault/>
    </w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${styles}${formStyle()}
  </w:styles>`;
}

/** The first numbered list of a Word file; the others follow it, each counting from one. */
export const firstNumberedList = 3;

/** The numbering part: 1 is the bullets, 2 the style of numbered lists, and one more for each numbered list. */
export function docxNumbering(numberedLists: number): Xml {
  const level = (format: string, text: string) =>
    xml`<w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/>
      <w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="400" w:hanging="400"/></w:pPr></w:lvl>`;
  const lists = Array.from(
    { length: numberedLists },
    (_, index) => xml`<w:num w:numId="${firstNumberedList + index}"><w:abstractNumId w:val="1"/>
      <w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
  );
  return xml`<w:numbering xmlns:w="${namespaces.w}">
    <w:abstractNum w:abstractNumId="0">${level('bullet', '•')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>${lists}
  </w:numbering>`;
}
