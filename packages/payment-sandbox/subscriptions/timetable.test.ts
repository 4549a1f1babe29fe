import { describe, expect, test } from 'vitest';
import { addIntervals, periodFrom } from './timetable.ts';

const at = (text: string) => Date.parse(text) / 1000;
const monthly = { interval: 'month', interval_count: 1 } as const;

describe('addIntervals', () => {
  test.each([
    ['2026-01-31T12:30:00Z', monthly, 1, '2026-02-28T12:30:00Z'],
    ['2026-01-31T12:30:00Z', monthly, 2, '2026-03-31T12:30:00Z'],
    ['2028-01-31T00:00:00Z', monthly, 1, '2028-02-29T00:00:00Z'],
    ['2026-12-15T00:00:00Z', monthly, 1, '2027-01-15T00:00:00Z'],
    ['2028-02-29T08:00:00Z', { interval: 'year', interval_count: 1 }, 1, '2029-02-28T08:00:00Z'],
    ['2028-02-29T08:00:00Z', { interval: 'year', interval_count: 1 }, 4, '2032-02-29T08:00:00Z'],
    ['2026-03-28T00:00:00Z', { interval: 'week', interval_count: 2 }, 1, '2026-04-11T00:00:00Z'],
    ['2026-03-28T23:00:00Z', { interval: 'day', interval_count: 10 }, 1, '2026-04-07T23:00:00Z'],
  ] as const)('%s and %o, %i times: %s', (anchor, every, count, expected) => {
    expect(addIntervals(at(anchor), every, count)).toBe(at(expected));
  });
});

describe('periodFrom', () => {
  test('a short month does not move the day of the months after it', () => {
    const anchor = at('2026-01-31T12:00:00Z');
    const first = periodFrom(anchor, monthly, anchor);
    const second = periodFrom(anchor, monthly, first.end);
    expect(first).toEqual({ start: anchor, end: at('2026-02-28T12:00:00Z') });
    expect(second).toEqual({ start: first.end, end: at('2026-03-31T12:00:00Z') });
  });
});
