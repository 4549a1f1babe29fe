import { expect, test } from 'vitest';
import { lineOf, priceLines, rangeText, seatsProblem, sumOf } from './order-display.ts';

const prices = {
  price: 32,
  currency: 'GBP',
  steps: [
    { fromSeats: 10, price: 27.2 },
    { fromSeats: 500, price: 20.8 },
  ],
};

test('SEAT-01 the table of volume prices covers each number of seats once', () => {
  const lines = priceLines(prices);
  expect(lines.map((line) => [rangeText(line), line.price, line.savedPercent])).toEqual([
    ['2 to 9', 32, 0],
    ['10 to 499', 27.2, 15],
    ['500', 20.8, 35],
  ]);
  expect([2, 9, 10, 499, 500].map((seats) => lineOf(lines, seats)?.from)).toEqual([2, 2, 10, 10, 500]);
  expect(priceLines({ price: 5, steps: [] })).toEqual([{ from: 2, to: 500, price: 5, savedPercent: 0 }]);
});

test('SEAT-01 the sum has no error of binary fractions', () => {
  expect(sumOf(prices, 3)).toEqual({ full: 96, total: 96, saved: 0, each: 32 });
  expect(sumOf(prices, 11)).toEqual({ full: 352, total: 299.2, saved: 52.8, each: 27.2 });
});

test('SEAT-01 only whole numbers from 2 to 500 can be ordered', () => {
  expect([1, 2, 500, 501, 2.5, Number.NaN].map((seats) => seatsProblem(seats) === null)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
