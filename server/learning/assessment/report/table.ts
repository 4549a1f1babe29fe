import type { Element, Pdf } from '#server/platform/files/pdf.ts';
import * as tables from '#server/platform/files/pdf-table.ts';
import { colours } from './page.ts';

type Link = { text: string; url: string };

const { ink } = colours;
const line = { width: 0.5, colour: colours.line };
const look = {
  size: 9,
  lineGap: 2,
  padding: { beside: 5, above: 5 },
  ink,
  line,
  head: { ink, line, ground: colours.soft },
};
const linkGap = 3;

/** Writes a table; a cell is a text, or links below each other. */
export function writeTable(
  pdf: Pdf,
  parent: Element,
  columns: readonly tables.Column[],
  rows: readonly (readonly (string | readonly Link[])[])[],
): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : linksOf(pdf, cell))));
  tables.writeTable(pdf, parent, look, { columns, rows: cells });
  pdf.y += 10;
}

function linksOf(pdf: Pdf, links: readonly Link[]): tables.Drawing {
  const written = () => pdf.font('text').fontSize(look.size);
  const heightOf = ({ text }: Link, width: number) => written().heightOfString(text, { width, lineGap: look.lineGap });
  return {
    heightIn: (width) => links.reduce((sum, link, index) => sum + heightOf(link, width) + (index > 0 ? linkGap : 0), 0),
    writeIn: (cell, { x, top, width }) => {
      let y = top;
      for (const link of links) {
        const [at, options] = [y, { width, lineGap: look.lineGap, link: link.url, underline: true }];
        const write = () => written().fillColor(pdf.brandColour).text(link.text, x, at, options);
        cell.add(pdf.struct('Link', {}, () => write()));
        y += heightOf(link, width) + linkGap;
      }
    },
  };
}
