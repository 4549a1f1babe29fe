import sharp from 'sharp';
import type { RappPrinciple } from '#contract/catalogue.ts';
import { accentColours, shapePath } from './shapes.ts';

const order: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];

let mark: Promise<Buffer> | undefined;

/** The portal's mark as a PNG of 208 × 208 pixels; made once, since every Word file carries it. */
export function markImage(): Promise<Buffer> {
  const paths = order.map((shape, index) => {
    const path = shapePath(shape, (index % 2) * 112, Math.floor(index / 2) * 112, 96);
    return `<path d="${path}" fill="${accentColours[shape].solid}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="208" height="208">${paths.join('')}</svg>`;
  mark ??= sharp(Buffer.from(svg)).png().toBuffer();
  return mark;
}
