import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const keyword = 'openbadgecredential';

/** Keyword, no compression, and neither language nor translated keyword. */
const prefix = Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1');

/** Bytes around the data of a chunk: its length and its type before, its checksum behind. */
const frameBytes = 12;

export const isPng = (file: Buffer) => file.subarray(0, signature.length).equals(signature);

/** Bakes a text into a PNG as one uncompressed iTXt chunk behind the header (Open Badges 3.0, 5.4.1.1). */
export function bake(picture: Buffer, text: string): Buffer {
  const headerEnd = signature.length + frameBytes + picture.readUInt32BE(signature.length);
  const data = Buffer.concat([prefix, Buffer.from(text, 'utf8')]);
  const typed = Buffer.concat([Buffer.from('iTXt', 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([picture.subarray(0, headerEnd), length, typed, checksum, picture.subarray(headerEnd)]);
}

/** Returns the texts that were baked into a PNG; none for a picture that ends within the data of a chunk. */
export function extract(picture: Buffer): string[] {
  const found: string[] = [];
  let at = signature.length;
  while (at + frameBytes <= picture.length) {
    const dataStart = at + 8;
    const dataEnd = dataStart + picture.readUInt32BE(at);
    if (dataEnd + 4 > picture.length) return [];
    const type = picture.toString('latin1', at + 4, dataStart);
    const data = picture.subarray(dataStart, dataEnd);
    if (type === 'iTXt' && data.subarray(0, prefix.length).equals(prefix)) {
      found.push(data.toString('utf8', prefix.length));
    }
    at = dataEnd + 4;
  }
  return found;
}
