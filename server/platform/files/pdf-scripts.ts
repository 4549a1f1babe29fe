import { charactersOf } from '#contract/characters.ts';
import { scriptFont, type Weight } from './pdf-fonts.ts';

/** The part of fontkit's fonts that is used here. */
type ParsedFont = { hasGlyphForCodePoint: (codePoint: number) => boolean };

type Options = PDFKit.Mixins.TextOptions & { lineWidth?: number; textWidth?: number; wordCount?: number };

/** Members of a pdfkit document that its types lack; the tests of this file fail when a release changes them. */
type Inside = {
  _font: { ascender: number; font: ParsedFont };
  _fontSource: unknown;
  _fontFamily: unknown;
  _fontSize: number;
  _registeredFonts: Record<string, unknown>;
  widthOfString: (text: string, options?: Options) => number;
  _fragment: (text: string, x: number, y: number, options: Options) => void;
};

/** Letters of scripts with a separate font; every other script, such as Greek, uses the Latin font. */
const scripts = {
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  korean: /\p{Script=Hangul}/u,
  chinese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
} as const;

export type Script = 'latin' | keyof typeof scripts;

// Safe cast, because `Object.keys` has no literal types.
const scriptNames = Object.keys(scripts) as (keyof typeof scripts)[];

/** Returns the scripts whose fonts a text may need beside the portal's own. */
export function scriptsOf(text: string): Script[] {
  return ['latin', ...scriptNames.filter((name) => scripts[name].test(text))];
}

const isRightToLeft = (text: string) => scripts.hebrew.test(text) || scripts.arabic.test(text);

/** Characters that are invisible alone, such as joiners and variation selectors. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

/** Emoji and their components; none of the fonts has them. */
const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20E3/u;

/** Characters in one font; `script` is null for the font that the writer chose. */
type Run = { text: string; script: Script | null };

/**
 * Lets a document write text of any script: characters that the chosen font lacks are written in another font, and
 * words of scripts that run from right to left are put in order. A letter without a font is written as its code, such
 * as [U+0E01], never as another character; emoji are left out (OUT-03).
 */
export function writeAllScripts(pdf: PDFKit.PDFDocument, weightOf: (font: unknown) => Weight): void {
  const inside = pdf as unknown as Inside;
  const widthOfString = inside.widthOfString.bind(pdf);
  const fragment = inside._fragment.bind(pdf);

  function inFont<Result>({ script }: Run, action: () => Result): Result {
    if (script === null) return action();
    const { _font, _fontSource, _fontFamily } = inside;
    const weight = weightOf(_fontSource);
    const name = `${script}-${weight}`;
    if (!inside._registeredFonts[name]) pdf.registerFont(name, scriptFont(script, weight));
    pdf.font(name);
    try {
      return action();
    } finally {
      Object.assign(inside, { _font, _fontSource, _fontFamily });
    }
  }

  function has(script: Script | null, character: string): boolean {
    const font = script === null ? inside._font.font : scriptFont(script, weightOf(inside._fontSource));
    return (font as unknown as ParsedFont).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }

  const runsOf = (text: string) => splitRuns(text, has);
  const widthOf = (run: Run, options?: Options) => inFont(run, () => widthOfString(run.text, options));

  inside.widthOfString = (text, options) => runsOf(`${text}`).reduce((sum, run) => sum + widthOf(run, options), 0);

  inside._fragment = (text, x, y, options) => {
    const runs = runsOf(`${text}`.replace(/\n/g, ''));
    const only = runs.length === 1 ? runs[0] : undefined;
    if (only?.script === null) return fragment(only.text, x, y, options);
    const widths = new Map(runs.map((run) => [run, widthOf(run, options)]));
    const { align = 'left', width, lineWidth = 0, textWidth = 0, ...others } = options;
    const written = inside.widthOfString(text.trimEnd(), options);
    // Each run is placed here, on the line of the chosen font.
    let at =
      x + (width ? ({ right: lineWidth - written, center: (lineWidth - textWidth) / 2 }[String(align)] ?? 0) : 0);
    const baseline = -(inside._font.ascender / 1000) * inside._fontSize;
    const places = new Map<Run, number>();
    for (const run of inOrderOfSight(runs)) {
      places.set(run, at);
      at += widths.get(run) ?? 0;
    }
    // Written in reading order, so that the text can be searched and copied.
    for (const run of runs) {
      inFont(run, () => fragment(run.text, places.get(run) ?? x, y, { ...others, baseline, wordCount: undefined }));
    }
  };
}

/** Splits a text into runs; a word is written in one font if that font has all of it. */
function splitRuns(text: string, has: (script: Script | null, character: string) => boolean): Run[] {
  const runs: Run[] = [];
  const add = (piece: string, script: Script | null) => {
    const last = runs.at(-1);
    const isJoined = last?.script === script && !isRightToLeft(last.text) && !isRightToLeft(piece);
    if (last && isJoined) last.text += piece;
    else runs.push({ text: piece, script });
  };
  for (const [piece] of withoutPictures(text, has)
    .normalize('NFC')
    .matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}]/gu)) {
    const whole = fontOf(piece, has);
    if (whole !== undefined) add(piece, whole);
    else
      for (const character of piece) {
        const script = fontOf(character, has);
        if (script !== undefined) add(character, script);
        else if (!invisible.test(character)) add(codeOf(character), null);
      }
  }
  return runs;
}

/** Leaves out emoji that no font has, each as a whole with the blank behind it. The digit of a keycap remains. */
function withoutPictures(text: string, has: (script: Script | null, character: string) => boolean): string {
  if (!picture.test(text)) return text;
  const isWritten = (one: string) => invisible.test(one) || fontOf(one, has) !== undefined;
  let written = '';
  let isAfterPicture = false;
  for (const character of charactersOf(text)) {
    const isPicture = picture.test(character) && ![...character].every(isWritten);
    if (isPicture) written += /^[0-9#*]/.exec(character)?.[0] ?? '';
    else if (!(isAfterPicture && character === ' ')) written += character;
    isAfterPicture = isPicture && !/^[0-9#*]/.test(character);
  }
  return written;
}

function fontOf(piece: string, has: (script: Script | null, character: string) => boolean): Script | null | undefined {
  const characters = [...piece];
  const named = scriptNames.filter((name) => scripts[name].test(piece));
  const candidates: (Script | null)[] = [null, 'latin', ...named];
  return candidates.find((script) => characters.every((character) => has(script, character)));
}

const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Returns runs in visual order, from left to right: those from the first to the last word of a right-to-left script are
 * reversed.
 */
function inOrderOfSight(runs: readonly Run[]): Run[] {
  const seen: Run[] = [];
  for (let index = 0; index < runs.length; ) {
    const end = endOfTurn(runs, index);
    seen.push(...runs.slice(index, end).toReversed());
    index = end;
  }
  return seen;
}

/** Returns the end of the reversed part that begins here; the next index for a run from left to right. */
function endOfTurn(runs: readonly Run[], start: number): number {
  let end = start + 1;
  if (!isRightToLeft(runs[start]?.text ?? '')) return end;
  for (let index = end; index < runs.length; index += 1) {
    const { text = '' } = runs[index] ?? {};
    if (isRightToLeft(text)) end = index + 1;
    else if (/\p{L}/u.test(text)) break;
  }
  return end;
}
