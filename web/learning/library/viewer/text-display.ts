/** Piece of a page's text as the PDF library finds it: its start in points from the bottom left, and its size. */
export type TextPiece = { text: string; left: number; bottom: number; size: number; endsLine: boolean };

/** Part of a page's text whose lines are joined, so that the browser can wrap them at any width. */
export type TextBlock = { number: number; kind: 'heading' | 'paragraph' | 'small'; text: string };

type Line = { text: string; left: number; bottom: number; size: number };

/** Maximum distance between two lines of a paragraph, as a multiple of the larger size of the two. */
const paragraphGap = 1.8;
const headingShare = 1.15;
const smallShare = 0.88;
const bullet = /^[•‣▪◦–—-]\s/;

/**
 * Returns the text of a page as headings and paragraphs, by the size of its letters and the space between its lines.
 */
export function blocksOf(pieces: readonly TextPiece[]): TextBlock[] {
  const lines = linesOf(pieces);
  const usual = usualSize(lines);
  const blocks: TextBlock[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const kind = kindOf(line, usual);
    const last = blocks.at(-1);
    if (before && last?.kind === kind && goesOn(before, line)) last.text = joined(last.text, line.text);
    else blocks.push({ number: blocks.length + 1, kind, text: line.text });
    before = line;
  }
  return blocks;
}

function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const { text, left, bottom, size, endsLine } of pieces) {
    const isNext = open !== null && Math.abs(bottom - open.bottom) > Math.max(open.size, size) * 0.6;
    if (open && isNext && text.trim() !== '') {
      lines.push(open);
      open = null;
    }
    if (open) open.text += text;
    else if (text.trim() !== '') open = { text, left, bottom, size };
    if (open && text.trim() !== '') open.size = Math.max(open.size, size);
    if (endsLine && open) {
      lines.push(open);
      open = null;
    }
  }
  if (open) lines.push(open);
  return lines.map((line) => ({ ...line, text: line.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** Returns the size of most letters. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

function kindOf({ size }: Line, usual: number): TextBlock['kind'] {
  if (size > usual * headingShare) return 'heading';
  return size < usual * smallShare ? 'small' : 'paragraph';
}

function goesOn(before: Line, line: Line): boolean {
  const gap = before.bottom - line.bottom;
  const isClose = gap > 0 && gap <= Math.max(before.size, line.size) * paragraphGap;
  return isClose && Math.abs(before.size - line.size) < 1 && !bullet.test(line.text);
}

/**
 * Joins two lines. A word that is split at the end of a line keeps its hyphen, because the hyphen may belong to the
 * word.
 */
function joined(text: string, next: string): string {
  return /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text + next : `${text} ${next}`;
}
