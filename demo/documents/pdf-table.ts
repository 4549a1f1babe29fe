import type { RappPrinciple } from '#contract/catalogue.ts';
import type { DemoTable } from './document.ts';
import { accentColours, brandColours } from './shapes.ts';

const textSize = 9.5;
const padding = 6;
// Mean width of a letter at this size, with some room, in points.
const letterWidth = 5.6;

const longestWord = (text: string) => Math.max(...text.split(/\s/).map((word) => word.length));

/** Column widths in points: room for the longest word first, the rest by the longest cell, dampened. */
function columnWidths(table: DemoTable, width: number): number[] {
  const columns = table.columns.map((column, index) => [column, ...table.rows.map((row) => row[index] ?? '')]);
  const least = columns.map((texts) => Math.max(...texts.map(longestWord)) * letterWidth + 2 * padding);
  const weights = columns.map((texts) => Math.max(...texts.map((text) => text.length)) ** 0.75);
  const rest = Math.max(0, width - least.reduce((sum, one) => sum + one, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = least.map((one, index) => one + (rest * (weights[index] ?? 0)) / total);
  const scale = width / wanted.reduce((sum, one) => sum + one, 0);
  return wanted.map((one) => one * scale);
}

/** Writes a table with its title, header cells tagged as such; a row is never split between pages. */
export function writeTable(
  pdf: PDFKit.PDFDocument,
  parent: PDFKit.PDFStructureElement,
  table: DemoTable,
  accent: RappPrinciple,
): void {
  const { left, right } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  pdf.y += 4;
  parent.add(
    pdf.struct('P', {}, () => {
      pdf.font('strong').fontSize(10).fillColor(brandColours.ink).text(table.title, left, pdf.y, { width });
    }),
  );
  pdf.y += 6;
  pdf.x = left;
  pdf.font('text').fontSize(textSize).fillColor(brandColours.ink);
  const header = table.columns.map((text) => ({
    text,
    type: 'TH' as const,
    font: { src: 'strong' },
    backgroundColor: accentColours[accent].soft,
  }));
  pdf.table({
    // The types are of an older pdfkit; this one takes structParent and tags rows and cells beneath it.
    ...({ structParent: parent } as object),
    columnStyles: columnWidths(table, width),
    defaultStyle: {
      border: [0.5, 0, 0.5, 0],
      borderColor: brandColours.line,
      padding,
      textColor: brandColours.ink,
      textOptions: { lineGap: 2 },
    },
    data: [header, ...table.rows.map((row) => row.map((text) => ({ text, type: 'TD' as const })))],
  });
  pdf.x = left;
  pdf.y += 12;
}
