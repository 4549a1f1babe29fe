import type { Element, Pdf } from '#server/platform/files/pdf.ts';

/** Colours of the printed summary (design tokens, light). */
export const colours = {
  ink: '#13211e',
  quiet: '#50605b',
  soft: '#e9efec',
  line: '#d8e0dc',
  done: '#0d6a5f',
  track: '#d5dfda',
  danger: '#b3261e',
};

export const margins = { top: 40, bottom: 64, left: 42, right: 42 };

export const widthOf = (pdf: Pdf) => pdf.page.width - margins.left - margins.right;
export const bottomOf = (pdf: Pdf) => pdf.page.height - margins.bottom;

/** Draws something that screen readers skip. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

/** Number of assignments in each state; together they are all assignments. */
export type Shares = { completed: number; inProgress: number; notStarted: number; overdue: number };

type Cell = string | Shares;

type Column = {
  title: string;
  /** Width relative to the other columns. */
  share: number;
  isNumber?: boolean;
};

const size = 9;
const space = { beside: 5, above: 4.5 };

/** Writes a table whose first column names the rows; its head is repeated on each page, and a row is never split. */
export function writeTable(
  pdf: Pdf,
  parent: Element,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  const element = pdf.struct('Table');
  parent.add(element);
  const row = new RowWriter(pdf, columns);
  row.write(
    element,
    columns.map(({ title }) => title),
    true,
  );
  for (const cells of rows) {
    if (pdf.y + row.heightOf(cells) > bottomOf(pdf)) {
      pdf.addPage();
      // The repeated head is decoration, because screen readers read it at the beginning of the table.
      decorate(pdf, () => row.repeatHead());
    }
    row.write(element, cells, false);
  }
  element.end();
}

class RowWriter {
  private readonly pdf: Pdf;
  private readonly columns: readonly (Column & { x: number; width: number })[];

  constructor(pdf: Pdf, columns: readonly Column[]) {
    this.pdf = pdf;
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    let x = margins.left;
    this.columns = columns.map((column, index) => {
      const width = (widthOf(pdf) * column.share) / total;
      x += width;
      // The outer columns have no padding at the table's edges.
      const before = index === 0 ? 0 : space.beside;
      const after = index === columns.length - 1 ? 0 : space.beside;
      return { ...column, x: x - width + before, width: width - before - after };
    });
  }

  /** Returns the height of a row, in points. */
  heightOf(cells: readonly Cell[], font = 'text'): number {
    const heights = this.columns.map((column, index) => {
      const cell = cells[index];
      if (typeof cell !== 'string') return size;
      this.pdf.font(index === 0 ? 'strong' : font).fontSize(size);
      return this.pdf.heightOfString(cell, { width: column.width, lineGap: 1 });
    });
    return Math.max(...heights) + 2 * space.above;
  }

  write(table: Element, cells: readonly Cell[], isHead: boolean): void {
    const { pdf } = this;
    const element = pdf.struct('TR');
    table.add(element);
    const top = pdf.y;
    const height = this.heightOf(cells, isHead ? 'strong' : 'text');
    for (const [index, column] of this.columns.entries()) {
      const cell = cells[index] ?? '';
      const kind = isHead || index === 0 ? 'TH' : 'TD';
      const scope = isHead ? 'Column' : index === 0 ? 'Row' : undefined;
      const draw = () => this.text(column, index, { text: String(cell), top, height, isHead });
      const content =
        typeof cell === 'string'
          ? draw
          : pdf.struct('Figure', { alt: sharesText(cell) }, () => drawBar(pdf, cell, { ...column, top }));
      element.add(pdf.struct(kind, { ...(scope && { scope }) } as object, [content] as never));
    }
    element.end();
    this.line(top + height, isHead);
  }

  /** Draws the head again, as decoration. */
  repeatHead(): void {
    const top = this.pdf.y;
    const height = this.heightOf(
      this.columns.map(({ title }) => title),
      'strong',
    );
    for (const [index, column] of this.columns.entries()) {
      this.text(column, index, { text: column.title, top, height, isHead: true });
    }
    this.rule(top + height, true);
  }

