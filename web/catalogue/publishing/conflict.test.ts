import { expect, test } from 'vitest';
import { usualWords } from '#contract/words.ts';
import { resourceWords } from './conflict.ts';

const wordsFor = resourceWords([{ id: 3, name: 'Canvas' }], usualWords);
const words = (name: string, value: unknown) => wordsFor(name, value);
const article = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

test('stored values are compared by the labels of the form', () => {
  expect(words('accessType', 'purchase')).toBe('Purchase');
  expect(words('roleAffiliations', ['policy_lead', 'project_manager'])).toEqual(['Policy lead', 'Project manager']);
  expect(words('rappPrinciples', [])).toBe('None');
  expect([words('onlineProductId', '3'), words('onlineProductId', '')]).toEqual(['Canvas', 'None']);
  expect(words('metadata.subscriptionBenefits', 'One\nTwo')).toEqual(['One', 'Two']);
  const slides = [
    { url: '/media/a', text: 'A map' },
    { url: '/media/b', text: '' },
  ];
  expect(words('metadata.slideshowImages', slides)).toEqual(['A map', 'No words (b)']);
  expect(words('title', 'A')).toBeUndefined();
});

test('an article is compared by its plain text', () => {
  expect(words('article', article('One', 'Two'))).toBe('One\nTwo');
  expect(words('article', null)).toBe('None');
});
