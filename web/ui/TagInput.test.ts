import { expect, test } from 'vitest';
import { withTag } from './TagInput.tsx';

test('a typed tag is trimmed and goes to the end', () => {
  expect(withTag(['audit'], '  model   risk ')).toEqual(['audit', 'model risk']);
});

test('TEXT-04 a tag that reads like one already there is not added', () => {
  const tags = ['C++', 'café'];
  expect(withTag(tags, 'c++')).toBe(tags);
  expect(withTag(tags, 'Cafe\u0301\u200b')).toBe(tags);
});

test('TEXT-04 a tag typed with a comma stays one tag', () => {
  expect(withTag(['audit'], 'care,  planning')).toEqual(['audit', 'care, planning']);
});

test('blank text adds nothing', () => {
  const tags = ['audit'];
  expect(withTag(tags, ' \u200b ')).toBe(tags);
});
