import { expect, test } from 'vitest';
import { bulkEffect, bulkTitle, deleteEffect, doneText, keptByText } from './bulk-display.ts';

const published = { isPublished: true, publishAt: null };
const draft = { isPublished: false, publishAt: null };
const scheduled = { isPublished: false, publishAt: '2126-01-01T09:00:00.000Z' };

test('the dialog asks about as many as are ticked', () => {
  expect(bulkTitle('publish', 12)).toBe('Publish 12 resources?');
  expect(bulkTitle('delete', 1)).toBe('Delete 1 resource?');
  expect(bulkTitle('add-tag', 2)).toBe('Add a tag to 2 resources?');
  expect(bulkTitle('remove-tag', 2)).toBe('Remove a tag from 2 resources?');
  expect(bulkTitle('add-principles', 2)).toBe('Add philosophies to 2 resources?');
  expect(bulkTitle('remove-principles', 1)).toBe('Remove philosophies from 1 resource?');
});

test('publishing says what is published already and what does not wait for its time', () => {
  expect(bulkEffect('publish', [draft, draft])).toBe('Members see them at once.');
  expect(bulkEffect('publish', [published, published, scheduled])).toBe(
    'Members see them at once. 2 are published already. 1 is published now, not at the set time.',
  );
});

test('unpublishing says that the set times go with it', () => {
  const drafts = 'They become drafts, which only administrators see; whoever bought one keeps it.';
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

test('ADM-05 afterwards it is told how many were changed', () => {
  const outcome = (kind: 'changed' | 'unchanged' | 'refused') => ({ id: 1, title: 'A', outcome: kind, message: null });
  const outcomes = [outcome('changed'), outcome('changed'), outcome('unchanged'), outcome('refused')];
  expect(doneText('publish', outcomes)).toBe('2 resources published');
  expect(doneText('add-tag', outcomes.slice(1))).toBe('Tag added to 1 resource');
  expect(doneText('add-principles', outcomes)).toBe('Philosophies added to 2 resources');
  expect(doneText('delete', [])).toBe('0 resources deleted');
});
