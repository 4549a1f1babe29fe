import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/learning/library.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import { stringifySearch } from '#web/platform/search.ts';
import { ago, continueAt, lastDone, readingPositionText, rowAction, rowNotes } from './display.ts';
import { doneWord, progressWord } from './done-display.ts';
import { shelfSearch } from './shelf-display.ts';

const now = new Date('2026-11-21T12:00:00Z');
const back = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
const day = 24 * 3600;

test('MYRES-02 says how long ago something was, in its largest whole unit', () => {
  const texts = [-5, 59, 60, 3599, 3600, day, 13 * day, 14 * day, 29 * day, 30 * day, 364 * day, 730 * day].map((one) =>
    ago(back(one), now),
  );
  expect(texts).toEqual([
    'less than a minute ago',
    'less than a minute ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '1 day ago',
    '13 days ago',
    '2 weeks ago',
    '4 weeks ago',
    '1 month ago',
    '12 months ago',
    '2 years ago',
  ]);
});

const page: ReadingPosition = { unit: 'page', position: 12, length: 40 };
const resource = { estimatedDuration: 45 } as LibraryEntry['resource'];
const progress = { completionPercentage: 0, lastAccessed: back(6 * day), readingPosition: null };
const purchase = { purchaseDate: back(61 * day), amount: 24, currency: 'GBP', bundle: null };
const entry = (fields: Partial<LibraryEntry> = {}) => ({
  resource,
  progress: null,
  purchase: null,
  grantedAt: null,
  giftedAt: null,
  seatSince: null,
  ...fields,
});

test('MYRES-03 MYRES-04 MYRES-05 the button continues what was begun, also at 0 %', () => {
  expect((['purchased', 'subscribed', 'free'] as const).map((shelf) => rowAction(shelf, entry()))).toEqual([
    'Start',
    'Access',
    'Start',
  ]);
  expect((['purchased', 'subscribed', 'free'] as const).map((shelf) => rowAction(shelf, entry({ progress })))).toEqual([
    'Continue',
    'Continue',
    'Continue',
  ]);
});

test('CHECK-05 a row and Continue say the state of a check that is left, and lead to it', () => {
  const read = { ...progress, completionPercentage: 100, readingPosition: page };
  const left = entry({ progress: read, check: 'left', checkLeft: { attempts: 0, bestPercent: null } });
  expect(rowAction('free', left)).toBe('Take the check');
  expect(rowNotes('free', left, now)).toEqual(['Check not taken yet', 'Last accessed 6 days ago', '45 min']);
  expect(continueAt(left)).toMatchObject({ to: '/resource/$id/check', search: {} });
  const tried = (bestPercent: number | null) => ({ ...left, checkLeft: { attempts: 1, bestPercent } });
  expect([left, tried(null), tried(74)].map((one) => lastDone(one, now))).toEqual([
    'Check not taken yet',
    'Check begun',
    'Check not passed yet, best score 74%',
  ]);
});

test('PATH-02 a row of a path that was begun says the next step, as Continue does', () => {
  const next = { number: 3, required: 6, kind: 'resource' as const, title: 'A guide', questions: null, checkOf: null };
  const path = { ...resource, type: 'path' } as LibraryEntry['resource'];
  const under = (nextStep: LibraryEntry['nextStep']) =>
    entry({ resource: path, progress: { ...progress, completionPercentage: 50 }, nextStep });
  expect(rowNotes('free', under(next), now)).toEqual(['Next: step 3, A guide', 'Last accessed 6 days ago', '45 min']);
  expect(lastDone(under({ ...next, kind: 'check', questions: 8 }), now)).toBe('Next: step 3, the check, 8 questions');
  expect(rowNotes('free', under(null), now)).toEqual(['Last accessed 6 days ago', '45 min']);
});

test('MYRES-02 MYRES-09 purchased rows name the purchase with its amount, or the grant without one', () => {
  expect(rowNotes('purchased', entry({ progress, purchase }), now)).toEqual([
    'Last accessed 6 days ago',
    'Purchased 2 months ago · £24.00',
  ]);
  expect(rowNotes('purchased', entry({ grantedAt: back(3 * day) }), now)).toEqual(['Granted 3 days ago']);
});

test('GIFT-03 a gift that was received has no amount', () => {
  expect(rowNotes('purchased', entry({ giftedAt: back(3 * day) }), now)).toEqual(['Received as a gift 3 days ago']);
});

