import { expect, it } from 'vitest';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import { type Contents, clampReadingPosition, hasReadingPositions, percentAfter, shownPercent } from './rules.ts';

it('MYRES-10 opening is progress at 0 %, a launched tool 5 %, a downloaded file 50 %', () => {
  expect([percentAfter(null, 'opened'), percentAfter(null, 'launched'), percentAfter(null, 'downloaded')]).toEqual([
    0, 5, 50,
  ]);
});

it('no step takes away what was reached before', () => {
  expect([percentAfter(80, 'opened'), percentAfter(80, 'launched'), percentAfter(80, 'downloaded')]).toEqual([
    80, 80, 80,
  ]);
  expect(percentAfter(5, 'downloaded')).toBe(50);
});

it('shows 100 % for a resource that the member marked as finished, and otherwise the recorded percentage', () => {
  expect(shownPercent({ completionPercentage: 50, isFinished: true })).toBe(100);
  expect(shownPercent({ completionPercentage: 50, isFinished: false })).toBe(50);
});

const report: Contents = { type: 'report', hasFile: true, hasPages: true, hasText: false, hasVideo: true };
const film: Contents = { type: 'other', hasFile: false, hasPages: false, hasText: false, hasVideo: true };
const article: Contents = { ...film, type: 'article', hasText: true };
const at = (unit: ReadingPosition['unit'], position: number, length: number): ReadingPosition => ({
  unit,
  position,
  length,
});
const percentOf = (contents: Contents, readingPosition: ReadingPosition, before: number | null = null) =>
  percentAfter(before, { readingPosition, contents });

it('a page and a block of a text bring their share of the whole, and only the last one all of it', () => {
  const pages = [1, 2, 20, 39, 40].map((page) => percentOf(report, at('page', page, 40)));
  expect(pages).toEqual([2, 5, 50, 97, 100]);
  expect(percentOf(report, at('page', 999_999, 1_000_000))).toBe(99);
  expect(percentOf(article, at('block', 3, 12))).toBe(25);
});

it('a video that is all there is brings what was seen of it; its closing titles need not be watched', () => {
  const seconds = [0, 250, 712, 713, 750].map((second) => percentOf(film, at('second', second, 750)));
  expect(seconds).toEqual([0, 33, 94, 100, 100]);
});

it('a video beside a file or a text brings up to 25 %, beside a tool no more than launching it', () => {
  const whole = at('second', 750, 750);
  expect(percentOf(report, whole)).toBe(25);
  expect(percentOf(report, at('second', 250, 750))).toBe(8);
  expect(percentOf(article, whole)).toBe(25);
  expect(percentOf({ ...film, type: 'online_tool' }, whole)).toBe(5);
});

it('moves a reading position outside the contents to the nearest one inside', () => {
  expect(clampReadingPosition(at('page', 0, 40))).toEqual(at('page', 1, 40));
  expect(clampReadingPosition(at('page', 41, 40))).toEqual(at('page', 40, 40));
  expect(clampReadingPosition(at('second', 0, 750))).toEqual(at('second', 0, 750));
  expect(percentOf(report, at('page', 41, 40))).toBe(100);
});

it('going back in a file takes nothing away', () => {
  expect(percentOf(report, at('page', 1, 40), 50)).toBe(50);
});

it('keeps reading positions only in the units that a resource has', () => {
  const units = ['page', 'second', 'block'] as const;
  const known = (contents: Contents) => units.filter((unit) => hasReadingPositions(contents, unit));
  expect(known(report)).toEqual(['page', 'second']);
  expect(known({ ...report, hasPages: false, hasVideo: false })).toEqual([]);
  expect(known(article)).toEqual(['second', 'block']);
});
