import sharp, { type Sharp } from 'sharp';

const maxPixels = 40_000_000;
const maxFrames = 200;
const formats: Record<string, string> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };

/**
 * Blocks the loaders of SVG, PDF and ImageMagick, whose formats are programs or need other programs. This applies to
 * the whole process and is permanent; every function that opens a picture calls it first.
 */
function blockOtherFormats(): void {
  const loaders = ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick', 'VipsForeignLoadMagick7'];
  sharp.block({ operation: loaders });
  sharp.concurrency(2);
  // A cache saves nothing, because a picture is rarely uploaded twice.
  sharp.cache(false);
}

/** Shown width and height of a picture in pixels; of an animated one, those of one frame. */
export type ImageSize = { width: number; height: number };

/** Two lanes, because a picture of 40 megapixels needs a few hundred megabytes while it is rewritten. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

type RewrittenImage = { content: Buffer; size: ImageSize };

/** Reason for rejecting a picture; `found` is the extension of its actual format. */
export type ImageProblem = 'wrong-content' | 'too-many-pixels' | { found: string };

/**
 * Decodes an image and encodes it again, so that only bytes of the encoder are stored: no metadata, nothing hidden
 * behind the picture (UPLOAD-05).
 * @returns a problem when the content is not an image of that extension, or is too large to open safely
 */
export function rewriteImage(path: string, extension: string): Promise<RewrittenImage | ImageProblem> {
  return inTurn(() => rewriteNow(path, extension));
}

const pictureSide = 256;
const pictureFormats = ['jpeg', 'png', 'gif', 'webp'];

/**
 * Converts the picture of a person to a small square in WebP; of an animated one, its first frame.
 * @param image path of a file, or its bytes
 * @returns null when it is no image of an accepted format, or is too large to open safely
 */
export function drawPicture(image: string | Buffer): Promise<Buffer | null> {
  return inTurn(async () => {
    blockOtherFormats();
    try {
      const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' });
      if (!pictureFormats.includes((await picture.metadata()).format)) return null;
      return await picture.autoOrient().resize(pictureSide, pictureSide).webp({ quality: 82 }).toBuffer();
    } catch {
      // sharp throws when it cannot decode all bytes; such bytes are no picture.
      return null;
    }
  });
}

/**
 * Cuts a picture to a size, as JPEG; of an animated one, its first frame.
 * @returns null when it cannot be decoded, or is too large to open safely
 */
export function cutPicture(image: Buffer, { width, height }: ImageSize): Promise<Buffer | null> {
  return inTurn(async () => {
    blockOtherFormats();
    try {
      const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' });
      return await picture.autoOrient().resize(width, height).flatten({ background: '#fff' }).jpeg().toBuffer();
    } catch {
      // sharp throws when it cannot decode all bytes; such bytes are no picture.
      return null;
    }
  });
}

/**
 * Converts a logo to a PNG in a size for print.
 * @returns null when its bytes are no longer a picture
 */
export function drawLogo(image: Buffer): Promise<Buffer | null> {
  return inTurn(async () => {
    blockOtherFormats();
    try {
      const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
      return await picture
        .resize({ width: 640, height: 128, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer();
    } catch {
      // sharp throws when it cannot decode all bytes; such bytes are no picture.
      return null;
    }
  });
}

/**
 * Draws a square icon as PNG: a picture in the middle of a white ground, so that systems may crop its edges.
 * @param inner side of the picture in pixels
 * @returns null when its bytes cannot be decoded
 */
export function drawIcon(image: Buffer, { side, inner }: { side: number; inner: number }): Promise<Buffer | null> {
  return inTurn(async () => {
    blockOtherFormats();
    try {
      const before = Math.floor((side - inner) / 2);
      const after = side - inner - before;
      const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
      return await picture
        .resize(inner, inner, { fit: 'contain', background: '#fff' })
        .extend({ top: before, bottom: after, left: before, right: after, background: '#fff' })
        .flatten({ background: '#fff' })
        .png()
        .toBuffer();
    } catch {
      // sharp throws when it cannot decode all bytes; such bytes are no picture.
      return null;
    }
  });
}

function inTurn<Result>(draw: () => Promise<Result>): Promise<Result> {
  turn = (turn + 1) % lanes.length;
  const drawn = Promise.resolve(lanes[turn]).then(draw);
  lanes[turn] = drawn;
  return drawn;
}

async function rewriteNow(path: string, extension: string): Promise<RewrittenImage | ImageProblem> {
  blockOtherFormats();
  const wanted = formats[extension];
  try {
    // Reads only the header, so the pixel limit applies to the decoding.
    const { format, width, height, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
    if (format !== wanted) return pictureFormats.includes(format) ? { found: extensionFor(format) } : 'wrong-content';
    const frames = extension === 'gif' ? pages : 1;
    if (width * height * frames > maxPixels || pages > maxFrames) return 'too-many-pixels';
    const image = sharp(path, { limitInputPixels: maxPixels, animated: extension === 'gif', failOn: 'error' });
    const content = await writtenAs(format, image).toBuffer();
    return { content, size: await readSize(content) };
  } catch {
    // sharp throws when it cannot decode all bytes; such bytes are no picture.
    return 'wrong-content';
  }
}

const extensionFor = (format: string) => (format === 'jpeg' ? 'jpg' : format);

function writtenAs(format: string, image: Sharp): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 9 });
  if (format === 'gif') return image.gif();
  if (format === 'webp') return image.autoOrient().webp({ quality: 86 });
  // Searching for the shortest order of scans takes 50 MB more, for a file that is one hundredth smaller.
  return image.autoOrient().jpeg({ quality: 86, mozjpeg: true, optimiseScans: false });
}

/**
 * Reads the size of a picture that was rewritten before.
 * @returns null when its bytes are no longer a picture
 */
export async function measureImage(path: string): Promise<ImageSize | null> {
  blockOtherFormats();
  try {
    return await readSize(path);
  } catch {
    // sharp throws when it cannot read the bytes; such bytes are no picture.
    return null;
  }
}

async function readSize(image: string | Buffer): Promise<ImageSize> {
  const { width, height } = await sharp(image, { limitInputPixels: maxPixels }).metadata();
  return { width, height };
}
