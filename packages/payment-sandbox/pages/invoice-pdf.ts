import PDFDocument from 'pdfkit';
import type Stripe from 'stripe';
import { period, sums, when } from './invoice-page.ts';
import { shownMoney } from './layout.ts';

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

const margin = 64;
const ink = '#13211e';
const quiet = '#50605b';
const lowest = 740;

/** File behind `invoice_pdf`: a tagged A4 document. */
export function invoicePdf(invoice: Stripe.Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number}`;
  const created = new Date(invoice.created * 1000);
  const info = { Title: title, Author: invoice.account_name ?? '', CreationDate: created, ModDate: created };
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    info,
  });
  const finished = collected(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  write(pdf, root, { tag: 'H1', text: title, size: 24, font: 'Helvetica-Bold' });
  write(pdf, root, { tag: 'P', text: 'Test payments: no money moves.', size: 10, colour: quiet });
  pdf.y += 12;
  for (const text of [
    `From: ${invoice.account_name}`,
    `To: ${[invoice.customer_name, invoice.customer_email].filter(Boolean).join(', ') || 'the customer'}`,
    `${when(invoice)}. Status: ${invoice.status}.`,
  ]) {
    write(pdf, root, { tag: 'P', text, size: 11 });
  }
  pdf.y += 16;
  table(pdf, root, invoice);
  root.end();
  pdf.end();
  return finished;
}

function collected(pdf: Pdf): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

type Text = { tag: string; text: string; size: number; font?: string; colour?: string };

function write(pdf: Pdf, root: Element, { tag, text, size, font = 'Helvetica', colour = ink }: Text): void {
  const draw = () => pdf.font(font).fontSize(size).fillColor(colour).text(plain(text), margin, pdf.y, { lineGap: 4 });
  root.add(pdf.struct(tag, {}, () => void draw()));
}

function table(pdf: Pdf, root: Element, invoice: Stripe.Invoice): void {
  const money = (amountMinor: number) => shownMoney(amountMinor, invoice.currency);
  const element = pdf.struct('Table');
  root.add(element);
  row(pdf, element, { cells: ['Description', 'Amount'], tag: 'TH', font: 'Helvetica-Bold' });
  for (const line of invoice.lines.data) {
    const cells: Row['cells'] = [`${line.description}\n${period(line)}`, money(line.amount)];
    row(pdf, element, { cells, tag: 'TD', font: 'Helvetica' });
  }
  for (const [name, amount] of sums(invoice)) {
    row(pdf, element, { cells: [name, money(amount)], tag: 'TD', font: 'Helvetica' });
  }
  row(pdf, element, { cells: ['Total', money(invoice.total)], tag: 'TD', font: 'Helvetica-Bold' });
  row(pdf, element, { cells: ['Paid', money(invoice.amount_paid)], tag: 'TD', font: 'Helvetica' });
  row(pdf, element, { cells: ['Due', money(invoice.amount_remaining)], tag: 'TD', font: 'Helvetica-Bold' });
  element.end();
}

type Row = { cells: [text: string, amount: string]; tag: 'TH' | 'TD'; font: string };

function row(pdf: Pdf, parent: Element, { cells: [text, amount], tag, font }: Row): void {
  if (pdf.y > lowest) pdf.addPage();
  const top = pdf.y + 8;
  const width = pdf.page.width - 2 * margin;
  const element = pdf.struct('TR');
  parent.add(element);
  let bottom = top;
  const cell = (content: string, x: number, options: PDFKit.Mixins.TextOptions) => {
    const draw = () => {
      pdf.font(font).fontSize(11).fillColor(ink).text(plain(content), x, top, options);
      bottom = Math.max(bottom, pdf.y);
    };
    element.add(pdf.struct(tag, {}, draw));
  };
  cell(text, margin, { width: width * 0.7 });
  cell(amount, margin + width * 0.7, { width: width * 0.3, align: 'right' });
  element.end();
  pdf.y = bottom + 4;
}

/**
 * Replaces characters that the standard fonts do not have: letters outside Western European scripts lose their accents
 * or become their code, such as `[U+4E2D]`.
 */
function plain(text: string): string {
  const outside = /[^\n\u0020-\u007e\u00a0-\u00ff€–—‘’“”•…]/gu;
  return text.normalize('NFC').replace(outside, (character) => {
    const bare = character.normalize('NFKD').replace(/\p{Mark}/gu, '');
    return bare.replace(
      outside,
      (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  });
}
