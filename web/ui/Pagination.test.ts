import { expect, test } from 'vitest';
import { pageList } from './Pagination.tsx';

test('up to seven pages are all listed', () => {
  expect(pageList(1, 1)).toEqual([1]);
  expect(pageList(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('near the start the far pages collapse', () => {
  expect(pageList(1, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
  expect(pageList(4, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
});

test('near the end the first pages collapse', () => {
  expect(pageList(17, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
  expect(pageList(20, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
});

test('in the middle both sides collapse', () => {
  expect(pageList(10, 20)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20]);
});

test('every list keeps the present page and never hides one page alone', () => {
  for (let pageCount = 1; pageCount <= 30; pageCount += 1) {
    for (let page = 1; page <= pageCount; page += 1) {
      const numbers = pageList(page, pageCount).filter((entry) => typeof entry === 'number');
      expect(numbers).toContain(page);
      const hidden = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0) - 1);
      expect(hidden).not.toContain(1);
    }
  }
});
