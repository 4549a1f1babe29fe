import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Script } from './pdf-scripts.ts';

type PortalFonts = { text: Buffer; strong: Buffer; heading: Buffer };

let fonts: PortalFonts | undefined;

/**
 * Returns a parsed font file. pdfkit accepts a parsed font wherever it accepts a file (its types say Buffer only) and
 * stores the state of a document elsewhere, so one parsed font serves all documents.
 */
function parseFont(file: string | URL): Buffer {
  const bytes = readFileSync(file);
  const reader = new PDFDocument({ autoFirstPage: false }).font(bytes);
  // pdfkit keeps the parsed font in `_font.font`; without it, the bytes work as well, only slower.
  const font = (reader as unknown as { _font?: { font?: ParsedFont } })._font?.font;
  if (!font) return bytes;
  keepCharacters(font);
  // The cast is needed because the types of pdfkit say Buffer only.
  return font as unknown as Buffer;
}

type Glyph = { codePoints: number[] };
type ParsedFont = { getGlyph: (id: number, codePoints?: number[]) => Glyph };

/**
 * Keeps the characters of each glyph. A parsed font remembers a glyph with the characters of its first use, and with
 * none if an accented letter was drawn before its plain one: text copied from a later document would lack them.
 */
function keepCharacters(font: ParsedFont): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (!codePoints || String(glyph.codePoints) === String(codePoints)) return glyph;
    return Object.assign(Object.create(glyph), { codePoints });
  };
}

const portalFiles = {
  text: 'instrument-sans-regular.ttf',
  strong: 'instrument-sans-semibold.ttf',
  heading: 'bricolage-grotesque-semibold.ttf',
};

const portalFile = (name: keyof PortalFonts) => new URL(`./fonts/${portalFiles[name]}`, import.meta.url);

/**
 * Returns the portal's fonts, parsed once: parsing them for each document costs more time and memory than the whole
 * text.
 */
export function portalFonts(): PortalFonts {
  fonts ??= {
    text: parseFont(portalFile('text')),
    strong: parseFont(portalFile('strong')),
    heading: parseFont(portalFile('heading')),
  };
  return fonts;
}

/** Registers the portal's fonts under the names `text`, `strong` and `heading`. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, font] of Object.entries(portalFonts())) pdf.registerFont(name, font);
}

/** Weights of the fonts for characters that the portal's own fonts lack (SIL Open Font License). */
export type Weight = 'regular' | 'bold';

const require = createRequire(import.meta.url);
const fontFolder = (entry: string) => path.join(path.dirname(entry), '..', 'fonts');

const scriptFiles = {
  latin: () => [require.resolve('@embedpdf/fonts-latin'), 'NotoSans-Regular.ttf', 'NotoSans-SemiBold.ttf'],
  hebrew: () => [require.resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
  arabic: () => [require.resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
  korean: () => [require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'],
  chinese: () => [require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
} satisfies Record<Script, () => [entry: string, regular: string, bold: string]>;

function scriptFile(script: Script, weight: Weight): string {
  const [entry, regular, bold] = scriptFiles[script]();
  return path.join(fontFolder(entry), weight === 'bold' ? bold : regular);
}

/** Returns the files of the fonts for headings in these scripts. */
export function headingFiles(scripts: readonly Script[]): string[] {
  const own = (['heading', 'strong'] as const).map((name) => fileURLToPath(portalFile(name)));
  return [...own, ...scripts.map((script) => scriptFile(script, 'bold'))];
}

const scriptFonts = new Map<string, Buffer>();

/**
 * Returns the font for a script, read and parsed when it is first needed; those of Chinese and Korean have 5 to 9 MB.
 */
export function scriptFont(script: Script, weight: Weight): Buffer {
  const key = `${script}-${weight}`;
  const known = scriptFonts.get(key);
  if (known) return known;
  const font = parseFont(scriptFile(script, weight));
  scriptFonts.set(key, font);
  return font;
}
