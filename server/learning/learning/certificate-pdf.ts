import { encode } from 'uqr';
import { longDay } from '#contract/dates.ts';
import { passedCheckText } from '#contract/learning/checks-limits.ts';
import type { PassedCheck } from '#contract/learning/checks-standing.ts';
import type { Shape } from '#contract/shapes.ts';
import {
  type BrandField,
  collect,
  decorate,
  type Element,
  openPdf,
  type Pdf,
  type PrintedBrand,
} from '#server/platform/files/pdf.ts';
import { drawMark, fillShape } from '#server/platform/files/pdf-shapes.ts';

export type PrintedCertificate = {
  holder: string;
  resource: string;
  /** Whether "I have read and understood this." was confirmed. */
  isConfirmed: boolean;
  /** Score with which the knowledge check was passed; null without one. */
  check: PassedCheck;
  version: number;
  completedAt: Date;
  /** Last day of validity, such as 2027-11-12; null without one. */
  validUntil: string | null;
  organisation: string;
  code: string;
  issuedAt: Date;
};

export type CertificateIssuer = {
  productName: string;
  publisher: string | null;
  publicUrl: string;
  brand: PrintedBrand;
  field: BrandField;
};

const ink = '#13211e';
const quiet = '#50605b';
const line = '#d8e0dc';

/** A hundredth of the page's width, the unit of all lengths here. */
const unit = 841.89 / 100;
const bandLeft = 78 * unit;
const left = 6.4 * unit;
const width = bandLeft - left - 6 * unit;
const footTop = 59.2 * unit;

const title = 'Certificate of completion';

/** Makes the certificate as a tagged PDF of one page, A4 landscape (LEARN-04). */
export function printCertificate(certificate: PrintedCertificate, issuer: CertificateIssuer): Promise<Buffer> {
  const pdf = openPdf({
    title: `${title}: ${certificate.resource}`,
    author: issuer.productName,
    date: certificate.issuedAt,
    // Without margins above and below, no text starts a second page.
    margins: { top: 0, bottom: 0, left, right: 100 * unit - left - width },
    brand: { ...issuer.brand, logo: null },
    isLandscape: true,
  });
  const finished = collect(pdf);
  const root = pdf.struct('Document', { title });
  pdf.addStructure(root);
  drawBand(pdf, issuer.field);
  writeName(pdf, root, issuer);
  writeStatement(pdf, root, certificate);
  writeFoot(pdf, root, certificate, issuer);
  root.end();
  pdf.end();
  return finished;
}

type Look = { font: 'text' | 'strong' | 'heading'; size: number; colour: string };

/** Writes one text of the page below the previous one. */
function write(pdf: Pdf, parent: Element, tag: string, text: string, { font, size, colour }: Look): void {
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf.font(font).fontSize(size).fillColor(colour).text(text, left, pdf.y, { width });
    }),
  );
}

function writeName(pdf: Pdf, root: Element, { productName, brand }: CertificateIssuer): void {
  const size = 2.8 * unit;
  const top = 5.6 * unit;
  const taken = drawMark(pdf, brand.logo, { x: left, y: top, size });
  const start = left + taken + 0.9 * unit;
  pdf.y = top + 0.45 * unit;
  root.add(
    pdf.struct('P', {}, () => {
      pdf.font('heading').fontSize(1.75 * unit);
      pdf
        .fillColor(ink)
        .text(productName, start, pdf.y, { width: left + width - start, height: 2 * unit, ellipsis: true });
    }),
  );
}

/** Font sizes in units of `unit`, largest first; the longest texts get the smallest. */
const holderSizes = [5.2, 4.4, 3.6, 2.8, 2.1, 1.6];
const resourceSizes = [2.7, 2.4, 2.1, 1.8, 1.5, 1.2];

/** Returns the largest size at which a text fits in a number of lines, or the smallest when none fits. */
function sizeFor(pdf: Pdf, text: string, sizes: readonly number[], lines: number): number {
  const fits = (size: number) =>
    pdf
      .font('heading')
      .fontSize(size * unit)
      .heightOfString(text, { width }) <
    (lines + 0.5) * 1.2 * size * unit;
  return (sizes.find(fits) ?? sizes.at(-1) ?? 1) * unit;
}

