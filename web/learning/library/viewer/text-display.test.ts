import { describe, expect, it } from 'vitest';
import { blocksOf, type TextPiece } from './text-display.ts';

/** Makes lines of one size, one below the other. */
const lines = (texts: string[], { top, size = 10, step = 14 }: { top: number; size?: number; step?: number }) =>
  texts.map((text, index): TextPiece => ({ text, left: 50, bottom: top - index * step, size, endsLine: true }));

describe('the text of a page', () => {
  it('DETAIL-28 a page without text has no blocks', () => {
    expect(blocksOf([])).toEqual([]);
    expect(blocksOf(lines([' ', ''], { top: 700 }))).toEqual([]);
  });

  it('DETAIL-28 joins lines to paragraphs, and begins a new one after a larger space', () => {
    const pieces = [
      ...lines(['Three things decide', 'what a pilot is.'], { top: 700 }),
      ...lines(['The next paragraph.'], { top: 650 }),
    ];
    expect(blocksOf(pieces)).toMatchObject([
      { kind: 'paragraph', text: 'Three things decide what a pilot is.' },
      { kind: 'paragraph', text: 'The next paragraph.' },
    ]);
  });

  it('DETAIL-28 knows headings and small print by the size of their letters', () => {
    const pieces = [
      ...lines(['A heading of', 'two lines'], { top: 760, size: 20, step: 24 }),
      ...lines(['A paragraph that is longer than anything else here.'], { top: 700 }),
      ...lines(['Page 3 of 12'], { top: 30, size: 7 }),
    ];
    expect(blocksOf(pieces).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'A heading of two lines'],
      ['paragraph', 'A paragraph that is longer than anything else here.'],
      ['small', 'Page 3 of 12'],
    ]);
  });

  it('DETAIL-28 keeps the points of a list apart, and a word that is parted at the end of a line together', () => {
    const pieces = lines(['• One point of a self-', 'made list', '• Another'], { top: 700 });
    expect(blocksOf(pieces).map(({ text }) => text)).toEqual(['• One point of a self-made list', '• Another']);
  });

  it('DETAIL-28 joins the pieces of a line, and parts lines that the file does not part', () => {
    const piece = (text: string, bottom: number): TextPiece => ({ text, left: 50, bottom, size: 10, endsLine: false });
    expect(blocksOf([piece('One ', 700), piece('line', 700), piece('far below', 600)]).map(({ text }) => text)).toEqual(
      ['One line', 'far below'],
    );
  });
});
