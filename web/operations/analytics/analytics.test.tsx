import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getAnalyticsActivity, getAnalyticsOverview } from '#contract/operations/analytics.endpoints.ts';
import type { AnalyticsActivity, AnalyticsOverview } from '#contract/operations/analytics.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

const tab = '/admin-dashboard?tab=analytics';

const overview: AnalyticsOverview = {
  totalResources: 7,
  addedResources: 1,
  totalUsers: 5,
  newUsers: 2,
  publishedResources: 6,
  revenueResources: 3,
  accessTypes: [{ accessType: 'free', resources: 4 }],
  types: [{ type: 'report', resources: 7 }],
  coverage: [],
};

/** Activity in days without any event. */
const activity: AnalyticsActivity = {
  currency: 'GBP',
  revenue: [],
  fees: { unknown: 0, others: 0 },
  returns: { payments: 0, refunds: 0, disputes: 0, disputesLost: 0, lostAmount: 0 },
  byResource: [],
  byCountry: [],
  cancellations: [],
  subscriptions: [],
  recurring: [],
  opens: [],
  visitsByHost: [],
  visitsByLanding: [],
  mostOpened: [],
  mostBought: [],
  mostFinished: [],
  emptySearches: [],
  closestSearches: [],
};

const forAnalytics = [answer(getAnalyticsOverview, overview), answer(getAnalyticsActivity, activity)];

test('ADM-04 the four counts come first', async () => {
  await renderPortal(tab, { as: administrator(), answers: forAnalytics });
  expect(await screen.findByText('Total resources')).toBeVisible();
  const counts = screen.getAllByRole('term').slice(0, 4);
  expect(counts.map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])).toEqual([
    ['Total resources', '7'],
    ['Total users', '5'],
    ['Published resources', '6'],
    ['Revenue resources', '3'],
  ]);
});

test('the days are chosen and live in the address; wrong ones say why', async () => {
  const { user } = await renderPortal(tab, { as: administrator(), answers: forAnalytics });
  const from = () => screen.getByLabelText('From');
  const to = () => screen.getByLabelText('To');
  expect(await screen.findByRole('heading', { name: 'Revenue by month' })).toBeVisible();
  fireEvent.change(from(), { target: { value: '2026-03-10' } });
  fireEvent.change(to(), { target: { value: '2026-03-01' } });
  await user.click(screen.getByRole('button', { name: 'Show days' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The first day must not be after the last one.');
  await expectAddress(tab);
  fireEvent.change(from(), { target: { value: '2026-01-05' } });
  await user.click(screen.getByRole('button', { name: 'Show days' }));
  await expectAddress(`${tab}&from=2026-01-05&to=2026-03-01`);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => {
    const asked = callsOf(getAnalyticsActivity).at(-1)?.query;
    expect([asked?.get('from'), asked?.get('to')]).toEqual(['2026-01-05', '2026-03-01']);
  });
  expect(await screen.findByText('Nothing was paid in these days.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Range' }), 'Last 90 days');
  await waitFor(() => expect(from()).not.toHaveValue('2026-01-05'));
});

test('the days of the address are in the fields', async () => {
  await renderPortal(`${tab}&from=2026-01-05&to=2026-03-01`, { as: administrator(), answers: forAnalytics });
  expect(await screen.findByLabelText('From')).toHaveValue('2026-01-05');
  expect(screen.getByLabelText('To')).toHaveValue('2026-03-01');
});

test('the tab says when its figures cannot be had, and tries again', async () => {
  const { user } = await renderPortal(tab, {
    as: administrator(),
    answers: [fail(getAnalyticsOverview), fail(getAnalyticsActivity)],
  });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch the analytics' })).toBeVisible();
  serve(...forAnalytics);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'RAPP coverage' })).toBeVisible();
});
