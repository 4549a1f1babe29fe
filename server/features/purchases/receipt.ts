import PDFDocument from 'pdfkit';
import { longDate } from '#server/platform/dates.ts';
import { printable, printableMoney } from './texts.ts';

/** The contents of a receipt; amounts in minor units. */
export type Receipt = {
  number: string;
  date: Date;
  /** Name and address, a line each. */
  seller: string[];
  buyer: string[];
  title: string;
  amountMinor: number;
  currency: string;
  /** Stripe's id of the payment. */
  paymentReference: string;
  /** Shown when the purchase is no longer live. */
  note: string | null;
};

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

const ink = '#13211e';
const quiet = '#50605b';
const brand = '#0d4f48';
const margin = 64;

/** Makes the receipt as a tagged PDF of one A4 page. */
export function makeReceipt(receipt: Receipt): Promise<Buffer> {
  const title = `Receipt ${receipt.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    info: {
      Title: title,
      Author: printable(receipt.seller[0] ?? ''),
      CreationDate: receipt.date,
      ModDate: receipt.date,
    },
  });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  heading(pdf, root, title);
  facts(pdf, root, [
    ['Date', [longDate(receipt.date)]],
    ['Sold by', receipt.seller],
    ['Sold to', receipt.buyer],
    ['Payment reference', [receipt.paymentReference]],
  ]);
  lines(pdf, root, receipt);
  if (receipt.note) paragraph(pdf, root, receipt.note);
  root.end();
  pdf.end();
  return finished;
}

function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin;

function heading(pdf: Pdf, root: Element, text: string): void {
  root.add(pdf.struct('H1', {}, () => pdf.font('Helvetica-Bold').fontSize(24).fillColor(brand).text(text)));
  pdf.y += 20;
}

function paragraph(pdf: Pdf, root: Element, text: string): void {
  pdf.y += 20;
  root.add(
    pdf.struct('P', {}, () =>
      pdf
        .font('Helvetica')
        .fontSize(10.5)
        .fillColor(ink)
        .text(printable(text), margin, pdf.y, { width: widthOf(pdf) }),
    ),
  );
}

/** Each name above its value, each in a paragraph of its own. */
function facts(pdf: Pdf, root: Element, pairs: [name: string, values: string[]][]): void {
  for (const [name, values] of pairs) {
    root.add(pdf.struct('P', {}, () => pdf.font('Helvetica').fontSize(9.5).fillColor(quiet).text(name, margin)));
    const text = values.map(printable).join('\n');
    root.add(
      pdf.struct('P', {}, () =>
        pdf
          .font('Helvetica')
          .fontSize(11)
          .fillColor(ink)
          .text(text, { width: widthOf(pdf), lineGap: 2 }),
      ),
    );
    pdf.y += 12;
  }
}

/** The resource and the total, as a table. */
function lines(pdf: Pdf, root: Element, receipt: Receipt): void {
  const amount = printableMoney(receipt);
  const table = pdf.struct('Table');
  root.add(table);
  pdf.y += 8;
  row(pdf, table, { cells: ['Description', 'Amount'], kind: 'TH', font: 'Helvetica-Bold' });
  row(pdf, table, { cells: [printable(receipt.title), amount], kind: 'TD', font: 'Helvetica' });
  row(pdf, table, { cells: ['Total paid', amount], kind: 'TD', font: 'Helvetica-Bold' });
  table.end();
}

type Row = { cells: [left: string, right: string]; kind: 'TH' | 'TD'; font: string };

function row(pdf: Pdf, table: Element, { cells: [left, right], kind, font }: Row): void {
  const top = pdf.y + 8;
  const leftWidth = widthOf(pdf) * 0.7;
  const element = pdf.struct('TR');
  table.add(element);
  let bottom = top;
  const cell = (text: string, x: number, width: number, align: 'left' | 'right') =>
    element.add(
      pdf.struct(kind, {}, () => {
        pdf.font(font).fontSize(11).fillColor(ink).text(text, x, top, { width, align });
        bottom = Math.max(bottom, pdf.y);
      }),
    );
  cell(left, margin, leftWidth, 'left');
  cell(right, margin + leftWidth, widthOf(pdf) - leftWidth, 'right');
  element.end();
  pdf.y = bottom + 8;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(pdf.page.width - margin, pdf.y)
    .lineWidth(0.5)
    .stroke('#d8e0dc');
  pdf.endMarkedContent();
}
