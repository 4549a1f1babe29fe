import { type Shape, shapePath } from '#contract/shapes.ts';
import { decorate, type Pdf } from './pdf.ts';

type Place = { x: number; y: number; size: number };

/** Fills a shape. The caller must mark it for screen readers. */
export function fillShape(pdf: Pdf, shape: Shape, { x, y, size }: Place, colour: string): void {
  pdf.path(shapePath(shape, x, y, size)).fill(colour);
}

/** The colours of the principles (design tokens, light), in the order of the mark. */
const markColours = { keystone: '#1c4a93', leaf: '#12828a', circle: '#a8381a', diamond: '#b5830c' };

/**
 * Draws the publisher's logo, or the mark of four shapes. Screen readers skip it, because the name is in the text
 * beside it.
 * @returns its width
 */
export function drawMark(pdf: Pdf, logo: Uint8Array | null, { x, y, size }: Place): number {
  return decorate(pdf, () => (logo ? drawLogo(pdf, logo, { x, y, size }) : drawShapes(pdf, { x, y, size })));
}

function drawLogo(pdf: Pdf, logo: Uint8Array, { x, y, size }: Place): number {
  // The cast is needed because the types lack the result of openImage.
  const image = (pdf as unknown as { openImage(source: Buffer): { width: number; height: number } }).openImage(
    Buffer.from(logo),
  );
  const scale = Math.min(size / image.height, (6 * size) / image.width);
  pdf.image(image as unknown as Buffer, x, y + (size - image.height * scale) / 2, { width: image.width * scale });
  return image.width * scale;
}

function drawShapes(pdf: Pdf, { x, y, size }: Place): number {
  const unit = size / 28;
  const at = (dx: number, dy: number, side: number) => ({ x: x + dx * unit, y: y + dy * unit, size: side * unit });
  fillShape(pdf, 'keystone', at(1, 1, 12), markColours.keystone);
  fillShape(pdf, 'leaf', at(15, 1, 12), markColours.leaf);
  fillShape(pdf, 'circle', at(1, 15, 12), markColours.circle);
  fillShape(pdf, 'diamond', at(14.4, 14.4, 13.2), markColours.diamond);
  return size;
}
