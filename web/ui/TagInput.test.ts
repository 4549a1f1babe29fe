import { expect, test } from 'vitest';
import { withTag } from './TagInput.tsx';

test('a typed tag is trimmed and goes to the end', () => {
  expect(withTag(['audit'], '  model   risk ')).toEqual(['audit', 'model risk']);
});

test('a duplicate is ignored, whatever its case', () => {
  const tags = ['Audit'];
  expect(withTag(tags, 'audit')).toBe(tags);
});

test('blank text adds nothing', () => {
  const tags = ['audit'];
  expect(withTag(tags, '   ')).toBe(tags);
});
