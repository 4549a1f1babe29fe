import { expect, it } from 'vitest';
import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import type { AnalyticsOverview } from '#contract/operations/analytics.ts';
import { usualWords } from '#contract/words.ts';
import { earnedNote, revenueNote, revenueTable, subscriptionNote, subscriptionTable } from './activity-display.ts';
import { apart, cellText, csvOf, heightOf, namedPoints, scaleOf, widePlot } from './chart-display.ts';
import { accessTable, countsOf, heatOf, thinnestCover } from './overview-display.ts';
import { presetOf, presetRange, rangeError, readRange } from './range-display.ts';

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

it('ADM-04 each of the four counts has its name and a note', () => {
  expect(countsOf(overview).map(({ label, count, note }) => [label, count, note])).toEqual([
    ['Total resources', 3, '1 added in 30 days'],
    ['Total users', 1284, '62 new in 30 days'],
    ['Published resources', 2, '1 draft'],
    ['Revenue resources', 1, 'Purchase or subscription'],
  ]);
});

it('an empty catalogue shows no shares', () => {
  expect(accessTable({ ...overview, totalResources: 0 }).rows).toEqual([]);
  expect(accessTable(overview).rows[1]).toEqual(['Purchase', 1, 1 / 3]);
});

it('BILL-20 BILL-21 the CSV of a chart has its columns and no cell that a spreadsheet would run', () => {
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

it('the summary names at most three thinnest cells, and none when all are equal', () => {
  const place = (principle: RappPrinciple, resources: number) => ({
    principle,
    phase: 'phase_4_deploy_scale' as const,
    resources,
  });
  expect(thinnestCover([place('responsible', 2), place('adaptive', 1)], usualWords)).toBe(
    'Fewest resources: Adaptive in Phase 4.',
  );
  expect(thinnestCover([place('responsible', 2), place('adaptive', 2)], usualWords)).toBeNull();
  const many = [
    place('responsible', 0),
    place('adaptive', 0),
    place('people_centred', 0),
    place('purpose_driven', 0),
    place('responsible', 1),
  ];
  expect(thinnestCover(many, usualWords)).toBe(
    'Fewest resources: Responsible in Phase 4, Adaptive in Phase 4, People-centred in Phase 4 and 1 more.',
  );
});

it('the darkest cell has the most resources', () => {
  expect([0, 1, 4, 5, 6, 8, 9, 10].map((resources) => heatOf(resources, 10))).toEqual([0, 1, 3, 3, 4, 5, 6, 6]);
});

const today = new Date('2026-11-21T23:30:00Z');

it('the address holds the range; an invalid one means the last 12 months', () => {
  const year = { from: '2025-12-01', to: '2026-11-21' };
  expect(readRange({}, today)).toEqual(year);
  expect(readRange({ from: '2026-02-30', to: '2026-03-01' }, today)).toEqual(year);
  expect(readRange({ from: ['2026-02-01', 'x'], to: '2026-03-01' }, today)).toEqual(year);
  expect(readRange({ from: '2026-02-01', to: '2026-03-01' }, today)).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  expect(presetRange('month', today).from).toBe('2026-10-23');
  expect(rangeError(presetRange('all', today))).toBeNull();
  expect([presetOf(year, today), presetOf({ ...year, to: '2026-11-20' }, today)]).toEqual(['year', 'custom']);
});

it('an invalid range has an error message', () => {
  expect(rangeError({ from: '', to: '2026-03-01' })).toBe('Choose both days.');
  expect(rangeError({ from: '2026-03-02', to: '2026-03-01' })).toBe('The first day must not be after the last one.');
  expect(rangeError({ from: '2020-03-02', to: '2026-03-01' })).toBe('Choose at most 1100 days.');
});

it('scales have round steps from 0 up and down, and names do not overlap', () => {
  expect(scaleOf(0)).toEqual([0, 1]);
  expect(scaleOf(252)).toEqual([0, 100, 200, 300]);
  expect(scaleOf(190.96, -30)).toEqual([-100, 0, 100, 200]);
  expect(heightOf(widePlot, [0, 100], 0)).toBe(254);
  expect(heightOf(widePlot, [0, 100], 100)).toBe(10);
  expect(namedPoints(widePlot, 12)).toEqual([0, 3, 6, 9]);
  expect(apart([50, 10, 55], 16)).toEqual([50, 10, 66]);
});

it('sentences beside charts match the figures, and zero has no minus sign', () => {
  const month = {
    month: '2026-10',
    oneOff: 10.1,
    newSubscriptions: 20.2,
    renewals: 0,
    refunds: 0,
    net: 30.3,
    tax: 5.05,
    fees: 1.02,
  };
  const money = { revenue: [month, { ...month, month: '2026-11', oneOff: 0, newSubscriptions: 0 }], currency: 'GBP' };
  expect(earnedNote(money)).toBe('Revenue resources earned £30.30 in Oct 2026, 67% from subscriptions.');
  expect(csvOf(revenueTable(money)).split('\n')[1]).toBe('2026-10,10.10,20.20,0.00,0.00,30.30,5.05,1.02,24.23');
  expect(revenueNote(money)).toBe('£60.60 was kept after refunds, £48.46 after tax and fees too.');
  const subscriptions = [{ month: '2026-10', active: 3, trial: 1, lost: 1, trialsEnded: 5, trialsConverted: 4 }];
  expect(subscriptionNote({ subscriptions })).toBe(
    '1 subscription was lost. 4 of 5 trials that ended went on to be paid (80%).',
  );
});

it('ADM-SUB-02 the table of subscriptions names what the counters of the Subscriptions tab count', () => {
  const [, active, trial] = subscriptionTable({ subscriptions: [] }).columns.map(({ header }) => header);
  expect([active, trial]).toEqual(['Active', 'On trial']);
});
