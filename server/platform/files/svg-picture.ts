import { renderAsync } from '@resvg/resvg-js';
import { headingFiles } from './pdf-fonts.ts';
import { scriptsOf } from './pdf-scripts.ts';

/**
 * Draws an SVG of the portal's own as PNG. Its text is written with the portal's fonts, and with those of other scripts
 * where they lack a letter; fonts of the machine are not used, so that every machine draws the same.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const font = { loadSystemFonts: false, fontFiles: headingFiles(scriptsOf(svg)) };
  return (await renderAsync(svg, { font })).asPng();
}
