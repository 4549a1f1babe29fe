import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { GivenFile } from './office.ts';

/** Makes a small document that every reader opens. */
export async function makePdf(name: string, text: string): Promise<GivenFile> {
  const document = new PDFDocument({ size: 'A5' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.text(text).end();
  await ended;
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts) };
}

/** Makes a picture of one colour. */
export async function makePng(name: string, background: string): Promise<GivenFile> {
  const buffer = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Makes a book of some pages with a table of contents: "Chapter 2" is on page 2, and page 1 links to the last page. */
export async function makeBook(name: string, pageCount: number): Promise<GivenFile> {
  const document = new PDFDocument({ size: 'A5', autoFirstPage: false });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.once('end', resolve));
  for (let page = 1; page <= pageCount; page += 1) {
    document.addPage();
    document.addNamedDestination(`page-${page}`);
    document.outline.addItem(`Chapter ${page}`);
    document.text(`These are the words of page ${page}.`);
    if (page === 1) document.text('To the end', { goTo: `page-${pageCount}` });
  }
  document.end();
  await ended;
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts) };
}
