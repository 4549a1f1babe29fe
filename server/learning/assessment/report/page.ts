import {
  decorate,
  type Element,
  openPdf,
  type Pdf,
  type PrintedBrand,
  widthOf,
  writeFooters,
} from '#server/platform/files/pdf.ts';

/** Colours of the reports: light design tokens, and `previous`, which is in print only. */
export const colours = {
  ink: '#13211e',
  quiet: '#50605b',
  soft: '#e9efec',
  line: '#d8e0dc',
  track: '#d5dfda',
  previous: '#5c7077',
};

const margins = { top: 64, bottom: 72, left: 60, right: 60 };

export function openReport(info: { title: string; author: string; date: Date; brand: PrintedBrand }): Pdf {
  return openPdf({ ...info, margins });
}

export const leftOf = () => margins.left;

/** Starts a new page when less than `height` points are left on this one. */
export function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
}

const headingSizes = { H1: 26, H2: 17, H3: 12 };

/** Writes a heading; starts a new page unless 130 points are left for it and a table's head and first row. */
export function writeHeading(pdf: Pdf, parent: Element, level: keyof typeof headingSizes, text: string): void {
  if (level !== 'H1' && pdf.y > margins.top + 1) pdf.y += level === 'H2' ? 20 : 12;
  keepTogether(pdf, 130);
  parent.add(
    pdf.struct(level, {}, () => {
      pdf
        .font(level === 'H3' ? 'strong' : 'heading')
        .fontSize(headingSizes[level])
        .fillColor(colours.ink);
      pdf.text(text, margins.left, pdf.y, { width: widthOf(pdf) });
    }),
  );
  if (level !== 'H3') pdf.outline.addItem(text);
  pdf.y += level === 'H3' ? 3 : 7;
}

type Look = { size?: number; font?: 'text' | 'strong'; colour?: string };

export function writeParagraph(pdf: Pdf, parent: Element, text: string, look: Look = {}): void {
  keepTogether(pdf, 30);
  parent.add(
    pdf.struct('P', {}, () => {
      pdf
        .font(look.font ?? 'text')
        .fontSize(look.size ?? 10.5)
        .fillColor(look.colour ?? colours.ink);
      pdf.text(text, margins.left, pdf.y, { width: widthOf(pdf), lineGap: 3 });
    }),
  );
  pdf.y += 6;
}

/** Writes an important sentence on a soft background. */
export function writeNote(pdf: Pdf, parent: Element, text: string): void {
  const options = { width: widthOf(pdf) - 28, lineGap: 3 };
  pdf.font('strong').fontSize(10.5).fillColor(pdf.brandColour);
  const height = pdf.heightOfString(text, options) + 18;
  keepTogether(pdf, height + 8);
  const top = pdf.y;
  decorate(pdf, () => pdf.roundedRect(margins.left, top, widthOf(pdf), height, 6).fill(colours.soft));
  parent.add(
    pdf.struct('Note', {}, () => {
      pdf.font('strong').fontSize(10.5).fillColor(pdf.brandColour);
      pdf.text(text, margins.left + 14, top + 10, options);
    }),
  );
  pdf.y = top + height + 12;
}

/** Writes the running title and page numbers. */
export function writeRunningTitle(pdf: Pdf, text: string): void {
  writeFooters(pdf, (page, count) => {
    const top = pdf.page.height - 44;
    const width = widthOf(pdf);
    pdf.font('text').fontSize(8.5).fillColor(colours.quiet);
    pdf.text(text, margins.left, top, { width: width - 70, lineBreak: false, ellipsis: true });
    pdf.text(`${page} of ${count}`, margins.left, top, { width, align: 'right', lineBreak: false });
  });
}