  private text(
    column: Column & { x: number; width: number },
    index: number,
    { text, top, height, isHead }: { text: string; top: number; height: number; isHead: boolean },
  ): void {
    const { pdf } = this;
    const { x, width } = column;
    pdf
      .font(isHead || index === 0 ? 'strong' : 'text')
      .fontSize(size)
      .fillColor(isHead ? colours.quiet : colours.ink);
    const taken = pdf.heightOfString(text, { width, lineGap: 1 });
    const align = column.isNumber ? 'right' : 'left';
    // Titles end at the line below the head, because the numbers of a row begin at it.
    const y = isHead ? top + height - space.above - taken : top + space.above;
    pdf.text(text, x, y, { width, align, lineGap: 1 });
  }

  private line(y: number, isHead: boolean): void {
    decorate(this.pdf, () => this.rule(y, isHead));
  }

  private rule(y: number, isHead: boolean): void {
    const { pdf } = this;
    pdf
      .moveTo(margins.left, y)
      .lineTo(margins.left + widthOf(pdf), y)
      .lineWidth(isHead ? 0.75 : 0.5)
      .stroke(isHead ? colours.ink : colours.line);
    pdf.x = margins.left;
    pdf.y = y;
  }
}

/** Returns, for example, "25 completed, 5 in progress, 3 not started, 1 overdue". */
function sharesText({ completed, inProgress, notStarted, overdue }: Shares): string {
  return `${completed} completed, ${inProgress} in progress, ${notStarted} not started, ${overdue} overdue`;
}

type Kind = keyof Shares;
const kinds: Kind[] = ['completed', 'inProgress', 'notStarted', 'overdue'];
const barHeight = 6;
const barGap = 1.5;

function drawBar(pdf: Pdf, shares: Shares, { x, top, width }: { x: number; top: number; width: number }): void {
  const present = kinds.filter((kind) => shares[kind] > 0);
  const total = present.reduce((sum, kind) => sum + shares[kind], 0);
  const room = width - barGap * (present.length - 1);
  let at = x;
  for (const kind of present) {
    const part = (room * shares[kind]) / total;
    drawPart(pdf, kind, { x: at, y: top + space.above + 2.6, width: part });
    at += part + barGap;
  }
}

type Place = { x: number; y: number; width: number };

/** Draws a part of a bar; its pattern shows its state as well as its colour does. */
function drawPart(pdf: Pdf, kind: Kind, { x, y, width }: Place): void {
  const radius = Math.min(1.5, width / 2);
  if (kind === 'overdue') {
    const inner = Math.max(width - 1.2, 0.4);
    pdf.roundedRect(x + 0.6, y + 0.6, inner, barHeight - 1.2, Math.min(radius, inner / 2));
    pdf.lineWidth(1.2).stroke(colours.danger);
    return;
  }
  pdf.roundedRect(x, y, width, barHeight, radius).fill(kind === 'completed' ? colours.done : colours.track);
  if (kind !== 'inProgress') return;
  pdf.save();
  pdf.roundedRect(x, y, width, barHeight, radius).clip();
  for (let start = x - barHeight; start < x + width; start += 3.2) {
    pdf.moveTo(start, y + barHeight).lineTo(start + barHeight, y);
  }
  pdf.lineWidth(1.3).stroke(colours.done);
  pdf.restore();
}

const names = { completed: 'Completed', inProgress: 'In progress', notStarted: 'Not started', overdue: 'Overdue' };

/** Draws the legend of the bars; screen readers skip it, because each bar is described. */
export function drawLegend(pdf: Pdf): void {
  const top = pdf.y;
  let x = margins.left;
  decorate(pdf, () => {
    for (const kind of kinds) {
      drawPart(pdf, kind, { x, y: top + 2.2, width: 12 });
      pdf.font('text').fontSize(8).fillColor(colours.quiet);
      pdf.text(names[kind], x + 16, top, { lineBreak: false });
      x += 16 + pdf.widthOfString(names[kind]) + 14;
    }
  });
  pdf.x = margins.left;
  pdf.y = top + 14;
}
