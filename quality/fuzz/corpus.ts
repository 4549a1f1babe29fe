import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { zipOf } from '#tests/support/uploads.ts';

/** A file as an administrator might upload it. */
export type Sample = { name: string; content: Buffer };

const pdf = (text: string) => `%PDF-1.7\n1 0 obj<</Type/Catalog/Note(${text})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;

/** The part that identifies an Office file, by its extension. */
const officeParts: Record<string, string> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
};
const officeTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
};

export function officeFile(extension: string, more: Record<string, string | Buffer> = {}): Buffer {
  const part = officeParts[extension] ?? '';
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${officeTypes[extension]}"/></Types>`,
    [part]: '<?xml version="1.0"?><document/>',
    ...more,
  });
}

/** Returns the container of old Office files: its signature, and only zeros after it. */
function oldOfficeFile(size: number): Buffer {
  const file = Buffer.alloc(Math.max(size, 512));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  return file;
}

export async function picture(format: 'png' | 'jpeg' | 'gif', width: number): Promise<Buffer> {
  const background = { r: width % 256, g: 120, b: 60 };
  const image = sharp({ create: { width, height: 1 + (width % 9), channels: 3, background } });
  return image.toFormat(format).toBuffer();
}

/** Returns sixty files whose content matches their names. */
export async function goodFiles(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let index = 1; index <= 5; index += 1) {
    const text = `${index} – Grüße, 你好, שלום`.repeat(index);
    const zip = zipOf({ 'a.txt': text, [`folder/${index}.csv`]: 'a,b\n1,2' });
    const pairs: [string, string | Buffer][] = [
      [`report ${index}.pdf`, pdf(`${index}`)],
      [`notes-${index}.txt`, text],
      [`ideen-äöü-${index}.TXT`, `${'line\n'.repeat(index * 100)}`],
      [`archive.${index}.zip`, zip],
      [`old-${index}.doc`, oldOfficeFile(index * 700)],
      [`old-${index}.xls`, oldOfficeFile(index * 900)],
      [`old-${index}.ppt`, oldOfficeFile(index * 1100)],
      ...Object.keys(officeParts).map(
        (extension) => [`paper-${index}.${extension}`, officeFile(extension)] as [string, Buffer],
      ),
      [`photo-${index}.${index % 2 ? 'jpg' : 'JPEG'}`, await picture('jpeg', index * 7)],
      index % 2
        ? [`icon-${index}.png`, await picture('png', index * 5)]
        : [`moving-${index}.gif`, await picture('gif', index * 3)],
    ];
    samples.push(...pairs.map(([name, content]) => ({ name, content: Buffer.from(content) })));
  }
  return samples;
}

/** Returns an archive whose directory states ten bytes for ten million. */
export function lyingZip(): Buffer {
  const zip = zipOf({ 'small.txt': Buffer.alloc(10_000_000, 'a') });
  zip.writeUInt32LE(10, 22);
  zip.writeUInt32LE(10, zip.indexOf('PK\u0001\u0002') + 24);
  return zip;
}

/** Returns a PNG with many pixels in a few kilobytes; its one row of data is never read. */
export function hugePng(side: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(side + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
