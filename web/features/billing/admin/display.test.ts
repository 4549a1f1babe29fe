import { expect, test } from 'vitest';
import { comparedSentence, readRefundAmount } from './display.ts';

test('LABEL-18 ADM-SUB-08 an empty amount means all that is left, and an invalid one is refused', () => {
  const right = (text: string) => readRefundAmount(text, 'GBP');
  expect(right('')).toEqual({ kind: 'right', amount: null });
  expect(right('  ')).toEqual({ kind: 'right', amount: null });
  expect(right('8.99')).toEqual({ kind: 'right', amount: 8.99 });
  expect(right('£ 5 ')).toEqual({ kind: 'right', amount: 5 });
  for (const text of ['0', '-1', '0.001', 'all', '1,5']) expect(right(text).kind).toBe('wrong');
});

test('the counts of a comparison are one sentence', () => {
  expect(comparedSentence({ payments: 2, subscriptions: 1, events: 0 })).toBe(
    '2 payments, 1 subscription and 0 undelivered events of the last three days were compared.',
  );
});
