import { describe, expect, test } from 'vitest';
import { resourceTypes } from '#contract/catalogue.ts';
import { dateAndTime } from '../../dates.ts';
import { typeNames } from '../catalogue/display.ts';
import {
  currencySign,
  dialogTitle,
  formKindOf,
  instantOf,
  localTimeOf,
  phaseLabels,
  priceHint,
  saveFailureTitle,
  saveLabel,
  scheduleHint,
  shownRange,
  statusOf,
  typeTiles,
  undercutPrice,
} from './display.ts';

test('ADM-RES-06 LABEL-13 there are seven tiles, the two specialised ones first', () => {
  expect(typeTiles.map(({ type }) => typeNames[type])).toEqual([
    'Downloadable Template',
    'Online Tool',
    'Report',
    'Insight',
    'Newsletter',
    'Book',
    'Article',
  ]);
  expect(typeTiles.map(({ isSpecialised }) => isSpecialised)).toEqual([true, true, false, false, false, false, false]);
});

test('ADM-RES-07 every type has a form', () => {
  const kinds = Object.fromEntries(resourceTypes.map((type) => [type, formKindOf(type)]));
  const generic = { report: 'generic', insight: 'generic', newsletter: 'generic', book: 'generic', article: 'generic' };
  expect(kinds).toEqual({
    ...generic,
    downloadable_template: 'template',
    online_tool: 'tool',
    template: 'generic',
    other: 'generic',
  });
});

test('ADM-TOOL-04 LABEL-13 the save button names what it makes', () => {
  expect([saveLabel('online_tool', true), saveLabel('online_tool', false)]).toEqual([
    'Create Online Tool',
    'Update Online Tool',
  ]);
  expect([saveLabel('downloadable_template', true), saveLabel('downloadable_template', false)]).toEqual([
    'Create Template',
    'Update Template',
  ]);
  expect([saveLabel('book', true), saveLabel('book', false)]).toEqual(['Create Resource', 'Update Resource']);
});

test('ADM-RES-11 a failed save is named for tools, and "Error" otherwise', () => {
  expect(saveFailureTitle('online_tool', true)).toBe('Failed to create online tool resource');
  expect(saveFailureTitle('online_tool', false)).toBe('Failed to update online tool resource');
  expect([saveFailureTitle('report', true), saveFailureTitle('downloadable_template', false)]).toEqual([
    'Error',
    'Error',
  ]);
});

test('ADM-TOOL-09 the phases carry number and name', () => {
  expect(Object.values(phaseLabels)).toEqual([
    'Phase 1: Discover & Assess',
    'Phase 2: Design & Plan',
    'Phase 3: Develop & Prototype',
    'Phase 4: Deploy & Scale',
  ]);
});

test('the dialog says what it adds or edits', () => {
  expect(dialogTitle(null, true)).toBe('Add Resource');
  expect(dialogTitle('report', true)).toBe('Add Report');
  expect(dialogTitle('online_tool', false)).toBe('Edit Online Tool');
  expect(dialogTitle('other', false)).toBe('Edit Resource');
});

test("ADM-RES-16 the hint names the smallest price that can be charged, in the portal's currency", () => {
  expect(priceHint('GBP')).toBe('Needed before publishing: at least £0.30.');
  expect(priceHint('JPY')).toBe('Needed before publishing: at least JP¥50.');
  expect([currencySign('GBP'), currencySign('CHF')]).toEqual(['£', 'CHF']);
});

test('a page says which resources it shows', () => {
  expect(shownRange({ page: 1, pageSize: 20, totalCount: 1, isMinimum: false })).toBe('Showing 1 to 1 of 1 resource');
  expect(shownRange({ page: 3, pageSize: 20, totalCount: 47, isMinimum: false })).toBe(
    'Showing 41 to 47 of 47 resources',
  );
});

describe('undercutPrice', () => {
  const others = [
    { id: 1, monthlyPrice: 9.99, annualPrice: null },
    { id: 2, monthlyPrice: 8.99, annualPrice: null },
  ];

  test('names the lowest of the others when the typed price is below it', () => {
    expect(undercutPrice('8.98', 'monthlyPrice', others)).toBe(8.99);
  });

  test('says nothing for an equal price, a blank one, or where nothing can be compared', () => {
    expect(undercutPrice('8.99', 'monthlyPrice', others)).toBeNull();
    expect(undercutPrice(' ', 'monthlyPrice', others)).toBeNull();
    expect(undercutPrice('1', 'annualPrice', others)).toBeNull();
    expect(undercutPrice('1', 'monthlyPrice', [])).toBeNull();
  });
});

test('ADM-RES-01 a resource is published, a draft, or a draft with a time', () => {
  const publishAt = '2126-12-03T09:00:00.000Z';
  expect(statusOf({ isPublished: true, publishAt: null })).toBe('published');
  expect(statusOf({ isPublished: false, publishAt: null })).toBe('draft');
  expect(statusOf({ isPublished: false, publishAt })).toBe('scheduled');
});

test("a time to publish is typed in one's own zone and comes back as it was", () => {
  const typed = '2026-12-03T09:05';
  const instant = instantOf(typed);
  expect(instant).toBe(new Date(2026, 11, 3, 9, 5).toISOString());
  expect(localTimeOf(instant)).toBe(typed);
  expect([instantOf(''), localTimeOf(null), instantOf('soon')]).toEqual([null, '', 'soon']);
  expect(dateAndTime(instant ?? '')).toBe('3 Dec 2026, 09:05');
  expect(scheduleHint(typed)).toMatch(/^Publishes 3 Dec 2026, 09:05 \(.+\)\.$/);
  expect(scheduleHint('')).toMatch(/^Leave it empty to keep a draft\./);
});
