import { expect, test } from 'vitest';
import {
  accessTypes,
  rappPhases,
  rappPrinciples,
  resourceTypes,
  roleAffiliations,
} from '#contract/catalogue/catalogue.ts';
import { resourceSorts } from '#contract/catalogue/search.ts';
import { namesIn, usualWords } from '#contract/words.ts';
import { laterPartsText, separatePrice } from './bundle-display.ts';
import { contentsOf, formatText, mainActionWords, previewDecision, videoAddress } from './detail-display.ts';
import {
  accessTypeNames,
  fileAction,
  keysOf,
  linesOf,
  madeTypes,
  resourceIdOf,
  shownPrice,
  sortNames,
  typeNames,
} from './display.ts';

const unpriced = { price: null, monthlyPrice: null, annualPrice: null };

test('DETAIL-21 the price shown is the price, else monthly, else annual, else nothing', () => {
  expect(shownPrice({ price: 12, monthlyPrice: 8.99, annualPrice: 89.99 })).toEqual({ amount: 12 });
  expect(shownPrice({ ...unpriced, monthlyPrice: 8.99, annualPrice: 89.99 })).toEqual({
    amount: 8.99,
    interval: 'month',
  });
  expect(shownPrice({ ...unpriced, annualPrice: 89.99 })).toEqual({ amount: 89.99, interval: 'year' });
  expect(shownPrice(unpriced)).toEqual({ amount: 0 });
});

test('BROWSE-05 the sort orders have their labels, the usual one first', () => {
  expect(sortNames).toEqual({
    created_at: 'Recently Added',
    title: 'A-Z',
    price_low_high: 'Price: Low to High',
    price_high_low: 'Price: High to Low',
  });
  expect(keysOf(sortNames)[0]).toBe('created_at');
});

test('every phase, role and type the contract knows has a readable name', () => {
  const tables: [object, readonly string[]][] = [
    [typeNames, resourceTypes],
    [accessTypeNames, accessTypes],
    [usualWords.phases, rappPhases],
    [usualWords.roles, roleAffiliations],
    [usualWords.principles, rappPrinciples],
    [sortNames, resourceSorts],
  ];
  for (const [table, values] of tables) expect(Object.keys(table).toSorted()).toEqual(values.toSorted());
  const words = [...Object.values(typeNames), ...Object.values(namesIn(usualWords.roles))];
  expect(words.filter((name) => name.includes('_'))).toEqual([]);
});

test('Browse always offers seven types, and the others when there are such resources', () => {
  expect(resourceTypes.filter((type) => !madeTypes.includes(type))).toEqual(['template', 'bundle', 'path', 'other']);
});

test('BUNDLE-03 a bundle says what its parts cost one by one, and whether later parts are included', () => {
  const parts = [
    { accessType: 'purchase' as const, price: 19.99 },
    { accessType: 'purchase' as const, price: 5.01 },
    { accessType: 'free' as const, price: null },
  ];
  const subscribed = { accessType: 'subscription' as const, price: null };
  expect([separatePrice(parts), separatePrice([...parts, subscribed])]).toEqual([25, null]);
  expect(laterPartsText(4, false)).toBe('4 resources, all yours with one payment.');
  expect(laterPartsText(2, true)).toBe(
    '2 resources, all yours with one payment. Resources that are added later are included.',
  );
  expect(fileAction('bundle')).toBeNull();
});

test('a downloadable template is downloaded', () => {
  expect(fileAction('downloadable_template')).toBe('DOWNLOAD');
});

test('the button of other files says "Access", and tools have none', () => {
  expect(['book', 'report', 'template', 'other'].map((type) => fileAction(type as 'book'))).toEqual(
    Array(4).fill('ACCESS'),
  );
  expect(fileAction('online_tool')).toBeNull();
});

test('a description is split by line, without empty ones', () => {
  expect(linesOf('One\r\n\n  Two \n')).toEqual(['One', 'Two']);
  expect(linesOf(' \n')).toEqual([]);
});

test('the instructional video is the first of its three possible fields that has an address', () => {
  const metadata = { slideshowImages: [], slideshowTexts: [], subscriptionBenefits: [] };
  const address = (instructionalVideoUrl: string | null, inMetadata: string | null, videoUrl: string | null) =>
    videoAddress({ metadata: { ...metadata, instructionalVideoUrl, videoUrl: inMetadata }, videoUrl });
  expect(address('a', 'b', 'c')).toBe('a');
  expect(address(null, 'b', 'c')).toBe('b');
  expect(address('', null, 'c')).toBe('c');
  expect(address(null, null, '')).toBeNull();
});

test('only a positive whole number names a resource', () => {
  expect(resourceIdOf('42')).toBe(42);
  for (const text of ['', '0', '-1', '1.5', '01', 'abc', '12345678901']) expect(resourceIdOf(text)).toBeNull();
});

test('a preview shows what a member without a purchase sees', () => {
  expect(previewDecision('free')).toEqual({ hasAccess: true, code: null });
  expect(previewDecision('purchase')).toEqual({
    hasAccess: false,
    code: 'access.purchase-required',
  });
  expect(previewDecision('subscription')).toEqual({
    hasAccess: false,
    code: 'access.subscription-required',
  });
  expect(mainActionWords({ type: 'report', accessType: 'purchase' })).toBe('PURCHASE NOW');
  expect(mainActionWords({ type: 'online_tool', accessType: 'free' })).toBe('ACCESS TOOL');
  expect(mainActionWords({ type: 'report', accessType: 'free' })).toBe(fileAction('report'));
  expect(mainActionWords({ type: 'report', accessType: 'free', hasPages: true })).toBe('READ');
});

test('DETAIL-26 describes a resource by format, size and the way to read it', () => {
  const inside = { contents: [], hasVideo: false, updatedAt: '2026-11-23T12:00:00.000Z', subscription: null };
  const file = { extension: 'pdf' as const, bytes: 6_200_000 };
  expect(formatText({ type: 'book', inside: { ...inside, file } })).toBe('PDF (6.2 MB), to read here or download');
  const sheet = { extension: 'xlsx' as const, bytes: 14_200 };
  expect(formatText({ type: 'downloadable_template', inside: { ...inside, file: sheet } })).toBe(
    'Excel workbook (15 kB), to download',
  );
  const article = { type: 'article' as const, readingMinutes: 6, inside: { ...inside, file: null } };
  expect(formatText(article)).toBe('Text to read here');
  expect(formatText({ ...article, inside: { ...inside, file } })).toBe('Text to read here, and a PDF (6.2 MB)');
  expect(formatText({ type: 'online_tool' })).toBe('A tool in the browser');
  expect(formatText({ type: 'report' })).toBeNull();
});

test('DETAIL-26 contents are numbered unless the titles bring their own numbers', () => {
  const numbersOf = (contents: string[]) => contentsOf({ contents }).map(({ number }) => number);
  expect(numbersOf(['Before you begin', 'Before you begin'])).toEqual([1, 2]);
  expect(numbersOf(['Before you begin', '1. Slow is smooth'])).toEqual([null, null]);
});
