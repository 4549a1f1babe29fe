import sharp from 'sharp';

const maxPixels = 40_000_000;
const maxFrames = 200;
const formats: Record<string, string> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif' };

/**
 * Formats that are programs, need other programs, or are not on the list are not even tried. For the whole process and
 * for good, so only once an upload comes: the demo draws its own pictures as SVG before that.
 */
function blockOtherFormats(): void {
  const loaders = ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick', 'VipsForeignLoadMagick7'];
  sharp.block({ operation: loaders });
  sharp.concurrency(2);
  // Nobody uploads the same picture again and again.
  sharp.cache(false);
}

/** A picture of 40 megapixels takes a few hundred megabytes while it is written anew, so there are two at a time. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

/**
 * Decodes an image and writes it anew, so that only our own bytes are kept: no metadata, nothing hidden behind the
 * picture (UPLOAD-05).
 * @returns null when the content is not an image of that extension, or is too large to open safely
 */
export function rewriteImage(path: string, extension: string): Promise<Buffer | null> {
  turn = (turn + 1) % lanes.length;
  const rewritten = Promise.resolve(lanes[turn]).then(() => rewriteNow(path, extension));
  lanes[turn] = rewritten;
  return rewritten;
}

async function rewriteNow(path: string, extension: string): Promise<Buffer | null> {
  blockOtherFormats();
  const wanted = formats[extension];
  try {
    const image = sharp(path, { limitInputPixels: maxPixels, animated: extension === 'gif', failOn: 'error' });
    const { format, pages = 1 } = await image.metadata();
    if (format !== wanted || pages > maxFrames) return null;
    if (format === 'png') return await image.png({ compressionLevel: 9 }).toBuffer();
    if (format === 'gif') return await image.gif().toBuffer();
    return await image.autoOrient().jpeg({ quality: 86, mozjpeg: true }).toBuffer();
  } catch {
    // sharp throws for what it cannot decode whole; such bytes are no picture.
    return null;
  }
}
