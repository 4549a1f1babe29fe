import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getOverview } from '#contract/operations/overview.endpoints.ts';
import type { Overview } from '#contract/operations/overview.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const nothing = { count: 0, amount: 0, since: null };

/** Fourteen days of nothing, with nothing to handle. */
function overview(changed: Partial<Overview> = {}): Overview {
  return {
    currency: 'GBP',
    days: Array.from({ length: 14 }, (_, index) => ({
      day: new Date(Date.UTC(2126, 0, index + 1)).toISOString().slice(0, 10),
      purchases: 0,
      subscriptions: 0,
      refunds: 0,
      newMembers: 0,
      newSubscriptions: 0,
    })),
    activeMembers: { today: 0, week: 0 },
    failedPayments: nothing,
    disputes: { count: 0, amount: 0, dueBy: null },
    refundRequests: nothing,
    failedJobs: { count: 0, since: null },
    scheduled: { count: 0, next: null },
    emptySearches: { count: 0, most: [] },
    closestSearches: { count: 0, most: [] },
    changes: [],
    ...changed,
  };
}

const open = (...answers: Parameters<typeof serve>) =>
  renderPortal('/admin-dashboard/overview', { as: administrator(), answers });

test('ADM-09 the Overview shows today, and each row of what waits leads to its list', async () => {
  const since = '2026-01-01T09:00:00.000Z';
  await open(
    answer(
      getOverview,
      overview({
        failedPayments: { count: 3, amount: 26.97, since },
        disputes: { count: 1, amount: 32, dueBy: '2126-12-01T09:00:00.000Z' },
        refundRequests: { count: 2, amount: 42, since },
        failedJobs: { count: 1, since },
        scheduled: { count: 2, next: { title: 'Model register', publishAt: '2126-12-01T09:00:00.000Z' } },
        emptySearches: { count: 9, most: [{ text: 'copilot rules', count: 5 }] },
        closestSearches: { count: 3, most: [{ text: 'board minutes', count: 3 }] },
      }),
    ),
  );
  for (const name of [/Received today/, /New members today/, /New subscriptions today/, /Active members today/]) {
    expect((await screen.findAllByRole('term')).map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(name),
    );
  }
  const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf(/3 failed payments/)).toBe('/admin-dashboard?tab=subscriptions&status=past_due');
  expect(addressOf(/1 dispute/)).toBe('/admin-dashboard/reconciliation');
  expect(addressOf(/2 refund requests/)).toBe('/admin-dashboard/reconciliation');
  expect(addressOf(/1 failed job/)).toBe('/admin-dashboard/system');
  expect(addressOf(/2 scheduled drafts/)).toBe('/admin-dashboard?status=scheduled');
  expect(addressOf(/9 searches without a result/)).toMatch(/^\/admin-dashboard\?tab=analytics/);
  expect(screen.getByRole('heading', { name: 'Only closest matches' })).toBeVisible();
  expect(screen.getByText('“board minutes”')).toBeVisible();
});

test('ADM-09 an Overview without anything to handle says so', async () => {
  await open(answer(getOverview, overview()));
  expect(await screen.findByText(/^Nothing waits/)).toBeVisible();
  expect(screen.getByText('Nothing was paid in these days.')).toBeVisible();
});

test('ADM-09 an Overview that fails can be tried again', async () => {
  const { user } = await open(fail(getOverview));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the overview');
  serve(answer(getOverview, overview()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing waits/)).toBeVisible();
});
