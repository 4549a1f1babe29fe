import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/library.ts';
import type { ReadingPosition } from '#contract/progress.ts';
import { continueAddress, lastDone, readingPositionText } from './reading-position-display.ts';

const page: ReadingPosition = { unit: 'page', position: 12, length: 40 };
const second: ReadingPosition = { unit: 'second', position: 250, length: 750 };
const block: ReadingPosition = { unit: 'block', position: 3, length: 9 };
const begun = (readingPosition: ReadingPosition | null) => ({
  resource: { id: 7 } as LibraryEntry['resource'],
  progress: { completionPercentage: 30, lastAccessed: '2026-11-21T10:00:00Z', readingPosition },
});

test('names a reading position in pages, minutes or percent', () => {
  expect([page, second, block].map(readingPositionText)).toEqual(['Page 12 of 40', '4:10 of 12:30', '33 % read']);
  expect(readingPositionText({ unit: 'second', position: 3845, length: 36_000 })).toBe('1:04:05 of 10:00:00');
  expect(readingPositionText({ unit: 'second', position: 0, length: 9 })).toBe('0:00 of 0:09');
});

test('shows the reading position, or when the resource was last used', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(lastDone(begun(page), now)).toBe('Page 12 of 40');
  expect(lastDone(begun(null), now)).toBe('Used 2 hours ago');
  expect(lastDone({ progress: null }, now)).toBe('Not started');
});

test('continues at the reading position', () => {
  expect([page, second, block, null].map((readingPosition) => continueAddress(begun(readingPosition)))).toEqual([
    '/resource/7/read?page=12',
    '/resource/7?tab=video',
    '/resource/7/article',
    '/resource/7',
  ]);
});
