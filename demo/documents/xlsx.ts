import type { RappPrinciple } from '#contract/catalogue.ts';
import { type DemoDocument, type DemoSection, type DemoTable, imprint, kindLabels } from './document.ts';
import { hex, namespaces, noXml, packOffice, type Xml, xml } from './office.ts';
import { accentColours, brandColours, principleNames } from './shapes.ts';

/** Where a cell's look is in `styles`. */
const looks = { plain: 0, title: 1, label: 2, heading: 3, wrapped: 4, header: 5, cell: 6 };

type Cell = { value: string | number; look: keyof typeof looks };
type Row = { cells: Cell[]; height?: number };

/** A sheet of a workbook: `widths` of its columns in letters, `frozen` rows stay in view. */
type Sheet = { name: string; rows: Row[]; widths: number[]; frozen: number; isForm: boolean };

function styles(accent: RappPrinciple): Xml {
  const { solid, soft } = accentColours[accent];
  const font = (size: number, colour: string, isBold: boolean) =>
    xml`<font>${isBold ? xml`<b/>` : noXml}<sz val="${size}"/><color rgb="FF${hex(colour)}"/><name val="Calibri"/><family val="2"/></font>`;
  const sides = ['left', 'right', 'top', 'bottom'].map(
    (side) => xml`<${side} style="thin"><color rgb="FF${hex(brandColours.line)}"/></${side}>`,
  );
  return xml`<styleSheet xmlns="${namespaces.s}">
    <fonts count="5">${[
      font(11, brandColours.ink, false),
      font(20, brandColours.field, true),
      font(11, solid, true),
      font(14, brandColours.field, true),
      font(11, brandColours.ink, true),
    ]}</fonts>
    <fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
      <fill><patternFill patternType="solid"><fgColor rgb="FF${hex(soft)}"/></patternFill></fill></fills>
    <borders count="2"><border/><border>${sides}</border></borders>
    <cellStyleXfs count="1"><xf fontId="0"/></cellStyleXfs>
    <cellXfs count="7">
      <xf xfId="0" fontId="0"/>
      <xf xfId="0" fontId="1" applyFont="1"/>
      <xf xfId="0" fontId="2" applyFont="1"/>
      <xf xfId="0" fontId="3" applyFont="1"/>
      <xf xfId="0" fontId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
      <xf xfId="0" fontId="4" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">
        <alignment vertical="center" wrapText="1"/></xf>
      <xf xfId="0" fontId="0" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="left" vertical="top" wrapText="1"/></xf>
    </cellXfs>
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
  </styleSheet>`;
}

const heading = (value: string): Row => ({ cells: [{ value, look: 'heading' }], height: 26 });

function blockRows({ blocks }: DemoSection, look: 'plain' | 'wrapped'): Row[] {
  const row = (value: string): Row => ({ cells: [{ value, look }] });
  return blocks.flatMap((block): Row[] => {
    if (block.kind === 'table') return [];
    if (block.kind === 'bullets') return block.items.map((item) => row(`•  ${item}`));
    if (block.kind === 'steps') return block.items.map((item, index) => row(`${index + 1}.  ${item}`));
    return [row(block.text)];
  });
}

/** The first sheet: title, what the file is for and every section that has no table of its own. */
function guideSheet({ title, subtitle, edition, kind, accent, sections }: DemoDocument, publisher: string): Sheet {
  const label = `${kindLabels[kind]} · ${principleNames[accent]} · ${edition} · ${publisher}`;
  const texts = sections.filter((section) => !tableOf(section));
  const rows: Row[] = [
    { cells: [{ value: title, look: 'title' }], height: 34 },
    { cells: [{ value: subtitle, look: 'wrapped' }] },
    { cells: [{ value: label, look: 'label' }] },
    ...texts.flatMap((section) => [{ cells: [] }, heading(section.heading), ...blockRows(section, 'wrapped')]),
    { cells: [] },
    heading('About this file'),
    { cells: [{ value: imprint, look: 'wrapped' }] },
  ];
  return { name: 'Guide', rows, widths: [92], frozen: 0, isForm: false };
}

const tableOf = (section: DemoSection): DemoTable | undefined =>
  section.blocks.find((block): block is DemoTable => block.kind === 'table');

/** Excel allows at most 31 characters in the name of a sheet, and none of these signs. */
const sheetName = (text: string) =>
  text
    .replaceAll(/[\\/?*[\]:]/g, ' -')
    .slice(0, 31)
    .trim();

