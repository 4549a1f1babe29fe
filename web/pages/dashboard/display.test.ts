import { expect, it } from 'vitest';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { usualWords } from '#contract/words.ts';
import { termsText } from '../../catalogue/catalogue/display.ts';
import { idsOf } from './api.ts';
import { rowsOf } from './display.ts';

const now = new Date('2026-11-23T12:00:00Z');
const resource = (id: number, createdAt: string) => ({ id, createdAt }) as ResourceSummary;
const row = (...ids: number[]) => ({ resources: ids.map((id) => resource(id, '2026-01-01T00:00:00Z')), total: 9 });
const terms = { resources: 19, monthlyPrice: 8.99, annualPrice: 89.99, isFrom: false };
const dashboard: Dashboard = {
  isNewcomer: true,
  hasOpened: false,
  lastVisitAt: null,
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
  newest,
  member: { roleAffiliation: null },
  currency: 'GBP',
  tax: 'none' as const,
  roles: usualWords.roles,
  now,
  timeZone: 'UTC' as const,
};

it('DASH-11 rows come in their order, without empty ones', () => {
  expect(rowsOf({ ...shown, dashboard: undefined })).toEqual([]);
  const rows = rowsOf({ ...shown, dashboard: { ...dashboard, free: { resources: [], total: 0 } } });
  expect(rows.map(({ title }) => title)).toEqual(['New', 'In the subscription']);
  expect(rows[0]?.resources.map(({ id }) => id)).toEqual([5, 4]);
});

it('DASH-13 what is new since the last visit comes first for members who come back', () => {
  const back = { ...dashboard, isNewcomer: false, free: null, forRole: row(7), lastVisitAt: '2026-11-19T09:00:00Z' };
  const rows = rowsOf({ ...shown, member: { roleAffiliation: 'project_manager' }, dashboard: back });
  expect(rows.map(({ title, note }) => [title, note])).toEqual([
    ['New since your last visit', 'Added after Thursday 19 November.'],
    ['For your role', 'Project manager'],
    ['In the subscription', '19 resources for £8.99 per month or £89.99 per year. Cancel any time.'],
  ]);
  expect(rows[0]?.resources.map(({ id }) => id)).toEqual([5]);
  expect(rows[1]?.link.search).toEqual({ roleAffiliations: ['project_manager'] });
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
