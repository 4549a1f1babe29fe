import { moneyText } from '#contract/money.ts';
import { longDate } from '#server/platform/dates.ts';
import { collect, type Element, openPdf, type Pdf, type PrintedBrand } from '#server/platform/files/pdf.ts';

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
  /** Null when a promo code covered the whole price. */
  paymentReference: string | null;
  /** Shown when the purchase is no longer live. */
  note: string | null;
};

const ink = '#13211e';
const quiet = '#50605b';
const margin = 64;

/** Makes the receipt as a tagged PDF of one A4 page. */
export function makeReceipt(receipt: Receipt, brand: PrintedBrand): Promise<Buffer> {
  const title = `Receipt ${receipt.number}`;
  const margins = { top: margin, bottom: margin, left: margin, right: margin };
  const pdf = openPdf({ title, author: receipt.seller[0] ?? '', date: receipt.date, margins, brand });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  heading(pdf, root, title);
  facts(pdf, root, [
    ['Date', [longDate(receipt.date)]],
    ['Sold by', receipt.seller],
    ['Sold to', receipt.buyer],
    ['Payment reference', [receipt.paymentReference ?? 'None: a promo code covered the whole price']],
  ]);
  lines(pdf, root, receipt);
  if (receipt.note) paragraph(pdf, root, receipt.note);
  root.end();
  pdf.end();
  return finished;
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin;

function heading(pdf: Pdf, root: Element, text: string): void {
  root.add(pdf.struct('H1', {}, () => pdf.font('heading').fontSize(24).fillColor(pdf.brandColour).text(text)));
  pdf.y += 20;
}

function paragraph(pdf: Pdf, root: Element, text: string): void {
  pdf.y += 20;
  root.add(
    pdf.struct('P', {}, () =>
      pdf
        .font('text')
        .fontSize(10.5)
        .fillColor(ink)
        .text(text, margin, pdf.y, { width: widthOf(pdf) }),
    ),
  );
}

/** Each name above its value, each in a paragraph of its own. */
function facts(pdf: Pdf, root: Element, pairs: [name: string, values: string[]][]): void {
  for (const [name, values] of pairs) {
    root.add(pdf.struct('P', {}, () => pdf.font('text').fontSize(9.5).fillColor(quiet).text(name, margin)));
    const text = values.join('\n');
    root.add(
      pdf.struct('P', {}, () =>
        pdf
          .font('text')
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
  const amount = moneyText(receipt);
  const table = pdf.struct('Table');
  root.add(table);
  pdf.y += 8;
  row(pdf, table, { cells: ['Description', 'Amount'], kind: 'TH', font: 'strong' });
  row(pdf, table, { cells: [receipt.title, amount], kind: 'TD', font: 'text' });
  row(pdf, table, { cells: ['Total paid', amount], kind: 'TD', font: 'strong' });
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
