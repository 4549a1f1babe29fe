import type { Element, Pdf } from '#server/platform/files/pdf.ts';
import { bottomOf, colours, decorate, leftOf, widthOf } from './page.ts';

export type Column = {
  title: string;
  /** Width relative to the other columns. */
  share: number;
  /** Whether the column is to be filled in by hand; it then has lines at its sides. */
  isForm?: boolean;
};

type Link = { text: string; url: string };

/** Text, or links below each other. */
export type Cell = string | readonly Link[];

const padding = 5;
const lineGap = 2;
const linkGap = 3;

type Placed = Column & { x: number; inner: number; width: number };

/**
 * Writes a table whose first column names the rows. The head is repeated on each page, and a row is never split between
 * pages.
 */
export function writeTable(
  pdf: Pdf,
  parent: Element,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  const placed = place(pdf, columns);
  const head = columns.map(({ title }) => title);
  const headHeight = heightOf(pdf, placed, head, 'strong');
  const [first = []] = rows;
  if (pdf.y + headHeight + heightOf(pdf, placed, first) > bottomOf(pdf)) pdf.addPage();
  const table = pdf.struct('Table');
  parent.add(table);
  writeRow(pdf, table, placed, head, { isHead: true, height: headHeight });
  for (const cells of rows) {
    const height = heightOf(pdf, placed, cells);
    if (pdf.y + height > bottomOf(pdf)) {
      pdf.addPage();
      // The repeated head is decoration, because screen readers read it at the beginning of the table.
      decorate(pdf, () => {
        drawFrame(pdf, placed, { isHead: true, top: pdf.y, height: headHeight });
        const top = pdf.y;
        for (const column of placed) drawText(pdf, column, column.title, { top, isHead: true });
        pdf.y = top + headHeight;
      });
    }
    writeRow(pdf, table, placed, cells, { isHead: false, height });
  }
  table.end();
  pdf.x = leftOf();
  pdf.y += 10;
}

function place(pdf: Pdf, columns: readonly Column[]): Placed[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  let x = leftOf();
  return columns.map((column) => {
    const width = (widthOf(pdf) * column.share) / total;
    x += width;
    return { ...column, x: x - width + padding, inner: width - 2 * padding, width };
  });
}

function heightOf(pdf: Pdf, columns: readonly Placed[], cells: readonly Cell[], font = 'text'): number {
  pdf.font(font).fontSize(9);
  const heights = columns.map(({ inner }, index) => {
    const cell = cells[index] ?? '';
    const texts = typeof cell === 'string' ? [cell] : cell.map(({ text }) => text);
    return texts.reduce(
      (sum, text, place) => sum + pdf.heightOfString(text, { width: inner, lineGap }) + (place > 0 ? linkGap : 0),
      0,
    );
  });
  return Math.max(...heights, 9) + 2 * padding;
}

type RowLook = { isHead: boolean; height: number };

function writeRow(
  pdf: Pdf,
  table: Element,
  columns: readonly Placed[],
  cells: readonly Cell[],
  { isHead, height }: RowLook,
): void {
  const top = pdf.y;
  decorate(pdf, () => drawFrame(pdf, columns, { isHead, top, height }));
  const row = pdf.struct('TR');
  table.add(row);
  columns.forEach((column, index) => {
    const cell = cells[index] ?? '';
    const scope = isHead ? 'Column' : index === 0 ? 'Row' : undefined;
    const element = pdf.struct(scope ? 'TH' : 'TD', { ...(scope && { scope }) } as object);
    row.add(element);
    if (typeof cell === 'string') element.add(() => drawText(pdf, column, cell, { top, isHead }));
    else writeLinks(pdf, element, column, cell, top);
    element.end();
  });
  row.end();
  pdf.x = leftOf();
  pdf.y = top + height;
}

function drawText(pdf: Pdf, { x, inner }: Placed, text: string, { top, isHead }: { top: number; isHead: boolean }) {
  pdf
    .font(isHead ? 'strong' : 'text')
    .fontSize(9)
    .fillColor(colours.ink);
  pdf.text(text, x, top + padding, { width: inner, lineGap });
}

function writeLinks(pdf: Pdf, cell: Element, { x, inner }: Placed, links: readonly Link[], top: number): void {
  let y = top + padding;
  for (const { text, url } of links) {
    pdf.font('text').fontSize(9);
    const height = pdf.heightOfString(text, { width: inner, lineGap });
    const at = y;
    cell.add(
      pdf.struct('Link', {}, () => {
        pdf.font('text').fontSize(9).fillColor(pdf.brandColour);
        pdf.text(text, x, at, { width: inner, lineGap, link: url, underline: true });
      }),
    );
    y += height + linkGap;
  }
}

/** Draws the background of a head, the line below a row, and the lines at the sides of form columns. */
function drawFrame(pdf: Pdf, columns: readonly Placed[], { isHead, top, height }: RowLook & { top: number }): void {
  const [left, width] = [leftOf(), widthOf(pdf)];
  if (isHead) pdf.rect(left, top, width, height).fill(colours.soft);
  pdf.lineWidth(0.5).strokeColor(colours.line);
  if (!isHead) {
    for (const column of columns.filter(({ isForm }) => isForm)) {
      const start = column.x - padding;
      pdf.moveTo(start, top).lineTo(start, top + height);
      pdf.moveTo(start + column.width, top).lineTo(start + column.width, top + height);
    }
  }
  pdf.moveTo(left, top + height).lineTo(left + width, top + height);
  pdf.stroke();
}
