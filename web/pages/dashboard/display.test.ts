import { expect, it } from 'vitest';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { usualWords } from '#contract/words.ts';
import { termsText } from '#web/catalogue/catalogue/display.ts';
import { idsOf } from './api.ts';
import { isGreetedAsNew, newText, rowsOf } from './display.ts';

const now = new Date('2026-11-23T12:00:00Z');
const resource = (id: number, createdAt: string) => ({ id, createdAt }) as ResourceSummary;
const row = (...ids: number[]) => ({ resources: ids.map((id) => resource(id, '2026-01-01T00:00:00Z')), total: 9 });
const terms = { resources: 19, monthlyPrice: 8.99, annualPrice: 89.99, isFrom: false };
const dashboard: Dashboard = {
  isNewcomer: true,
  hasOpened: false,
  lastVisitAt: null,
  assigned: null,
  assessment: { resource: null, latest: null },
  forRole: null,
  free: row(1, 2),
  subscription: { ...row(3), isOpen: false, terms },
};
const newest = [
  resource(5, '2026-11-22T00:00:00Z'),
  resource(4, '2026-11-10T00:00:00Z'),
  resource(3, '2026-01-01T00:00:00Z'),
];
const shown = {
  begun: [],
  member: { roleAffiliation: null },
  currency: 'GBP',
  tax: 'none' as const,
  roles: usualWords.roles,
};

it('DASH-11 rows come in their order, without empty ones', () => {
  expect(rowsOf({ ...shown, dashboard: undefined })).toEqual([]);
  const back = { ...dashboard, isNewcomer: false, free: null, forRole: row(7) };
  const rows = rowsOf({ ...shown, member: { roleAffiliation: 'project_manager' }, dashboard: back });
  expect(rows.map(({ title, note }) => [title, note])).toEqual([
    ['For your role', 'Project manager'],
    ['In the subscription', '19 resources for £8.99 per month or £89.99 per year. Cancel any time.'],
  ]);
  expect(rows[0]?.link.search).toEqual({ roleAffiliations: ['project_manager'] });
  const without = rowsOf({ ...shown, dashboard: { ...dashboard, free: { resources: [], total: 0 } } });
  expect(without.map(({ title }) => title)).toEqual(['In the subscription']);
});

it('DASH-11 shows each resource in the first row that has it, and none that is assigned or being used', () => {
  const toDo = [{ resourceId: 1 } as OwnAssignment];
  const rows = rowsOf({
    ...shown,
    begun: [4],
    dashboard: {
      ...dashboard,
      assigned: { toDo, assigned: 1, completed: 0 },
      forRole: row(1, 2, 3),
      free: row(1, 2, 4, 5),
      subscription: { ...row(3, 4), isOpen: false, terms },
    },
  });
  expect(rows.map(({ key, resources }) => [key, resources.map(({ id }) => id)])).toEqual([
    ['role', [2, 3]],
    ['free', [5]],
  ]);
});

it('DASH-13 the newest resources are counted that came after the last visit', () => {
  expect(newText(newest, null, 'UTC')).toBeNull();
  expect(newText(newest, '2026-11-22T00:00:00Z', 'UTC')).toBeNull();
  expect(newText(newest, '2026-11-19T09:00:00Z', 'UTC')).toBe('1 new since your last visit on Thursday 19 November.');
  expect(newText(newest, '2025-12-31T00:00:00Z', 'UTC')).toMatch(/^At least 3 new since your last visit on /);
});

it('DASH-12 greets newcomers and those who registered within this visit as new', () => {
  const back = { isNewcomer: false, lastVisitAt: null };
  expect(isGreetedAsNew({ ...back, isNewcomer: true }, { createdAt: '2026-01-01T00:00:00Z' }, now)).toBe(true);
  expect(isGreetedAsNew(back, { createdAt: '2026-11-23T11:59:00Z' }, now)).toBe(true);
  expect(isGreetedAsNew(back, { createdAt: '2026-11-20T11:59:00Z' }, now)).toBe(false);
  const returned = { ...back, lastVisitAt: '2026-11-23T02:00:00Z' };
  expect(isGreetedAsNew(returned, { createdAt: '2026-11-23T01:00:00Z' }, now)).toBe(false);
});

it('SUBSCR-26 terms name the lowest price where resources differ', () => {
  expect(termsText({ ...terms, resources: 1, isFrom: true }, 'GBP', 'none')).toBe(
    '1 resource, from £8.99 per month or £89.99 per year.',
  );
  expect(termsText(terms, 'GBP', 'exclusive')).toBe('19 resources for £8.99 per month or £89.99 per year plus tax.');
});

it('ACCESS-09 access to all cards is asked for once', () => {
  expect(idsOf(dashboard, newest)).toEqual([5, 4, 3, 1, 2]);
});
