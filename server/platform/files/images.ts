import sharp, { type Sharp } from 'sharp';

const maxPixels = 40_000_000;
const maxFrames = 200;
const formats: Record<string, string> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };

/**
 * Formats that are programs, need other programs, or are not on the list are not even tried. For the whole process and
 * for good, so only once an upload comes: the demo draws its own pictures as SVG before that.
 */
function blockOtherFormats(): void {
  const loaders = ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick', 'VipsForeignLoadMagick7'];
  sharp.block({ operation: loaders });
  sharp.concurrency(2);
  // A cache saves nothing: the same picture is seldom uploaded twice.
  sharp.cache(false);
}

/** How wide and high a picture is shown, in pixels; of moving ones one frame. */
export type ImageSize = { width: number; height: number };

/** A picture of 40 megapixels takes a few hundred megabytes while it is written anew, so there are two at a time. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

type RewrittenImage = { content: Buffer; size: ImageSize };

/**
 * Decodes an image and writes it anew, so that only our own bytes are kept: no metadata, nothing hidden behind the
 * picture (UPLOAD-05).
 * @returns null when the content is not an image of that extension, or is too large to open safely
 */
export function rewriteImage(path: string, extension: string): Promise<RewrittenImage | null> {
  return inTurn(() => rewriteNow(path, extension));
}

const pictureSide = 256;
const pictureFormats = ['jpeg', 'png', 'gif', 'webp'];

/**
 * Draws the picture of a person anew as a small square in WebP; of a moving one its first frame.
 * @param image the path of a file, or its bytes
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
      // As in `rewriteNow`.
      return null;
    }
  });
}

/**
 * Cuts a picture to a size, as JPEG; of a moving one its first frame.
 * @returns null when it is no image of an accepted format
 */
export function cutPicture(image: Buffer, { width, height }: ImageSize): Promise<Buffer | null> {
  return inTurn(async () => {
    blockOtherFormats();
    try {
      const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' });
      return await picture.autoOrient().resize(width, height).flatten({ background: '#fff' }).jpeg().toBuffer();
    } catch {
      // As in `rewriteNow`.
      return null;
    }
  });
}

/**
 * Draws a logo as a PNG of a size that serves in print.
 * @returns null when its bytes are no picture any more
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
      // As in `rewriteNow`.
      return null;
    }
  });
}

/**
 * Draws a square icon as PNG: a picture in the middle of a white ground, so that systems may cut its edges.
 * @param inner the side of the picture
 * @returns null when its bytes are no picture any more
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
      // As in `rewriteNow`.
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

async function rewriteNow(path: string, extension: string): Promise<RewrittenImage | null> {
  blockOtherFormats();
  const wanted = formats[extension];
  try {
    const image = sharp(path, { limitInputPixels: maxPixels, animated: extension === 'gif', failOn: 'error' });
    const { format, pages = 1 } = await image.metadata();
    if (format !== wanted || pages > maxFrames) return null;
    const content = await writtenAs(format, image).toBuffer();
    return { content, size: await sizeOf(content) };
  } catch {
    // sharp throws for what it cannot decode whole; such bytes are no picture.
    return null;
  }
}

function writtenAs(format: string, image: Sharp): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 9 });
  if (format === 'gif') return image.gif();
  if (format === 'webp') return image.autoOrient().webp({ quality: 86 });
  // Trying out which order of scans is shortest takes fifty megabytes more, for a file smaller by a hundredth.
  return image.autoOrient().jpeg({ quality: 86, mozjpeg: true, optimiseScans: false });
}

/**
 * Reads the size of a picture that was written anew before.
 * @returns null when its bytes are no picture any more
 */
export async function measureImage(path: string): Promise<ImageSize | null> {
  blockOtherFormats();
  try {
    return await sizeOf(path);
  } catch {
    // As above.
    return null;
  }
}

async function sizeOf(image: string | Buffer): Promise<ImageSize> {
  const { width, height } = await sharp(image, { limitInputPixels: maxPixels }).metadata();
  return { width, height };
}