/** Writes who completed which resource, and when. */
function writeStatement(pdf: Pdf, root: Element, certificate: PrintedCertificate): void {
  const { holder, resource, isConfirmed, check, version, completedAt, validUntil, organisation } = certificate;
  // Uses one line as long as the name remains large.
  const inOneLine = sizeFor(pdf, holder, holderSizes.slice(0, 4), 1);
  const holderSize =
    pdf.font('heading').fontSize(inOneLine).widthOfString(holder) < width
      ? inOneLine
      : sizeFor(pdf, holder, holderSizes, 2);
  pdf.y = 16.8 * unit;
  write(pdf, root, 'H1', title, { font: 'strong', size: 1.35 * unit, colour: quiet });
  pdf.y += 0.5 * unit;
  write(pdf, root, 'P', holder, { font: 'heading', size: holderSize, colour: ink });
  pdf.y += 1.9 * unit;
  const did = isConfirmed ? 'read and confirmed understanding of' : 'completed';
  write(pdf, root, 'P', did, { font: 'text', size: 1.6 * unit, colour: quiet });
  pdf.y += 0.6 * unit;
  write(pdf, root, 'P', resource, { font: 'heading', size: sizeFor(pdf, resource, resourceSizes, 2), colour: ink });
  pdf.y += (check ? 2.2 : 3) * unit;
  const list = pdf.struct('L');
  root.add(list);
  writeFacts(pdf, list, [
    ['Completed', longDay(completedAt)],
    ['Version', String(version)],
    ...(validUntil ? [['Valid until', longDay(validUntil)] satisfies Fact] : []),
  ]);
  const gap = (check ? 1.2 : 1.8) * unit;
  pdf.y += gap;
  if (check) {
    const said = passedCheckText(check);
    writeFacts(pdf, list, [['Knowledge check', `${said.charAt(0).toUpperCase()}${said.slice(1)}`]]);
    pdf.y += gap;
  }
  writeFacts(pdf, list, [['Assigned by', organisation]]);
  list.end();
}

type Fact = [name: string, value: string];

/** Writes facts side by side, each name above its value. */
function writeFacts(pdf: Pdf, list: Element, facts: readonly Fact[]): void {
  const top = pdf.y;
  let x = left;
  for (const [name, value] of facts) {
    const item = pdf.struct('LI');
    list.add(item);
    pdf.font('strong').fontSize(1.42 * unit);
    const valueWidth = pdf.widthOfString(value);
    const nameWidth = pdf
      .font('text')
      .fontSize(1.16 * unit)
      .widthOfString(name);
    const taken = facts.length === 1 ? width : Math.ceil(Math.max(valueWidth, nameWidth)) + 1;
    pdf.y = top;
    for (const [tag, text, font, size] of [
      ['Lbl', name, 'text', 1.16],
      ['LBody', value, 'strong', 1.42],
    ] as const) {
      const at = pdf.y;
      item.add(
        pdf.struct(tag, {}, () => {
          pdf
            .font(font)
            .fontSize(size * unit)
            .fillColor(tag === 'Lbl' ? quiet : ink);
          pdf.text(text, x, at, { width: taken, ...(facts.length > 1 && { lineBreak: false }) });
        }),
      );
      // pdfkit moves on to the right, not down, after a text without line breaks.
      if (facts.length > 1) pdf.y = at + pdf.currentLineHeight(true);
      pdf.y += 0.25 * unit;
    }
    item.end();
    x += taken + 3.6 * unit;
  }
}

