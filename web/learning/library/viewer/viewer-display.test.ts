import { expect, test } from 'vitest';
import {
  firstPageOf,
  keptTop,
  keyCommandOf,
  layoutOf,
  pageGap,
  pageInView,
  pageNumberOf,
  pagesNear,
  percentWords,
  scaleOf,
  zoomStep,
} from './viewer-display.ts';

const size = { width: 800, height: 1000 };
const layout = layoutOf([size, size, size, size], 1);
const step = 1000 + pageGap;

test('pages are as wide as there is room, up to a size that reads well, or as large as asked for', () => {
  expect(scaleOf('fit', { pageWidth: 800, room: 400 + 2 * pageGap })).toBe(0.5);
  expect(scaleOf('fit', { pageWidth: 800, room: 4000 })).toBe(1.25);
  expect(scaleOf('fit', { pageWidth: 800, room: 0 })).toBe(0.1);
  expect(scaleOf(2, { pageWidth: 800, room: 400 })).toBe(2);
});

test('the zoom moves to the next step from any size, and stops at the last one', () => {
  expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(0.93, 1), zoomStep(0.93, -1)]).toEqual([1.1, 0.9, 1, 0.9]);
  expect([zoomStep(4, 1), zoomStep(0.5, -1), zoomStep(0.3, -1), zoomStep(0.3, 1)]).toEqual([null, null, null, 0.5]);
});

test('the current page is the one a third down the view, and the last page at the end', () => {
  const at = (top: number) => pageInView(layout, { top, height: 600 });
  expect([at(0), at(step - 200), at(step - 180), at(layout.total - 600)]).toEqual([1, 1, 2, 4]);
  expect(pageInView(layoutOf([size], 1), { top: 0, height: 100 })).toBe(1);
});

test('only pages in view and one view around are drawn', () => {
  const near = (top: number, height: number) => pagesNear(layout, { top, height }).map(({ number }) => number);
  expect([near(0, 500), near(step, 600), near(3 * step, 600)]).toEqual([[1], [1, 2, 3], [3, 4]]);
  expect(pagesNear(layout, { top: 0, height: 500 })).toEqual([{ number: 1, top: pageGap, width: 800, height: 1000 }]);
  expect(pagesNear(layoutOf([], 1), { top: 0, height: 600 })).toEqual([]);
});

test('a new size keeps what is at the top of the view', () => {
  const larger = layoutOf([size, size, size, size], 2);
  expect(keptTop(layout, larger, 0)).toBe(0);
  expect(keptTop(layout, larger, step + pageGap + 500)).toBe(pageGap + 2000 + pageGap + 1000);
});

test('a page is named by a whole number from 1 on', () => {
  expect(['1', ' 12 ', '0', '-1', '1.5', 'x', '', '99999999', undefined, ['1', '2']].map(pageNumberOf)).toEqual([
    1,
    12,
    ...Array(8).fill(null),
  ]);
});

test('reading starts at the page of the address, else at the kept page, and at page 1 of a shorter file', () => {
  expect(firstPageOf({ asked: 3, kept: 12, pageCount: 40 })).toBe(3);
  expect(firstPageOf({ asked: 90, kept: 12, pageCount: 40 })).toBe(40);
  expect(firstPageOf({ asked: null, kept: 12, pageCount: 40 })).toBe(12);
  expect(firstPageOf({ asked: null, kept: 12, pageCount: 10 })).toBe(1);
  expect(firstPageOf({ asked: null, kept: null, pageCount: 10 })).toBe(1);
});

test('keys turn pages, scroll and zoom', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', '+', '0', 'x'].map(keyCommandOf)).toEqual([
    'next-page',
    'previous-page',
    'first-page',
    'last-page',
    'larger',
    'fit',
    null,
  ]);
  expect([keyCommandOf('PageDown'), keyCommandOf('PageUp'), keyCommandOf('ArrowUp')]).toEqual([
    { views: 1 },
    { views: -1 },
    { lines: -1 },
  ]);
  expect(percentWords(1.254)).toBe('125 %');
});
