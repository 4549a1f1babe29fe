import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { fileColumns } from '#contract/catalogue/catalogue.ts';
import { maxDocumentBytes, maxImageBytes, maxPictureBytes } from '#contract/catalogue/files.ts';
import { maxImportBytes, mostImportRows } from '#contract/catalogue/imports.ts';
import { csvText } from '#contract/csv.ts';
import { zipOf } from '#tests/support/uploads.ts';
import { officeFile, type Sample } from './corpus.ts';

/** Maximum entries of an archive or office file. */
const mostEntries = 2_000;
/** Pixels of the largest picture that is opened. */
const mostPixels = 40_000_000;
/** Room in a file beside its content, in bytes. */
const margin = 200_000;

/** Returns a picture of noise just below a size, which cannot be compressed. */
async function noise(format: 'png' | 'jpeg' | 'webp', mostBytes: number): Promise<Buffer> {
  const bytesPerPixel = { png: 3.1, jpeg: 1.6, webp: 1.4 }[format];
  let side = Math.floor(Math.sqrt(mostBytes / bytesPerPixel));
  for (;;) {
    const raw = { width: side, height: side, channels: 3 as const };
    const image = await sharp(randomBytes(side * side * 3), { raw })
      .toFormat(format, format === 'png' ? { compressionLevel: 1 } : { quality: 90 })
      .toBuffer();
    if (image.length <= mostBytes) return image;
    side = Math.floor(side * 0.95);
  }
}

/** Returns a picture of one colour with the maximum number of pixels. */
function plain(format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(mostPixels));
  return sharp({ create: { width: side, height: side, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer();
}

/** Returns an animated picture of 200 frames. */
function moving(mostBytes: number): Promise<Buffer> {
  const pages = 200;
  const width = Math.floor(Math.sqrt(mostBytes / pages / 1.55));
  const height = width;
  const raw = { width, height: height * pages, channels: 3 as const, pageHeight: height };
  return sharp(randomBytes(width * height * pages * 3), { raw })
    .gif({ effort: 1 })
    .toBuffer();
}

/** Returns a PDF of many pages with an outline, filled up to the maximum size. */
async function largePdf(pages: number): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, compress: false });
  const text = 'Sentences of a page that a person has written. '.repeat(80);
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage().text(`${page} ${text}`);
    pdf.outline.addItem(`Chapter ${page}`);
  }
  pdf.end();
  const content = Buffer.concat(await pdf.toArray());
  // Readers accept bytes before the end mark, so a comment of random letters fills the file.
  const filler = Buffer.from(`%${randomBytes((maxDocumentBytes - margin - content.length) >> 1).toString('hex')}\n`);
  return Buffer.concat([content, filler, Buffer.from('%%EOF\n')]);
}

/** Returns entries of noise that fill an archive up to the maximum size. */
function entries(prefix: string): Record<string, Buffer> {
  const each = Math.floor((maxDocumentBytes - 2 * margin) / mostEntries) - 100;
  return Object.fromEntries(
    Array.from({ length: mostEntries - 10 }, (_, index) => [`${prefix}${index}.bin`, randomBytes(each)]),
  );
}

/** Returns the largest documents that the contract allows. */
export async function largeDocuments(): Promise<Sample[]> {
  const old = Buffer.alloc(maxDocumentBytes, 'E\0n\0c\0r\0y\0p\0');
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(old);
  const text = 'Grüße, 你好, שלום and more words of a text\n';
  return [
    { name: 'pages.pdf', content: await largePdf(2_000) },
    { name: 'noise.pdf', content: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(maxDocumentBytes - 100)]) },
    { name: 'entries.zip', content: zipOf(entries('folder/')) },
    { name: 'one.zip', content: zipOf({ 'one.bin': randomBytes(maxDocumentBytes - margin) }) },
    {
      name: 'unpacked.zip',
      content: zipOf({ 'zeros.bin': Buffer.alloc(90_000_000), 'noise.bin': randomBytes(2_000_000) }),
    },
    { name: 'report.docx', content: officeFile('docx', entries('word/media/')) },
    { name: 'sheet.xlsx', content: officeFile('xlsx', { 'xl/sheet1.xml': randomBytes(maxDocumentBytes - margin) }) },
    { name: 'slides.pptx', content: officeFile('pptx', entries('ppt/media/')) },
    { name: 'old.doc', content: old },
    { name: 'old.xls', content: Buffer.from(old) },
    { name: 'wrong.docx', content: old },
    {
      name: 'text.txt',
      content: Buffer.from(text.repeat(Math.floor((maxDocumentBytes - 100) / Buffer.byteLength(text)))),
    },
  ];
}

