import { decorate, type Element, type Pdf } from '#server/platform/files/pdf.ts';
import * as tables from '#server/platform/files/pdf-table.ts';

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

/** Number of assignments in each state; together they are all assignments. */
export type Shares = { completed: number; inProgress: number; notStarted: number; overdue: number };

const look = {
  size: 9,
  lineGap: 1,
  padding: { beside: 5, above: 4.5 },
  ink: colours.ink,
  line: { width: 0.5, colour: colours.line },
  head: { ink: colours.quiet, line: { width: 0.75, colour: colours.ink }, isLow: true },
  isFlush: true,
  hasStrongNames: true,
};

/** Writes a table; a cell is a text, or the bar of some shares. */
export function writeTable(
  pdf: Pdf,
  parent: Element,
  columns: readonly tables.Column[],
  rows: readonly (readonly (string | Shares)[])[],
): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : barOf(pdf, cell))));
  tables.writeTable(pdf, parent, look, { columns, rows: cells });
}

const barOf = (pdf: Pdf, shares: Shares): tables.Drawing => ({
  heightIn: () => look.size,
  writeIn: (cell, place) =>
    cell.add(pdf.struct('Figure', { alt: sharesText(shares) }, () => drawBar(pdf, shares, place))),
});

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
    drawPart(pdf, kind, { x: at, y: top + 2.6, width: part });
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
