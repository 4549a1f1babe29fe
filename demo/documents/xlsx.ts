import writeExcelFile, { type Cell, type Row, type Sheet as SheetOf } from 'write-excel-file/node';
import { type DemoDocument, type DemoSection, type DemoTable, imprint, kindLabels } from './document.ts';
import { accentColours, brandColours, principleNames } from './shapes.ts';

// The library names its sheets by the kind of pictures they may hold; ours hold none.
type Sheet = SheetOf<Buffer>;

const textColour = brandColours.ink;
const border = { borderStyle: 'thin', borderColor: brandColours.line } as const;

const heading = (value: string): Row => [
  { value, fontWeight: 'bold', fontSize: 14, textColor: brandColours.field, height: 26, alignVertical: 'bottom' },
];

const wrapped = (value: string): Row => [{ value, wrap: true, alignVertical: 'top', textColor: textColour }];

/** Numbers stay numbers, so that a sheet can add them up. */
function bodyCell(text: string): Cell {
  const style = { wrap: true, alignVertical: 'top', textColor: textColour, ...border } as const;
  if (text === '') return { ...style, height: 30 };
  return /^\d+(\.\d+)?$/.test(text) ? { ...style, value: Number(text), align: 'left' } : { ...style, value: text };
}

function blockRows(section: DemoSection): Row[] {
  return section.blocks.flatMap((block): Row[] => {
    if (block.kind === 'table') return [];
    if (block.kind === 'bullets') return block.items.map((item) => wrapped(`•  ${item}`));
    if (block.kind === 'steps') return block.items.map((item, index) => wrapped(`${index + 1}.  ${item}`));
    return [wrapped(block.text)];
  });
}

/** The first sheet: title, what the file is for and every section that has no table of its own. */
function guideSheet(document: DemoDocument, publisher: string): Sheet {
  const label = `${kindLabels[document.kind]} · ${principleNames[document.accent]} · ${document.edition} · ${publisher}`;
  const rows: Row[] = [
    [{ value: document.title, fontWeight: 'bold', fontSize: 20, textColor: brandColours.field, height: 34 }],
    wrapped(document.subtitle),
    [{ value: label, fontWeight: 'bold', textColor: accentColours[document.accent].solid }],
  ];
  for (const section of document.sections) {
    if (tableOf(section)) continue;
    rows.push([], heading(section.heading), ...blockRows(section));
  }
  rows.push([], heading('About this file'), wrapped(imprint));
  return { sheet: 'Guide', data: rows, columns: [{ width: 110 }], showGridLines: false };
}

const tableOf = (section: DemoSection): DemoTable | undefined =>
  section.blocks.find((block): block is DemoTable => block.kind === 'table');

/** Names of sheets are at most 31 characters and may not hold these signs. */
const sheetName = (text: string) =>
  text
    .replaceAll(/[\\/?*[\]:]/g, ' -')
    .slice(0, 31)
    .trim();

function tableSheet(section: DemoSection, table: DemoTable, accentFill: string): Sheet {
  const intro = [heading(section.heading), ...blockRows(section).map(unwrapped)];
  const header: Row = table.columns.map((value) => ({
    value,
    fontWeight: 'bold',
    wrap: true,
    alignVertical: 'center',
    backgroundColor: accentFill,
    textColor: textColour,
    height: 32,
    ...border,
  }));
  return {
    sheet: sheetName(section.heading),
    data: [...intro, header, ...table.rows.map((row) => row.map(bodyCell))],
    columns: columnWidths(table),
    stickyRowsCount: intro.length + 1,
    orientation: 'landscape',
  };
}

/** Guidance above a table runs over the columns to its right; wrapped, it would be squeezed into the first. */
function unwrapped(row: Row): Row {
  return row.map((cell) => (cell && typeof cell === 'object' && 'wrap' in cell ? { ...cell, wrap: false } : cell));
}

function columnWidths(table: DemoTable): { width: number }[] {
  return table.columns.map((column, index) => {
    const longest = Math.max(column.length, ...table.rows.map((row) => (row[index] ?? '').length));
    return { width: Math.min(Math.max(longest + 2, 16), 46) };
  });
}

/** Makes an Excel workbook: a guide sheet, then one sheet for each section that holds a table. */
export async function makeXlsx(document: DemoDocument, publisher: string): Promise<Buffer> {
  const accentFill = accentColours[document.accent].soft;
  const sheets = document.sections.flatMap((section) => {
    const table = tableOf(section);
    return table ? [tableSheet(section, table, accentFill)] : [];
  });
  return writeExcelFile([guideSheet(document, publisher), ...sheets], {
    fontFamily: 'Calibri',
    fontSize: 11,
  }).toBuffer();
}
