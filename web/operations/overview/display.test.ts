import { expect, test } from 'vitest';
import type { Overview } from '#contract/operations/overview.ts';
import { figuresOf, leftText, moneyTable, tasksOf, trendOf } from './display.ts';

const now = new Date('2026-11-24T10:30:00.000Z');
const none = { purchases: 0, subscriptions: 0, refunds: 0, newMembers: 0, newSubscriptions: 0 };
const days = Array.from({ length: 14 }, (_, index) => ({ day: `2026-11-${11 + index}`, ...none }));
const empty: Overview = {
  currency: 'GBP',
  days,
  activeMembers: { today: 0, week: 0 },
  failedPayments: { count: 0, amount: 0, since: null },
  disputes: { count: 0, amount: 0, dueBy: null },
  refundRequests: { count: 0, amount: 0, since: null },
  failedJobs: { count: 0, since: null },
  scheduled: { count: 0, next: null },
  emptySearches: { count: 0, most: [] },
  closestSearches: { count: 0, most: [] },
  changes: [],
};

test('ADM-09 received money is what was taken less what went back', () => {
  const paid = { ...none, purchases: 20, subscriptions: 8.99, refunds: 5 };
  const overview = { ...empty, days: days.map((day, index) => (index >= 12 ? { ...day, ...paid } : day)) };
  expect(figuresOf(overview).received).toMatchObject({ today: '£23.99', week: '£47.98' });
  expect(moneyTable(overview).rows.at(-1)).toEqual(['2026-11-24', 20, 8.99, -5, 23.99]);
  expect(moneyTable(empty).rows).toEqual([]);
});

test('ADM-09 a week is compared with the one before, small counts as a difference', () => {
  expect(trendOf(112, 100, String)).toEqual({ direction: 'up', text: '12% more than last week' });
  expect(trendOf(3, 5, String)).toEqual({ direction: 'down', text: '2 less than last week' });
  expect(trendOf(5, 5, String)).toEqual({ direction: 'same', text: 'Same as last week' });
});

test('ADM-09 lists only tasks that have items, with their sum and their time', () => {
  expect(tasksOf(empty, now)).toEqual([]);
  const tasks = tasksOf(
    {
      ...empty,
      failedPayments: { count: 3, amount: 26.97, since: '2026-11-20T10:00:00.000Z' },
      disputes: { count: 1, amount: 32, dueBy: '2026-12-02T09:00:00.000Z' },
    },
    now,
  );
  expect(tasks.map(({ title, when }) => [title, when])).toEqual([
    ['3 failed payments', 'Oldest 4 days'],
    ['1 dispute', '7 days left'],
  ]);
  expect(tasks[1]?.detail).toBe('£32.00, answer the bank by 2 December');
  expect([leftText('2026-11-24T12:00:00.000Z', now), leftText('2026-11-23T12:00:00.000Z', now)]).toEqual([
    'Within a day',
    'Overdue',
  ]);
});
