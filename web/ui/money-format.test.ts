import { expect, test } from 'vitest';
import { intervalWords } from './money-format.ts';

test('an interval is said in words', () => {
  expect([intervalWords('month'), intervalWords('year')]).toEqual(['per month', 'per year']);
});
