import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/library.ts';
import type { Place } from '#contract/progress.ts';
import { continueAddress, lastDone, placeWords } from './place-display.ts';

const page: Place = { unit: 'page', position: 12, length: 40 };
const second: Place = { unit: 'second', position: 250, length: 750 };
const block: Place = { unit: 'block', position: 3, length: 9 };
const begun = (place: Place | null) => ({
  resource: { id: 7 } as LibraryEntry['resource'],
  progress: { completionPercentage: 30, lastAccessed: '2026-11-21T10:00:00Z', place },
});

test('a place is told in the words of what it lies in', () => {
  expect([page, second, block].map(placeWords)).toEqual(['Page 12 of 40', '4:10 of 12:30', '33 % read']);
  expect(placeWords({ unit: 'second', position: 3845, length: 36_000 })).toBe('1:04:05 of 10:00:00');
  expect(placeWords({ unit: 'second', position: 0, length: 9 })).toBe('0:00 of 0:09');
});

test('what was last done is the place, else when', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(lastDone(begun(page), now)).toBe('Page 12 of 40');
  expect(lastDone(begun(null), now)).toBe('Used 2 hours ago');
  expect(lastDone({ progress: null }, now)).toBe('Not started');
});

test('going on leads right to the place', () => {
  expect([page, second, block, null].map((place) => continueAddress(begun(place)))).toEqual([
    '/resource/7/read?page=12',
    '/resource/7?tab=video',
    '/resource/7/article',
    '/resource/7',
  ]);
});
