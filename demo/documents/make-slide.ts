import sharp from 'sharp';
import type { RappPrinciple } from '#contract/catalogue.ts';
import { accentColours, brandColours, shapePath } from './shapes.ts';
import { type DemoSlide, slideSize } from './slide.ts';
import { drawScene } from './slide-scenes.ts';

const principles: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];

/** The accent's field with two large shapes behind the screen. */
function backdrop(accent: RappPrinciple): string {
  const other: RappPrinciple = accent === 'people_centred' ? 'adaptive' : 'people_centred';
  const field = `<rect width="800" height="450" fill="${accentColours[accent].soft}"/>`;
  const low = `<path d="${shapePath('responsible', 620, 250, 240)}" fill="${accentColours[accent].art}" opacity="0.6"/>`;
  const high = `<path d="${shapePath('people_centred', -60, -60, 220)}" fill="${accentColours[other].art}" opacity="0.5"/>`;
  return field + low + high;
}

/** A window with three buttons, a side bar of the four shapes and a line for its title. */
function screen(): string {
  const { card, line, muted, ink } = brandColours;
  const buttons = [150, 164, 178].map((x) => `<circle cx="${x}" cy="59" r="4" fill="${line}"/>`);
  const marks = principles.map((shape, index) => {
    return `<path d="${shapePath(shape, 144, 92 + index * 34, 16)}" fill="${accentColours[shape].art}"/>`;
  });
  return `<rect x="130" y="44" width="560" height="332" rx="12" fill="${card}" stroke="${line}"/>
    <line x1="130" y1="74" x2="690" y2="74" stroke="${line}"/>${buttons.join('')}
    <path d="M130.5 74.5h44v301h-32a12 12 0 0 1 -12 -12z" fill="${muted}" opacity="0.5"/>${marks.join('')}
    <rect x="200" y="86" width="150" height="9" rx="4.5" fill="${ink}" opacity="0.75"/>`;
}

/**
 * Makes a slideshow picture: PNG, `slideSize`, drawn from shapes alone so that it looks the same on a machine
 * without fonts.
 */
export function makeSlide({ accent, scene }: DemoSlide): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${slideSize.width}" height="${slideSize.height}" viewBox="0 0 800 450">
    ${backdrop(accent)}${screen()}<g transform="translate(0 10)">${drawScene(scene, accent)}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