test('BUNDLE-08 a part of a bundle names the bundle in place of an amount', () => {
  expect(rowNotes('purchased', entry({ purchase: { ...purchase, bundle: 'The whole set' } }), now)).toEqual([
    'Purchased 2 months ago in “The whole set”',
  ]);
});

test('MYRES-04 subscribed rows name the estimated duration in minutes', () => {
  expect(rowNotes('subscribed', entry({ progress }), now)).toEqual(['Last accessed 6 days ago', '45 min']);
  expect(rowNotes('subscribed', entry({ resource: { ...resource, estimatedDuration: null } }), now)).toEqual([]);
});

test('MYRES-01 the address holds the tab and its page; Purchased is the usual tab', () => {
  const usual = { tab: 'purchased', page: 1 };
  expect(shelfSearch.read({})).toEqual(usual);
  expect(shelfSearch.read({ tab: 'other', page: '-1' })).toEqual(usual);
  expect(shelfSearch.read({ tab: ['free', 'free'], page: ['1', '2'] })).toEqual(usual);
  expect(shelfSearch.read({ tab: 'free', page: '3' })).toEqual({ tab: 'free', page: 3 });
  expect(stringifySearch(shelfSearch.query({ tab: 'free', page: 3 }))).toBe('?tab=free&page=3');
  expect(stringifySearch(shelfSearch.query({ tab: 'purchased', page: 1 }))).toBe('');
});

const second: ReadingPosition = { unit: 'second', position: 250, length: 750 };
const block: ReadingPosition = { unit: 'block', position: 3, length: 9 };
const begun = (readingPosition: ReadingPosition | null) => ({
  resource: { id: 7 } as LibraryEntry['resource'],
  progress: { completionPercentage: 30, lastAccessed: '2026-11-21T10:00:00Z', readingPosition },
});

test('a reading position is shown in pages, minutes or percent', () => {
  expect([page, second, block].map(readingPositionText)).toEqual(['Page 12 of 40', '4:10 of 12:30', '33% read']);
  expect(readingPositionText({ unit: 'second', position: 3845, length: 36_000 })).toBe('1:04:05 of 10:00:00');
  expect(readingPositionText({ unit: 'second', position: 0, length: 9 })).toBe('0:00 of 0:09');
});

test('the last activity is the reading position, or the time of the last use', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(lastDone(begun(page), now)).toBe('Page 12 of 40');
  expect(lastDone(begun(null), now)).toBe('Used 2 hours ago');
  expect(lastDone({ ...begun(null), progress: null }, now)).toBe('Not started');
});

test('the member continues at the reading position', () => {
  expect([page, second, block, null].map((readingPosition) => continueAt(begun(readingPosition)))).toEqual([
    { to: '/resource/$id/read', params: { id: '7' }, search: { page: 12 } },
    { to: '/resource/$id', params: { id: '7' }, search: { tab: 'video' } },
    { to: '/resource/$id/article', params: { id: '7' } },
    { to: '/resource/$id', params: { id: '7' }, search: {} },
  ]);
});

test('MYRES-14 one word says what was finished or downloaded', () => {
  const mark = { type: 'report', completionPercentage: 50, isRead: false } as const;
  expect(doneWord(mark)).toBe('Downloaded');
  expect(doneWord({ ...mark, completionPercentage: 100 })).toBe('Finished');
  expect(doneWord({ ...mark, isRead: true })).toBeNull();
  expect(doneWord({ ...mark, completionPercentage: 49 })).toBeNull();
  // These types have no file, so they reach 50 % without a download.
  for (const type of ['online_tool', 'path', 'bundle'] as const) expect(doneWord({ ...mark, type })).toBeNull();
  const downloaded = begun(null);
  const entry = { ...downloaded, progress: { ...downloaded.progress, completionPercentage: 50 } } as LibraryEntry;
  expect(lastDone(entry, now)).toBe('Downloaded 2 hours ago');
  expect(rowNotes('free', entry, now)[0]).toBe('Downloaded');
});

test('CHECK-07 passing the check finishes a resource that has one, and the percentage says what was read', () => {
  const mark = { type: 'report', completionPercentage: 100, isRead: true } as const;
  expect(doneWord({ ...mark, check: 'left' })).toBeNull();
  expect(doneWord({ ...mark, completionPercentage: 0, check: 'completed' })).toBe('Finished');
  const words = (['report', 'online_tool'] as const).map((type) =>
    [false, true].map((hasCheck) => progressWord({ type, hasCheck })),
  );
  expect(words).toEqual([
    ['complete', 'read'],
    ['complete', 'used'],
  ]);
});
