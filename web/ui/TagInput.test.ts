import { expect, test } from 'vitest';
import { withTag } from './TagInput.tsx';

test('a typed tag is trimmed and goes to the end', () => {
  expect(withTag(['audit'], '  model   risk ')).toEqual(['audit', 'model risk']);
});

test('TEXT-04 tags that people read as one are added once', () => {
  expect(withTag(['C++', 'café'], 'c++')).toEqual(['C++', 'café']);
  expect(withTag(['C++', 'café'], 'Cafe\u0301\u200b')).toEqual(['C++', 'café']);
});

test('TEXT-04 tags typed with commas between them are several', () => {
  expect(withTag(['audit'], 'care, planning,, audit')).toEqual(['audit', 'care', 'planning']);
});

test('blank text adds nothing', () => {
  const tags = ['audit'];
  expect(withTag(tags, ' \u200b , ')).toEqual(tags);
});
