import { brandColours } from './shapes.ts';

export type ContentsEntry = { heading: string; pageNumber: number };

/** A page kept free after the cover, with its place in the reading order. */
export type ContentsPage = { pageIndex: number; element: PDFKit.PDFStructureElement };

/** Keeps a page for the contents; page numbers are known only when everything else is written. */
export function reserveContents(pdf: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): ContentsPage {
  pdf.addPage();
  const element = pdf.struct('Sect', { title: 'Contents' });
  root.add(element);
  return { pageIndex: pdf.bufferedPageRange().count - 1, element };
}

/** Writes the reserved page: one line per section with the page (counted from 1) it begins on. */
export function writeContents(pdf: PDFKit.PDFDocument, contents: ContentsPage, entries: ContentsEntry[]): void {
  pdf.switchToPage(contents.pageIndex);
  const { left, right, top } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  contents.element.add(
    pdf.struct('H2', {}, () => {
      pdf.font('heading').fontSize(22).fillColor(brandColours.ink).text('Contents', left, top);
    }),
  );
  const list = pdf.struct('TOC');
  contents.element.add(list);
  entries.forEach((entry, index) => {
    const y = top + 48 + index * 27;
    list.add(
      pdf.struct('TOCI', {}, () => {
        pdf.font('text').fontSize(11).fillColor(brandColours.ink);
        pdf.text(entry.heading, left, y, { width: width - 50, lineBreak: false, ellipsis: true });
        pdf.text(String(entry.pageNumber), left, y, { width, align: 'right', lineBreak: false });
      }),
    );
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(left, y + 19)
      .lineTo(left + width, y + 19)
      .lineWidth(0.5)
      .stroke(brandColours.line);
    pdf.endMarkedContent();
  });
  list.end();
  contents.element.end();
}
