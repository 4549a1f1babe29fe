import { expect, test } from 'vitest';
import type { LibraryEntry } from '#contract/library.ts';
import { ago, rowAction, rowNotes } from './display.ts';
import { readShelfAddress, shelfAddress } from './shelf-display.ts';

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

const resource = { estimatedDuration: 45 } as LibraryEntry['resource'];
const progress = { completionPercentage: 0, lastAccessed: back(6 * day), readingPosition: null };
const purchase = { purchaseDate: back(61 * day), amount: 24, currency: 'GBP' };
const entry = (fields: Partial<LibraryEntry> = {}) => ({
  resource,
  progress: null,
  purchase: null,
  grantedAt: null,
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

test('MYRES-02 MYRES-09 purchased rows name the purchase with its amount, or the grant without one', () => {
  expect(rowNotes('purchased', entry({ progress, purchase }), now)).toEqual([
    'Last accessed 6 days ago',
    'Purchased 2 months ago · £24.00',
  ]);
  expect(rowNotes('purchased', entry({ grantedAt: back(3 * day) }), now)).toEqual(['Granted 3 days ago']);
});

test('MYRES-04 subscribed rows name the estimated duration in minutes', () => {
  expect(rowNotes('subscribed', entry({ progress }), now)).toEqual(['Last accessed 6 days ago', '45 min']);
  expect(rowNotes('subscribed', entry({ resource: { ...resource, estimatedDuration: null } }), now)).toEqual([]);
});

test('MYRES-01 the tab and its page stand in the address, Purchased being the usual one', () => {
  expect(readShelfAddress({})).toEqual({ shelf: 'purchased', page: 1 });
  expect(readShelfAddress({ tab: 'other', page: '-1' })).toEqual({ shelf: 'purchased', page: 1 });
  expect(readShelfAddress({ tab: ['free', 'free'], page: ['1', '2'] })).toEqual({ shelf: 'purchased', page: 1 });
  expect(readShelfAddress({ tab: 'free', page: '3' })).toEqual({ shelf: 'free', page: 3 });
  expect(shelfAddress({ shelf: 'free', page: 3 })).toBe('/my-resources?tab=free&page=3');
  expect(shelfAddress({ shelf: 'purchased', page: 1 })).toBe('/my-resources');
});
