import { describe, expect, test } from 'vitest';
import { resourceTypes } from '#contract/catalogue/catalogue.ts';
import { phaseLabels, usualWords } from '#contract/words.ts';
import { dateAndTime } from '#web/dates.ts';
import { instantOf, localTimeOf } from '#web/local-time.ts';
import { typeNames } from '../catalogue/display.ts';
import {
  bulkEffect,
  bulkTitle,
  byMatch,
  currencySign,
  deleteEffect,
  dialogTitle,
  doneText,
  formKindOf,
  keptByText,
  priceHint,
  saveFailureTitle,
  saveLabel,
  scheduleHint,
  shownRange,
  statusOf,
  typeTiles,
  undercutPrice,
} from './display.ts';

test('ADM-RES-06 LABEL-13 there are nine tiles, the two specialised ones first', () => {
  expect(typeTiles.map(({ type }) => typeNames[type])).toEqual([
    'Downloadable Template',
    'Online Tool',
    'Report',
    'Insight',
    'Newsletter',
    'Book',
    'Article',
    'Bundle',
    'Learning Path',
  ]);
  expect(typeTiles.map(({ isSpecialised }) => isSpecialised)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('ADM-RES-07 every type has a form', () => {
  const kinds = Object.fromEntries(resourceTypes.map((type) => [type, formKindOf(type)]));
  const generic = { report: 'generic', insight: 'generic', newsletter: 'generic', book: 'generic', article: 'generic' };
  expect(kinds).toEqual({
    ...generic,
    downloadable_template: 'template',
    online_tool: 'tool',
    bundle: 'bundle',
    path: 'path',
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
  expect(Object.values(phaseLabels(usualWords.phases))).toEqual([
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

test("a publication time is typed in the reader's time zone, which the form names, and read back unchanged", () => {
  const typed = '2026-12-03T09:05';
  const instant = instantOf(typed);
  expect(instant).toBe(new Date(2026, 11, 3, 9, 5).toISOString());
  expect(localTimeOf(instant)).toBe(typed);
  expect([instantOf(''), localTimeOf(null), instantOf('soon')]).toEqual([null, '', 'soon']);
  expect(dateAndTime(instant ?? '')).toBe('3 Dec 2026, 09:05');
  expect(scheduleHint(typed)).toMatch(/^Publishes 3 Dec 2026, 09:05 \(.+\)\.$/);
  expect(scheduleHint('')).toMatch(/^Leave it empty to keep a draft\./);
});

const published = { isPublished: true, publishAt: null };
const draft = { isPublished: false, publishAt: null };
const scheduled = { isPublished: false, publishAt: '2126-01-01T09:00:00.000Z' };

test('the title of the dialog names the number of selected resources', () => {
  expect(bulkTitle('publish', 12)).toBe('Publish 12 resources?');
  expect(bulkTitle('delete', 1)).toBe('Delete 1 resource?');
  expect(bulkTitle('add-tag', 2)).toBe('Add a tag to 2 resources?');
  expect(bulkTitle('remove-tag', 2)).toBe('Remove a tag from 2 resources?');
  expect(bulkTitle('add-principles', 2)).toBe('Add principles to 2 resources?');
  expect(bulkTitle('remove-principles', 1)).toBe('Remove principles from 1 resource?');
});

test('the effect of publishing names published resources and scheduled ones', () => {
  expect(bulkEffect('publish', [draft, draft])).toBe('Members see them at once.');
  expect(bulkEffect('publish', [published, published, scheduled])).toBe(
    'Members see them at once. 2 are published already. 1 is published now, not at the set time.',
  );
});

test('the effect of unpublishing names the publication times that it clears', () => {
  const drafts = 'They become drafts, which only administrators see; members who bought one keep it.';
  expect(bulkEffect('unpublish', [published])).toBe(drafts);
  expect(bulkEffect('unpublish', [scheduled, scheduled])).toBe(`${drafts} 2 are not published at the set time.`);
});

test('ADM-RES-15 deleting says how many are owned and what becomes of them', () => {
  const all = 'They leave every list, and this cannot be undone.';
  expect(deleteEffect(12, 0)).toBe(`${all} No member has bought one of them.`);
  expect(deleteEffect(12, 3)).toBe(`${all} 3 of these are owned by members and will be withdrawn: they keep them.`);
  expect(deleteEffect(12, 1)).toBe(`${all} 1 of these is owned by members and will be withdrawn: they keep it.`);
  expect(deleteEffect(1, 1)).toMatch(/^It leaves every list.* It is owned by members and will be withdrawn/);
  expect([keptByText(1), keptByText(4)]).toEqual([
    '1 member who bought it keeps it.',
    '4 members who bought it keep it.',
  ]);
});

test('ADM-05 the message after a bulk action says how many resources were changed', () => {
  const outcome = (kind: 'changed' | 'unchanged' | 'refused') => ({ id: 1, title: 'A', outcome: kind, message: null });
  const outcomes = [outcome('changed'), outcome('changed'), outcome('unchanged'), outcome('refused')];
  expect(doneText('publish', outcomes)).toBe('2 resources published');
  expect(doneText('add-tag', outcomes.slice(1))).toBe('Tag added to 1 resource');
  expect(doneText('add-principles', outcomes)).toBe('Principles added to 2 resources');
  expect(doneText('delete', [])).toBe('0 resources deleted');
});

test('BUNDLE-02 resources whose title begins with what is typed come before those that only hold it', () => {
  const titles = ['A bias audit', 'An unbiased view', 'Bias review', 'Biased samples'];
  const found = byMatch(
    titles.map((title) => ({ title })),
    'bias',
  );
  expect(found.map(({ title }) => title)).toEqual([
    'Bias review',
    'Biased samples',
    'A bias audit',
    'An unbiased view',
  ]);
});
