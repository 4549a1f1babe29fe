import { expect, it } from 'vitest';
import type { AnalyticsOverview } from '#contract/analytics.ts';
import { accessTable, countsOf, heatOf, thinnestCover } from './overview-display.ts';
import { cellText, csvOf } from './table-display.ts';

const names = {
  responsible: 'Responsible',
  adaptive: 'Adaptive',
  people_centred: 'People-centred',
  purpose_driven: 'Purpose-driven',
};

const overview: AnalyticsOverview = {
  totalResources: 3,
  addedResources: 1,
  totalUsers: 1284,
  newUsers: 62,
  publishedResources: 2,
  revenueResources: 1,
  accessTypes: [
    { accessType: 'free', resources: 2 },
    { accessType: 'purchase', resources: 1 },
    { accessType: 'subscription', resources: 0 },
  ],
  types: [],
  coverage: [],
};

it('ADM-04 the four counts have their names and a word beside each', () => {
  expect(countsOf(overview).map(({ label, count, note }) => [label, count, note])).toEqual([
    ['Total resources', 3, '1 added in 30 days'],
    ['Total users', 1284, '62 new in 30 days'],
    ['Published resources', 2, '1 draft'],
    ['Revenue resources', 1, 'Purchase or subscription'],
  ]);
});

it('an empty catalogue has no shares', () => {
  expect(accessTable({ ...overview, totalResources: 0 }).rows).toEqual([]);
  expect(accessTable(overview).rows[1]).toEqual(['Purchase', 1, 1 / 3]);
});

it('BILL-20 BILL-21 a chart’s CSV runs nothing and keeps its columns', () => {
  const csv = csvOf({
    columns: [
      { header: 'Search', kind: 'text' },
      { header: 'Revenue', kind: 'money' },
      { header: 'Share', kind: 'share' },
    ],
    rows: [
      ['=cmd()', 1234.5, 0.5],
      ['one, "two"', -3, null],
    ],
    currency: 'GBP',
  });
  expect(csv).toBe(`Search,Revenue (GBP),Share\n'=cmd(),1234.50,0.5\n"one, ""two""",-3.00,\n`);
});

it('GEN-11 cells are shown in the currency and the language of the portal', () => {
  expect(cellText(1234.5, 'money', 'GBP')).toBe('£1,234.50');
  expect(cellText(1234, 'count')).toBe('1,234');
  expect(cellText(0.4872, 'share')).toBe('49%');
  expect(cellText(null, 'share')).toBe('–');
});

it('the thinnest places are named, three at most, and none when all are alike', () => {
  const place = (principle: keyof typeof names, resources: number) => ({
    principle,
    phase: 'phase_4_deploy_scale' as const,
    resources,
  });
  expect(thinnestCover([place('responsible', 2), place('adaptive', 1)], names)).toBe(
    'Thinnest cover: Adaptive in Phase 4.',
  );
  expect(thinnestCover([place('responsible', 2), place('adaptive', 2)], names)).toBeNull();
  const many = [
    place('responsible', 0),
    place('adaptive', 0),
    place('people_centred', 0),
    place('purpose_driven', 0),
    place('responsible', 1),
  ];
  expect(thinnestCover(many, names)).toBe(
    'Thinnest cover: Responsible in Phase 4, Adaptive in Phase 4, People-centred in Phase 4 and 1 more.',
  );
});

it('the darkest place is the fullest one', () => {
  expect([0, 1, 4, 5, 6, 8, 9, 10].map((resources) => heatOf(resources, 10))).toEqual([0, 1, 3, 3, 4, 5, 6, 6]);
});
