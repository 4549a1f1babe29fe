import { expect, test } from 'vitest';
import { resourceWords } from './conflict.ts';

const wordsFor = resourceWords([{ id: 3, name: 'Canvas' }]);
const words = (name: string, value: unknown, base: unknown = null) => wordsFor({ name, base }, value);
const article = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

test('two people’s changes are told by the labels of the form', () => {
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

test('a text is told by what was changed in it since the form was opened', () => {
  const base = article('One', 'Two');
  expect(words('article', article('One', '2'), base)).toEqual({
    changes: [
      { kind: 'removed', text: 'Two' },
      { kind: 'added', text: '2' },
    ],
  });
  expect(words('article', base, base)).toBe('As it was when you opened it');
  expect(words('article', null, base)).toBe('None');
  const picture = { type: 'image', attrs: { src: '/media/a', alt: '' } };
  expect(words('article', { ...base, content: [...base.content, picture] }, base)).toBe(
    'The same words with other looks, links or pictures',
  );
  expect(words('description', 'A\nC', 'A\nB')).toMatchObject({ changes: [{ text: 'B' }, { text: 'C' }] });
});
