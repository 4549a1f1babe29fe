import { renderAsync } from '@resvg/resvg-js';
import { headingFiles } from './pdf-fonts.ts';
import { scriptsOf } from './pdf-scripts.ts';

/**
 * Converts an SVG of the portal to PNG. Its text uses the portal's fonts, and those of other scripts when they lack a
 * letter; fonts of the machine are not used, so that the result is the same on every machine.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const font = { loadSystemFonts: false, fontFiles: headingFiles(scriptsOf(svg)) };
  return (await renderAsync(svg, { font })).asPng();
}