function tableSheet(section: DemoSection, table: DemoTable): Sheet {
  // Guidance above a table runs over the columns to its right; wrapped, it would be squeezed into the first.
  const guidance = [heading(section.heading), ...blockRows(section, 'plain')];
  const header: Row = { cells: table.columns.map((value) => ({ value, look: 'header' })), height: 32 };
  const widths = table.columns.map((column, index) => {
    const longest = Math.max(column.length, ...table.rows.map((row) => (row[index] ?? '').length));
    return Math.min(Math.max(longest + 2, 16), 46);
  });
  return {
    name: sheetName(section.heading),
    rows: [...guidance, header, ...table.rows.map(bodyRow)],
    widths,
    frozen: guidance.length + 1,
    isForm: true,
  };
}

/** Numbers stay numbers, so that a sheet can add them up. An empty row has room to write in. */
function bodyRow(texts: string[]): Row {
  const cells = texts.map((text): Cell => ({ value: /^\d+(\.\d+)?$/.test(text) ? Number(text) : text, look: 'cell' }));
  return texts.every((text) => text === '') ? { cells, height: 30 } : { cells };
}

/** Room for the longest of the wrapped texts: not every program finds the height of a row itself. */
function heightOf({ cells, height }: Row, widths: number[]): number {
  const lines = cells.map(({ value, look }, index) =>
    look === 'wrapped' || look === 'cell' ? Math.ceil(String(value).length / (widths[index] ?? 1)) : 1,
  );
  return height ?? 15 * Math.max(1, ...lines);
}

function rowXml(row: Row, line: number, widths: number[]): Xml {
  const columns = row.cells.map(({ value, look }, index) => {
    const place = xml`r="${String.fromCharCode(65 + index)}${line}" s="${looks[look]}"`;
    if (value === '') return xml`<c ${place}/>`;
    if (typeof value === 'number') return xml`<c ${place}><v>${value}</v></c>`;
    return xml`<c ${place} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  });
  return xml`<row r="${line}" ht="${heightOf(row, widths)}" customHeight="1">${columns}</row>`;
}

function sheetXml({ rows, widths, frozen, isForm }: Sheet): Xml {
  const pane = xml`<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`;
  return xml`<worksheet xmlns="${namespaces.s}">
    <sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
    <sheetViews><sheetView workbookViewId="0"${isForm ? noXml : xml` showGridLines="0"`}>${frozen > 0 ? pane : noXml}</sheetView></sheetViews>
    <sheetFormatPr defaultRowHeight="15"/>
    <cols>${widths.map((width, index) => xml`<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)}</cols>
    <sheetData>${rows.map((row, index) => rowXml(row, index + 1, widths))}</sheetData>
    <pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>
    <pageSetup paperSize="9" orientation="${isForm ? 'landscape' : 'portrait'}" fitToHeight="0"/>
  </worksheet>`;
}

/** Makes an Excel workbook: a guide sheet, then one sheet for each section that holds a table. */
export function makeXlsx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const { title, subtitle, kind, edition, accent, sections } = document;
  const forms = sections.flatMap((section) => {
    const table = tableOf(section);
    return table ? [tableSheet(section, table)] : [];
  });
  const sheets = [guideSheet(document, publisher), ...forms].map((sheet, index) => ({
    ...sheet,
    path: `xl/worksheets/sheet${index + 1}.xml`,
  }));
  const list = sheets.map(
    ({ name }, index) => xml`<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const properties = { title, subject: subtitle, author: publisher, description: `${kindLabels[kind]}, ${edition}` };
  return packOffice(properties, [
    {
      path: 'xl/workbook.xml',
      type: 'spreadsheetml.sheet.main',
      content: xml`<workbook xmlns="${namespaces.s}" xmlns:r="${namespaces.r}"><bookViews><workbookView/></bookViews><sheets>${list}</sheets></workbook>`,
      uses: [...sheets.map(({ path }) => ({ kind: 'worksheet', path })), { kind: 'styles', path: 'xl/styles.xml' }],
    },
    { path: 'xl/styles.xml', type: 'spreadsheetml.styles', content: styles(accent) },
    ...sheets.map((sheet) => ({
      path: sheet.path,
      type: 'spreadsheetml.worksheet',
      content: sheetXml(sheet),
    })),
  ]);
}
