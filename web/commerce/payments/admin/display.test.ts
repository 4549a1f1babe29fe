import { expect, test } from 'vitest';
import { monthName, recentMonths } from './display.ts';

test('TAX-07 the months begin with the present one in UTC and go back three years', () => {
  const months = recentMonths(new Date('2026-01-31T23:30:00Z'));
  expect([months[0], months[1], months.length, months.at(-1)]).toEqual(['2026-01', '2025-12', 36, '2023-02']);
  expect(monthName('2026-01')).toBe('January 2026');
});
