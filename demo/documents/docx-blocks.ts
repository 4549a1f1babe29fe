import { HeadingLevel, Paragraph, ShadingType, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { RappPrinciple } from '#contract/catalogue.ts';
import type { DemoBlock, DemoSection, DemoTable } from './document.ts';
import { accentColours, brandColours } from './shapes.ts';

const hex = (colour: string) => colour.slice(1);
// Width between the margins of an A4 page, in twentieths of a point.
const tableWidth = 9638;
const line = { style: 'single' as const, size: 4, color: hex(brandColours.line) };
const spacing = { after: 140, line: 288 };

/** First column narrower in two-column forms, so that answers get the room; equal columns otherwise. */
function columnWidths(count: number): number[] {
  if (count === 2) return [Math.round(tableWidth * 0.4), Math.round(tableWidth * 0.6)];
  return Array.from({ length: count }, () => Math.floor(tableWidth / count));
}

function cell(text: string, width: number, headerFill: string | null): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 80, bottom: 80, left: 110, right: 110 },
    ...(headerFill ? { shading: { type: ShadingType.CLEAR, fill: headerFill, color: 'auto' } } : {}),
    children: [new Paragraph({ children: [new TextRun({ text, size: 20, bold: headerFill !== null })] })],
  });
}

function formTable(table: DemoTable, accent: RappPrinciple): (Paragraph | Table)[] {
  const widths = columnWidths(table.columns.length);
  const row = (texts: string[], headerFill: string | null) =>
    new TableRow({
      tableHeader: headerFill !== null,
      cantSplit: true,
      // Room to write in rows left empty.
      ...(texts.some((text) => text === '') ? { height: { value: 620, rule: 'atLeast' as const } } : {}),
      children: texts.map((text, index) => cell(text, widths[index] ?? 0, headerFill)),
    });
  return [
    new Paragraph({
      children: [new TextRun({ text: table.title, bold: true, size: 20 })],
      spacing: { before: 160, after: 80 },
      keepNext: true,
    }),
    new Table({
      width: { size: tableWidth, type: WidthType.DXA },
      columnWidths: widths,
      borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
      rows: [row(table.columns, hex(accentColours[accent].soft)), ...table.rows.map((texts) => row(texts, null))],
    }),
    new Paragraph({ text: '', spacing: { after: 60 } }),
  ];
}

function blockParts(block: DemoBlock, accent: RappPrinciple, listNumber: number): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'paragraph':
      return [new Paragraph({ text: block.text, spacing })];
    case 'bullets':
      return block.items.map((text) => new Paragraph({ text, spacing, bullet: { level: 0 } }));
    case 'steps':
      // Each list counts from one: the instance keeps it apart from the others.
      return block.items.map(
        (text) => new Paragraph({ text, spacing, numbering: { reference: 'steps', level: 0, instance: listNumber } }),
      );
    case 'note':
      return [
        new Paragraph({
          text: block.text,
          spacing: { before: 120, after: 180, line: 288 },
          shading: { type: ShadingType.CLEAR, fill: hex(accentColours[accent].soft), color: 'auto' },
        }),
      ];
    case 'table':
      return formTable(block, accent);
  }
}

/** A section as Word paragraphs and tables; `listNumber` tells its numbered list from those of other sections. */
export function docxBlocks(section: DemoSection, accent: RappPrinciple, listNumber: number): (Paragraph | Table)[] {
  return [
    new Paragraph({ text: section.heading, heading: HeadingLevel.HEADING_1 }),
    ...section.blocks.flatMap((block) => blockParts(block, accent, listNumber)),
  ];
}
