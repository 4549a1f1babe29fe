import { renderAsync } from '@resvg/resvg-js';
import { writable } from '#contract/lines.ts';
import { headingFiles } from './pdf-fonts.ts';
import { scriptsOf } from './pdf-scripts.ts';

/**
 * Converts an SVG of the portal to PNG. Its text uses the portal's fonts, and those of other scripts when they lack a
 * letter; fonts of the machine are not used, so that the result is the same on every machine. No font has emoji, and
 * texts of earlier versions may hold characters that XML forbids: both are left out.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const drawable = writable(svg).replace(/\p{RGI_Emoji}/gv, '');
  const font = { loadSystemFonts: false, fontFiles: headingFiles(scriptsOf(drawable)) };
  return (await renderAsync(drawable, { font })).asPng();
}
