import { expect, test } from 'vitest';
import { actionsFor, noMatchText, periodText, shownStatus } from './display.ts';

const row = (status: string, { cancelAtPeriodEnd = false, temporarySuspended = false } = {}) => ({
  status,
  cancelAtPeriodEnd,
  temporarySuspended,
});

test('ADM-SUB-03 shows a suspension first, then a scheduled end, then the status, unknown ones as they are', () => {
  const nameOf = (...given: Parameters<typeof row>) => shownStatus(row(...given)).name;
  expect(nameOf('active', { cancelAtPeriodEnd: true, temporarySuspended: true })).toBe('Suspended');
  expect(nameOf('trialing', { cancelAtPeriodEnd: true })).toBe('Cancelling');
  expect(['active', 'trialing', 'past_due', 'canceled', 'unpaid'].map((status) => nameOf(status))).toEqual([
    'Active',
    'Trial',
    'Past Due',
    'Cancelled',
    'unpaid',
  ]);
});

test('ADM-SUB-04 ADM-SUB-05 ADM-SUB-06 offers the actions of each status', () => {
  expect(actionsFor(row('active', { temporarySuspended: true }))).toEqual(['reactivate']);
  expect(actionsFor(row('active'))).toEqual(['suspend', 'cancel', 'refund']);
  expect(actionsFor(row('active', { cancelAtPeriodEnd: true }))).toEqual(['suspend', 'refund']);
  expect(actionsFor(row('canceled'))).toEqual([]);
});

test('ADM-SUB-01 shows a period as two dates', () => {
  const period = { currentPeriodStart: '2026-11-02T10:00:00.000Z', currentPeriodEnd: '2026-12-02T10:00:00.000Z' };
  expect(periodText(period)).toBe('02 Nov 2026 to 02 Dec 2026');
  expect(periodText({ ...period, currentPeriodEnd: null })).toBeNull();
});

test('ADM-SUB-02 names the search and the status when no subscription matches', () => {
  expect(noMatchText({ search: 'quorrin', status: 'suspended' })).toContain(
    'No member named “quorrin” has the status Suspended.',
  );
  expect(noMatchText({ search: '', status: null })).toContain('No member has a subscription.');
});