export async function largeImages(): Promise<Sample[]> {
  return [
    { name: 'noise.png', content: await noise('png', maxImageBytes) },
    { name: 'noise.jpg', content: await noise('jpeg', maxImageBytes) },
    { name: 'noise.webp', content: await noise('webp', maxImageBytes) },
    { name: 'plain.png', content: await plain('png') },
    { name: 'plain.jpg', content: await plain('jpeg') },
    { name: 'plain.webp', content: await plain('webp') },
    { name: 'moving.gif', content: await moving(maxImageBytes) },
  ];
}

export async function largePictures(): Promise<Sample[]> {
  return [
    { name: 'noise.png', content: await noise('png', maxPictureBytes) },
    { name: 'noise.jpg', content: await noise('jpeg', maxPictureBytes) },
    { name: 'plain.png', content: await plain('png') },
    { name: 'moving.gif', content: await moving(maxPictureBytes) },
  ];
}

/**
 * Returns the largest files of a catalogue: with the maximum rows, with the maximum bytes, and with single cells as
 * large as a file.
 */
export function largeImports(): Sample[] {
  const row = (index: number, words: number, changed: Record<string, string> = {}): string[] => {
    const values: Record<string, string> = {
      title: `Number ${index} of the file`,
      description: 'harbour ledger orchard, "signal" <b>meadow</b>\n'.repeat(words),
      type: ['report', 'book', 'insight'][index % 3] ?? 'report',
      accessType: index % 2 ? 'free' : 'purchase',
      price: index % 2 ? '' : '19.99',
      tags: 'care|ledger|orchard',
      isPublished: 'true',
      ...changed,
    };
    return fileColumns.map((column) => values[column] ?? '');
  };
  const csv = (rows: string[][]) => Buffer.from(csvText([[...fileColumns], ...rows]));
  const rows = (count: number, words: number, changed: Record<string, string> = {}) =>
    csv(Array.from({ length: count }, (_, index) => row(index, words, changed)));
  const objects = (count: number, words: number) =>
    Array.from({ length: count }, (_, index) =>
      JSON.stringify(Object.fromEntries(row(index, words).map((cell, at) => [fileColumns[at], cell]))),
    ).join('\n');
  const bytes = maxImportBytes - margin;
  return [
    { name: 'rows.csv', content: rows(mostImportRows, 15) },
    { name: 'wrong.csv', content: rows(mostImportRows, 1, { type: 'poster', price: 'ten', accessType: 'gratis' }) },
    { name: 'objects.jsonl', content: Buffer.from(objects(mostImportRows, 8)) },
    { name: 'list.json', content: Buffer.from(`[${objects(mostImportRows, 8).replaceAll('}\n{', '},\n{')}]`) },
    { name: 'cell.csv', content: csv([row(0, 1, { description: 'a, "b"\n'.repeat(Math.floor(bytes / 9)) })]) },
    { name: 'open.csv', content: Buffer.concat([csv([]), Buffer.from(`"${'a,b\n'.repeat(bytes / 4)}`)]) },
    { name: 'commas.csv', content: Buffer.concat([csv([]), Buffer.from(','.repeat(bytes))]) },
    { name: 'lines.csv', content: Buffer.concat([csv([]), Buffer.from('\n'.repeat(bytes))]) },
    { name: 'long.json', content: Buffer.from(JSON.stringify({ title: 'a', description: 'b "'.repeat(bytes / 4) })) },
    {
      name: 'keys.json',
      content: Buffer.from(`{${Array.from({ length: bytes / 14 }, (_, i) => `"k${i}":1`).join(',')}}`),
    },
    { name: 'deep.json', content: Buffer.from(`{"a":${'['.repeat(bytes - 10)}`) },
    { name: 'ghost.json', content: ghost(bytes) },
    { name: 'gumroad.json', content: Buffer.from(`{"success":true,"products":[${gumroad().join(',')}]}`) },
    { name: 'gumroad.jsonl', content: Buffer.from(gumroad().join('\n')) },
  ];
}

/** Returns an export of Ghost: one object with all posts. */
function ghost(bytes: number): Buffer {
  const html = '<p>Words of a <em>post</em> with <a href="https://example.org">links</a>.</p>'.repeat(80);
  const post = (index: number) => ({
    id: `${index}`,
    title: `Post ${index}`,
    slug: `post-${index}`,
    html,
    status: 'published',
    type: 'post',
  });
  const count = Math.floor(bytes / (JSON.stringify(post(1)).length + 10));
  const posts = Array.from({ length: Math.min(count, mostImportRows) }, (_, index) => post(index));
  return Buffer.from(JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts, tags: [], posts_tags: [] } }] }));
}

/** Returns products of Gumroad, as its API returns them. */
function gumroad(): string[] {
  const description = '<p>Words of a <strong>product</strong></p>'.repeat(20);
  return Array.from({ length: mostImportRows }, (_, index) =>
    JSON.stringify({
      id: `p${index}`,
      name: `Product ${index}`,
      description,
      price: 1900,
      currency: 'gbp',
      published: true,
      tags: ['care'],
      short_url: 'https://example.gumroad.com/l/a',
    }),
  );
}
