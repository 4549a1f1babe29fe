import { decorate, type Element, type Pdf, widthOf } from './pdf.ts';

export type Column = {
  title: string;
  /** Width relative to the other columns. */
  share: number;
  isNumber?: boolean;
  /** Whether the column is to be filled in by hand; it then has lines at its sides. */
  isForm?: boolean;
};

type Place = { x: number; top: number; width: number };

/** A cell with other content than text. */
export type Drawing = { heightIn(width: number): number; writeIn(cell: Element, place: Place): void };

export type Cell = string | Drawing;

type Line = { width: number; colour: string };

/** The look of the tables of a kind of document; sizes in points. */
export type TableLook = {
  size: number;
  lineGap: number;
  padding: { beside: number; above: number };
  ink: string;
  line: Line;
  /** `isLow`: titles end at the line below the head, because the numbers of a row begin at it. */
  head: { ink: string; line: Line; ground?: string; isLow?: boolean };
  /** Whether the outer columns have no padding at the table's edges. */
  isFlush?: boolean;
  /** Whether the names of the rows are strong. */
  hasStrongNames?: boolean;
};

type Placed = Column & { left: number; right: number; x: number; width: number };
type Row = { cells: readonly Cell[]; isHead: boolean; height: number };

/**
 * Writes a table whose first column names the rows. The head is repeated on each page, and a row is never split between
 * pages.
 */
export function writeTable(
  pdf: Pdf,
  parent: Element,
  look: TableLook,
  { columns, rows }: { columns: readonly Column[]; rows: readonly (readonly Cell[])[] },
): void {
  new TableWriter(pdf, look, columns).write(parent, rows);
}

class TableWriter {
  private readonly pdf: Pdf;
  private readonly look: TableLook;
  private readonly columns: readonly Placed[];

  constructor(pdf: Pdf, look: TableLook, columns: readonly Column[]) {
    this.pdf = pdf;
    this.look = look;
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    let end = pdf.page.margins.left;
    this.columns = columns.map((column, index) => {
      const start = end;
      end += (widthOf(pdf) * column.share) / total;
      const before = look.isFlush && index === 0 ? 0 : look.padding.beside;
      const after = look.isFlush && index === columns.length - 1 ? 0 : look.padding.beside;
      return { ...column, left: start, right: end, x: start + before, width: end - start - before - after };
    });
  }

  write(parent: Element, rows: readonly (readonly Cell[])[]): void {
    const { pdf } = this;
    const titles = this.columns.map(({ title }) => title);
    const head = { cells: titles, isHead: true, height: this.heightOf(titles, true) };
    if (pdf.y + head.height + this.heightOf(rows[0] ?? []) > pdf.page.maxY()) pdf.addPage();
    const table = pdf.struct('Table');
    parent.add(table);
    this.writeRow(table, head);
    for (const cells of rows) {
      const height = this.heightOf(cells);
      if (pdf.y + height > pdf.page.maxY()) {
        pdf.addPage();
        this.repeatHead(titles, head);
      }
      this.writeRow(table, { cells, isHead: false, height });
    }
    table.end();
  }

  private heightOf(cells: readonly Cell[], isHead = false): number {
    const { look } = this;
    const heights = this.columns.map(({ width }, index) => {
      const cell = cells[index] ?? '';
      if (typeof cell !== 'string') return cell.heightIn(width);
      return this.withFont(index, isHead).heightOfString(cell, { width, lineGap: look.lineGap });
    });
    return Math.max(...heights, look.size) + 2 * look.padding.above;
  }

  private withFont(index: number, isHead: boolean): Pdf {
    const isStrong = isHead || (index === 0 && this.look.hasStrongNames);
    this.pdf.font(isStrong ? 'strong' : 'text').fontSize(this.look.size);
    return this.pdf;
  }

  private writeRow(table: Element, row: Row): void {
    const { pdf, look } = this;
    const top = pdf.y;
    decorate(pdf, () => this.drawFrame(row, top));
    const element = pdf.struct('TR');
    table.add(element);
    for (const [index, { x, width }] of this.columns.entries()) {
      const content = row.cells[index] ?? '';
      const scope = row.isHead ? 'Column' : index === 0 ? 'Row' : undefined;
      const cell = pdf.struct(scope ? 'TH' : 'TD', { ...(scope && { scope }) } as object);
      element.add(cell);
      if (typeof content === 'string') cell.add(() => this.drawText(index, content, row, top));
      else content.writeIn(cell, { x, width, top: top + look.padding.above });
      cell.end();
    }
    element.end();
    this.leave(top + row.height);
  }

  /** Draws the head again, as decoration, because screen readers read it at the beginning of the table. */
  private repeatHead(titles: readonly string[], head: Row): void {
    const top = this.pdf.y;
    decorate(this.pdf, () => {
      this.drawFrame(head, top);
      for (const [index, title] of titles.entries()) this.drawText(index, title, head, top);
    });
    this.leave(top + head.height);
  }

  private leave(y: number): void {
    this.pdf.x = this.pdf.page.margins.left;
    this.pdf.y = y;
  }

  private drawText(index: number, text: string, { isHead, height }: Row, top: number): void {
    const { head, ink, lineGap, padding } = this.look;
    const { x, width, isNumber } = this.columns[index] as Placed;
    const pdf = this.withFont(index, isHead).fillColor(isHead ? head.ink : ink) as Pdf;
    const lowest = () => top + height - padding.above - pdf.heightOfString(text, { width, lineGap });
    const y = isHead && head.isLow ? lowest() : top + padding.above;
    pdf.text(text, x, y, { width, lineGap, align: isNumber ? 'right' : 'left' });
  }

  /** Draws the ground of the head, the line below a row, and the lines at the sides of columns to be filled in. */
  private drawFrame({ isHead, height }: Row, top: number): void {
    const { pdf, look } = this;
    const [left, right] = [pdf.page.margins.left, pdf.page.width - pdf.page.margins.right];
    const bottom = top + height;
    if (isHead && look.head.ground) pdf.rect(left, top, right - left, height).fill(look.head.ground);
    const line = isHead ? look.head.line : look.line;
    pdf.lineWidth(line.width).strokeColor(line.colour);
    for (const column of isHead ? [] : this.columns.filter(({ isForm }) => isForm)) {
      for (const x of [column.left, column.right]) pdf.moveTo(x, top).lineTo(x, bottom);
    }
    pdf.moveTo(left, bottom).lineTo(right, bottom).stroke();
  }
}
