import { expect, it } from 'vitest';
import { monthsAfter } from './months.ts';

const later = (from: string, months: number, day?: number) =>
  monthsAfter(new Date(`${from}T22:00:00Z`), months, day).toISOString();

it.each([
  ['the same day', '2026-12-15', 2, undefined, '2027-02-15'],
  ['the last day of a shorter month', '2027-01-30', 1, undefined, '2027-02-28'],
  ['29 February in a leap year', '2028-01-31', 1, undefined, '2028-02-29'],
  ['28 February a year after 29 February', '2028-02-29', 12, 29, '2029-02-28'],
  ['29 February four years later', '2028-02-29', 48, 29, '2032-02-29'],
  ['the 30th again after 28 February', '2027-02-28', 1, 30, '2027-03-30'],
  ['the 31st again after 30 November', '2026-11-30', 1, 31, '2026-12-31'],
])('monthsAfter answers %s', (_, from, months, day, expected) => {
  expect(later(from, months, day)).toBe(`${expected}T22:00:00.000Z`);
});
