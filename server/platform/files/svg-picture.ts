import { renderAsync } from '@resvg/resvg-js';
import { headingFiles } from './pdf-fonts.ts';
import { scriptsOf } from './pdf-scripts.ts';

/**
 * Converts an SVG of the portal's own to PNG. Its text is written with the portal's fonts, and with those of other
 * scripts when they lack a letter; fonts of the machine are not used, so that every machine draws alike.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const font = { loadSystemFonts: false, fontFiles: headingFiles(scriptsOf(svg)) };
  return (await renderAsync(svg, { font })).asPng();
}
