import { expect } from '@playwright/test';
import type { Overview } from '#contract/operations/overview.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

const address = '/admin-dashboard/overview';

memberTest('PERM-02 a member has no Overview', { tag: '@long' }, async ({ page, member }) => {
  expect(member.email).not.toBe('');
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

administratorTest(
  'ADM-09 the Overview shows today and what waits, and each row opens its list',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    // The tasks in the portal under test depend on other tests, so the response is replaced.
    const overview: Overview = await (await page.request.get('/api/admin/overview')).json();
    const since = '2026-11-01T09:00:00.000Z';
    const given: Overview = {
      ...overview,
      failedPayments: { count: 3, amount: 26.97, since },
      disputes: { count: 1, amount: 32, dueBy: '2126-12-01T09:00:00.000Z' },
      refundRequests: { count: 2, amount: 42, since },
      failedJobs: { count: 1, since },
      scheduled: { count: 2, next: { title: 'Model register', publishAt: '2126-12-01T09:00:00.000Z' } },
      emptySearches: { count: 9, most: [{ text: 'copilot rules', count: 5 }] },
      closestSearches: { count: 3, most: [{ text: 'board minutes', count: 3 }] },
    };
    await page.route('**/api/admin/overview', (route) => route.fulfill({ json: given }));
    await page.goto('/admin-dashboard');
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' });
    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    for (const name of ['Received today', 'New members today', 'New subscriptions today', 'Active members today']) {
      await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();
    }
    await check('the Overview');

    for (const [row, goal] of [
      ['3 failed payments', /tab=subscriptions&status=past_due|status=past_due&tab=subscriptions/],
      ['1 dispute', /\/reconciliation$/],
      ['2 refund requests', /\/reconciliation$/],
      ['1 failed job', /\/system$/],
      ['2 scheduled drafts', /\?status=scheduled$/],
      ['9 searches without a result', /tab=analytics/],
    ] as const) {
      await page.getByRole('link', { name: row }).click();
      await expect(page).toHaveURL(goal);
      await entry.click();
    }
    await page.getByRole('link', { name: 'payments and refunds of today' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payments and refunds' })).toBeVisible();
  },
);

administratorTest(
  'ADM-09 an Overview without anything to handle says so, and one that fails can be tried again',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    watch.expectRefusal('500 GET /api/admin/overview');
    await page.route('**/api/admin/overview', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch the overview');
    await page.route('**/api/admin/overview', async (route) => {
      const answer = await route.fetch();
      const overview: Overview = await answer.json();
      const nothing = { count: 0, amount: 0, since: null };
      const given: Overview = {
        ...overview,
        days: overview.days.map(({ day }) => ({
          day,
          purchases: 0,
          subscriptions: 0,
          refunds: 0,
          newMembers: 0,
          newSubscriptions: 0,
        })),
        failedPayments: nothing,
        disputes: { count: 0, amount: 0, dueBy: null },
        refundRequests: nothing,
        failedJobs: nothing,
        scheduled: { count: 0, next: null },
        emptySearches: { count: 0, most: [] },
        closestSearches: { count: 0, most: [] },
        changes: [],
      };
      await route.fulfill({ response: answer, json: given });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('You have nothing to handle')).toBeVisible();
    await expect(page.getByText('Nothing was paid in these days.')).toBeVisible();
    await check('an Overview with nothing to handle');
  },
);