/** Writes the certificate's limits, and where it can be checked. */
function writeFoot(
  pdf: Pdf,
  root: Element,
  { code, check: passed }: PrintedCertificate,
  { publisher, publicUrl }: CertificateIssuer,
): void {
  decorate(pdf, () =>
    pdf
      .moveTo(left, footTop)
      .lineTo(left + width, footTop)
      .lineWidth(0.75)
      .stroke(line),
  );
  const published = publisher ? ` Published by ${publisher}.` : '';
  const limits = `Shows that the resource was completed${passed ? ' and its knowledge check passed' : ''}. It is not a qualification and no proof of compliance with any law.${published}`;
  const address = `${publicUrl.replace(/^https?:\/\//, '')}/verify/`;
  const small = 1.16 * unit;
  pdf.font('text').fontSize(small).fillColor(quiet);
  const check = `Check it at ${address}`;
  const spacing = 0.04 * unit;
  pdf.font('strong').fontSize(1.35 * unit);
  const codeWidth = pdf.widthOfString(code, { characterSpacing: spacing });
  pdf.font('text').fontSize(small);
  const right = Math.min(Math.max(pdf.widthOfString(check), codeWidth) + 2, 24 * unit);
  const options = { width: width - right - codeSide - 4 * unit, lineGap: 0.4 * unit };
  const top = footTop + 1.8 * unit;
  root.add(pdf.struct('P', {}, () => void pdf.text(limits, left, top, options)));
  const x = left + width - right - codeSide - unit;
  const page = `${publicUrl}/verify/${code}`;
  drawQrCode(pdf, page, { x: left + width - codeSide, y: footTop + unit });
  pdf.y = top;
  root.add(
    pdf.struct('P', {}, () => {
      pdf
        .font('text')
        .fontSize(small)
        .fillColor(quiet)
        .text(check, x, top, { width: right, lineGap: 0.4 * unit });
    }),
  );
  const paragraph = pdf.struct('P');
  root.add(paragraph);
  const link = pdf.struct('Link');
  paragraph.add(link);
  const codeTop = pdf.y;
  link.add(() => {
    pdf
      .font('strong')
      .fontSize(1.35 * unit)
      .fillColor(ink);
    pdf.text(code, x, codeTop, { width: right, characterSpacing: spacing, lineBreak: false });
  });
  // The types lack both: `structParent` is the element of the link, and `Contents` describes its target.
  const about = { structParent: link, Contents: new String(`Check this certificate at ${page}`) };
  pdf.link(x, codeTop, right, 1.8 * unit, page, about as object);
  link.end();
  paragraph.end();
}

/** Side of the QR code: 27 mm with its quiet border, so that a phone reads it from paper. */
const codeSide = 9.1 * unit;

/** Draws the URL as a QR code. Screen readers skip it, because the link beside it has the same target. */
function drawQrCode(pdf: Pdf, text: string, { x, y }: { x: number; y: number }): void {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const side = codeSide / size;
  decorate(pdf, () => {
    pdf.rect(x, y, codeSide, codeSide).fill('#ffffff');
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) pdf.rect(x + column * side, y + row * side, side, side);
      }
    }
    pdf.fill('#000000');
  });
}

const artColours = { keystone: '#7ba4e3', leaf: '#5cc0c4', circle: '#f0957c', diamond: '#ebb84b' };
const shapeOf: Record<string, Shape> = { k: 'keystone', l: 'leaf', c: 'circle', d: 'diamond' };

/** The field's shapes, three in a row: `!` in the colour of their principle, `*` in the field's text colour. */
const rows = [
  'k! l c!',
  'd k* d',
  'l! c d!',
  'c l k',
  'd c! l!',
  'k! d c',
  'l k d!',
  'c! l* k',
  'd c l',
  'k d! k!',
  'l! k c',
];

/** Draws the brand's field at the right edge, which screen readers skip. */
function drawBand(pdf: Pdf, { ground, raised, ink: light }: BrandField): void {
  const scale = (22 - 2.4) / 360;
  const side = 108 * scale * unit;
  decorate(pdf, () => {
    pdf.rect(bandLeft, 0, pdf.page.width - bandLeft, pdf.page.height).fill(ground);
    pdf.save();
    pdf.rect(bandLeft, 0, pdf.page.width - bandLeft, pdf.page.height).clip();
    for (const [row, shapes] of rows.entries()) {
      for (const [column, name] of shapes.split(' ').entries()) {
        const shape = shapeOf[name.charAt(0)] ?? 'circle';
        const colour = name.endsWith('!') ? artColours[shape] : name.endsWith('*') ? light : raised;
        const x = bandLeft + (1.2 + (6 + 120 * column) * scale) * unit;
        const y = (-1.8 + (6 + 120 * row) * scale) * unit;
        fillShape(pdf, shape, { x, y, size: side }, colour);
      }
    }
    pdf.restore();
  });
}
