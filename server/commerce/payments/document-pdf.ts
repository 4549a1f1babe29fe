import { moneyText } from '#contract/money.ts';
import { dayOfDocument } from '#server/platform/dates.ts';
import {
  collect,
  decorate,
  type Element,
  openPdf,
  type Pdf,
  type PrintedBrand,
  widthOf,
} from '#server/platform/files/pdf.ts';
import { type DocumentAmounts, type DocumentKind, taxName, taxOf } from './document-rules.ts';

/** An invoice or a credit note, ready to be printed; amounts in minor units. */
export type PrintedDocument = DocumentAmounts & {
  kind: DocumentKind;
  number: string;
  /** Name and address, a line each. */
  seller: readonly string[];
  buyer: readonly string[];
  issuedAt: Date;
  /** The payer's time zone at the issue, so that every reader of the document sees the same dates. */
  timeZone: string;
  /** Time of the payment, or of the refund of a credit note. */
  paidAt: Date;
  /** Stripe's id of the payment. */
  paymentReference: string | null;
  /** The number of the invoice that a credit note belongs to. */
  corrects: string | null;
  /** Paragraphs below the table. */
  notes: readonly string[];
};

const ink = '#13211e';
const quiet = '#50605b';
const margin = 56;
const gap = 24;

const words = {
  invoice: { title: 'Invoice', paid: 'Paid on', total: 'Total paid' },
  credit_note: { title: 'Credit note', paid: 'Refunded on', total: 'Total refunded' },
} as const satisfies Record<DocumentKind, object>;

/** Prints the document as a tagged PDF in A4; a long table continues on further pages. */
export function printDocument(document: PrintedDocument, brand: PrintedBrand): Promise<Buffer> {
  const title = `${words[document.kind].title} ${document.number}`;
  const margins = { top: margin, bottom: margin, left: margin, right: margin };
  const pdf = openPdf({ title, author: document.seller[0] ?? '', date: document.issuedAt, margins, brand });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  heading(pdf, root, title);
  inColumns(pdf, root, [
    ['Sold by', document.seller],
    ['Sold to', document.buyer],
  ]);
  inColumns(pdf, root, factsOf(document));
  table(pdf, root, document);
  for (const note of document.notes) paragraph(pdf, root, note);
  root.end();
  pdf.end();
  return finished;
}

type Fact = [name: string, lines: readonly string[]];

function factsOf({ kind, issuedAt, paidAt, timeZone, paymentReference, corrects }: PrintedDocument): Fact[] {
  return [
    ['Date of issue', [dayOfDocument(issuedAt, timeZone)]],
    [words[kind].paid, [dayOfDocument(paidAt, timeZone)]],
    ...(corrects ? [['For invoice', [corrects]] satisfies Fact] : []),
    ...(paymentReference ? [['Payment reference', [paymentReference]] satisfies Fact] : []),
  ];
}

function heading(pdf: Pdf, root: Element, text: string): void {
  root.add(
    pdf.struct('H1', {}, () =>
      pdf
        .font('heading')
        .fontSize(24)
        .fillColor(pdf.brandColour)
        .text(text, margin, pdf.y, { width: widthOf(pdf) }),
    ),
  );
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

/** Draws facts side by side, two in a row, each name above its lines. */
function inColumns(pdf: Pdf, root: Element, facts: readonly Fact[]): void {
  const width = (widthOf(pdf) - gap) / 2;
  for (let first = 0; first < facts.length; first += 2) {
    const top = pdf.y;
    let bottom = top;
    for (const [index, [name, lines]] of facts.slice(first, first + 2).entries()) {
      const x = margin + index * (width + gap);
      root.add(
        pdf.struct('P', {}, () => pdf.font('text').fontSize(9.5).fillColor(quiet).text(name, x, top, { width })),
      );
      root.add(
        pdf.struct('P', {}, () =>
          pdf
            .font('text')
            .fontSize(10.5)
            .fillColor(ink)
            .text(lines.join('\n') || '–', x, pdf.y + 1, { width, lineGap: 2 }),
        ),
      );
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 14;
  }
}

/** Draws the lines without tax, the taxes and the total. */
function table(pdf: Pdf, root: Element, document: PrintedDocument): void {
  const { currency, lines, taxes, totalMinor } = document;
  const amount = (amountMinor: number) => moneyText({ amountMinor, currency });
  const element = pdf.struct('Table');
  root.add(element);
  pdf.y += 6;
  row(pdf, element, { cells: ['Description', 'Amount'], kind: 'TH', font: 'strong' });
  for (const line of lines) {
    row(pdf, element, { cells: [line.description, amount(line.amountMinor)], kind: 'TD', font: 'text' });
  }
  row(pdf, element, { cells: ['Net', amount(totalMinor - taxOf(document))], kind: 'TD', font: 'text' });
  for (const tax of taxes)
    row(pdf, element, { cells: [taxName(tax), amount(tax.amountMinor)], kind: 'TD', font: 'text' });
  if (taxes.length === 0) row(pdf, element, { cells: ['Tax', amount(0)], kind: 'TD', font: 'text' });
  row(pdf, element, { cells: [words[document.kind].total, amount(totalMinor)], kind: 'TD', font: 'strong' });
  element.end();
}

type Row = { cells: [left: string, right: string]; kind: 'TH' | 'TD'; font: string };

function row(pdf: Pdf, table: Element, { cells: [left, right], kind, font }: Row): void {
  const leftWidth = widthOf(pdf) * 0.7;
  pdf.font(font).fontSize(10.5).fillColor(ink);
  const height = pdf.heightOfString(left, { width: leftWidth }) + 14;
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y + 7;
  const element = pdf.struct('TR');
  table.add(element);
  let bottom = top;
  const cell = (text: string, x: number, width: number, align: 'left' | 'right') =>
    element.add(
      pdf.struct(kind, {}, () => {
        pdf.font(font).fontSize(10.5).fillColor(ink).text(text, x, top, { width, align });
        bottom = Math.max(bottom, pdf.y);
      }),
    );
  cell(left, margin, leftWidth, 'left');
  cell(right, margin + leftWidth, widthOf(pdf) - leftWidth, 'right');
  element.end();
  pdf.y = bottom + 7;
  decorate(pdf, () =>
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(pdf.page.width - margin, pdf.y)
      .lineWidth(0.5)
      .stroke('#d8e0dc'),
  );
}
