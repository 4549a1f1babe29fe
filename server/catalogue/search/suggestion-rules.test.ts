import { expect, it } from 'vitest';
import { suggestedOf, suggestionKeyOf, topicsOf } from './suggestion-rules.ts';

it('topics are the tags that hold every word, those of most resources first', () => {
  const tags = [['Risk', 'Data'], ['Risk appetite', 'Data'], ['risk']];
  expect(topicsOf(tags, 'ris')).toEqual(['Risk', 'Risk appetite']);
  expect(topicsOf(tags, 'app risk')).toEqual(['Risk appetite']);
  expect(topicsOf(tags, 'éthique')).toEqual([]);
  expect(topicsOf([['Éthique']], 'ethi')).toEqual(['Éthique']);
});

it('topics forgive slips only when nothing is written as typed', () => {
  expect(topicsOf([['Governance'], ['Goverments']], 'govenance')).toEqual(['Governance']);
  expect(topicsOf([['Governance'], ['Govenance']], 'govenance')).toEqual(['Govenance']);
});

it('suggests first what begins with the text, and nothing twice', () => {
  const one = (id: number) => ({ id });
  expect(suggestedOf([one(3), one(1)], [one(1), one(2)])).toEqual([one(3), one(1), one(2)]);
  expect(suggestedOf([], [1, 2, 3, 4, 5, 6, 7].map(one))).toHaveLength(6);
});

it('equal texts look equal', () => {
  expect(suggestionKeyOf('Data  Risk')).toBe(suggestionKeyOf('data risk'));
});
