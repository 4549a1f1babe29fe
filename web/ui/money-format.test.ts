import { expect, test } from 'vitest';
import { formatMoney, intervalWords } from './money-format.ts';

test('GEN-11 an amount is formatted en-GB with two decimals for GBP', () => {
  expect(formatMoney(8.9, 'GBP')).toBe('£8.90');
  expect(formatMoney(1234.5, 'GBP')).toBe('£1,234.50');
  expect(formatMoney(0, 'GBP')).toBe('£0.00');
});

test('GEN-11 a currency keeps its own number of decimals', () => {
  expect(formatMoney(500, 'JPY')).toBe('JP¥500');
  expect(formatMoney(1.5, 'KWD').replace(/\s/u, ' ')).toBe('KWD 1.500');
});

test('GEN-12 numeric text of the API is taken as major units', () => {
  expect(formatMoney('19.99', 'gbp')).toBe('£19.99');
});

test('an interval is said in words', () => {
  expect([intervalWords('month'), intervalWords('year')]).toEqual(['per month', 'per year']);
});
