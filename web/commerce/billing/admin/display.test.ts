import { expect, test } from 'vitest';
import { amountText, comparedSentence, readRefundAmount } from './display.ts';

test('LABEL-18 ADM-SUB-08 an empty amount means all that is left, and an invalid one is refused', () => {
  const right = (text: string) => readRefundAmount(text, { left: 10, currency: 'GBP' });
  expect(right('')).toEqual({ kind: 'right', amount: null });
  expect(right('  ')).toEqual({ kind: 'right', amount: null });
  expect(right('8.99')).toEqual({ kind: 'right', amount: 8.99 });
  expect(right('£ 5 ')).toEqual({ kind: 'right', amount: 5 });
  for (const text of ['0', '-1', '0.001', 'all', '1,5']) expect(right(text).kind).toBe('wrong');
  expect(right('10')).toEqual({ kind: 'right', amount: 10 });
  expect(right('10.01')).toEqual({ kind: 'wrong', error: 'You can refund at most £10.00 of this payment.' });
});

test('LABEL-18 TAX-01 the amount that is filled in has the decimals of its currency', () => {
  expect(amountText({ left: 8.5, currency: 'GBP' })).toBe('8.50');
  expect(amountText({ left: 500, currency: 'JPY' })).toBe('500');
  expect(amountText({ left: 5.12, currency: 'KWD' })).toBe('5.120');
});

test('TAX-01 ADM-SUB-08 an amount may have the sign or code of its currency, and only its decimals', () => {
  expect(readRefundAmount('KWD 5.120', { left: 10, currency: 'KWD' })).toEqual({ kind: 'right', amount: 5.12 });
  expect(readRefundAmount('JP¥500', { left: 900, currency: 'JPY' })).toEqual({ kind: 'right', amount: 500 });
  for (const [text, currency] of [
    ['5.124', 'KWD'],
    ['500.5', 'JPY'],
    ['£-5', 'GBP'],
    ['KWD', 'KWD'],
  ] as const) {
    expect(readRefundAmount(text, { left: 1_000, currency }).kind).toBe('wrong');
  }
});

test('TAX-03 the counts of a comparison are one sentence, and name what belongs to another use of the account', () => {
  const counts = { payments: 2, subscriptions: 1, events: 0 };
  expect(comparedSentence({ ...counts, notOurs: 0 })).toBe(
    '2 payments, 1 subscription and 0 undelivered events of the last three days were compared.',
  );
  expect(comparedSentence({ ...counts, notOurs: 1 })).toMatch(
    / 1 of them belongs to another use of this Stripe account and did not change\.$/,
  );
});
