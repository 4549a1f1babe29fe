import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { GivenFile } from './office.ts';

/** A small document that every reader opens. */
export async function makePdf(name: string, text: string): Promise<GivenFile> {
  const document = new PDFDocument({ size: 'A5' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.text(text).end();
  await ended;
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts) };
}

/** A picture of one colour. */
export async function makePng(name: string, background: string): Promise<GivenFile> {
  const buffer = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}
