import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';

type PortalFonts = { text: Buffer; strong: Buffer; heading: Buffer };

let fonts: PortalFonts | undefined;

/**
 * A font file, parsed. pdfkit takes a parsed font wherever it takes a file (its types say Buffer only) and keeps
 * everything that belongs to one document elsewhere, so that one parsed font serves all documents.
 */
function parseFont(file: string): Buffer {
  const bytes = readFileSync(new URL(`./fonts/${file}.ttf`, import.meta.url));
  const reader = new PDFDocument({ autoFirstPage: false }).font(bytes);
  // `_font.font` is where pdfkit keeps the parsed font; were it to move, the bytes do as well, only slower.
  return (reader as unknown as { _font?: { font?: Buffer } })._font?.font ?? bytes;
}

/** The portal's fonts, parsed once: doing it anew for each document costs more time and memory than the whole text. */
export function portalFonts(): PortalFonts {
  fonts ??= {
    text: parseFont('instrument-sans-regular'),
    strong: parseFont('instrument-sans-semibold'),
    heading: parseFont('bricolage-grotesque-semibold'),
  };
  return fonts;
}

/** Registers the portal's fonts under the names `text`, `strong` and `heading`. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, font] of Object.entries(portalFonts())) pdf.registerFont(name, font);
}

type Glyphs = { hasGlyphForCodePoint?: (codePoint: number) => boolean };

/** Text as the portal's fonts can show it: other letters lose their accents, and what is left becomes a question mark. */
export function printable(text: string): string {
  // What is parsed is a font of fontkit; were pdfkit to keep it elsewhere, nothing is known and nothing replaced.
  const font = portalFonts().text as unknown as Glyphs;
  const isKnown = (character: string) =>
    character === '\n' || font.hasGlyphForCodePoint?.(character.codePointAt(0) ?? 0) !== false;
  return [...text.normalize('NFC')]
    .map((character) => {
      if (isKnown(character)) return character;
      const plain = character.normalize('NFKD').replace(/\p{Mark}/gu, '');
      return plain !== '' && [...plain].every(isKnown) ? plain : '?';
    })
    .join('');
}
