import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listAdminResources } from '#contract/catalogue/publishing.endpoints.ts';
import { getOverview, getUnderWay } from '#contract/operations/overview.endpoints.ts';
import type { UnderWay } from '#contract/operations/overview.ts';
import { overview } from '#tests/support/web/admin-fixtures.ts';
import { administrator, adminResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

function underWay(changed: Partial<UnderWay> = {}): UnderWay {
  return {
    imports: [],
    news: [],
    invitations: [],
    mailsWaiting: 0,
    retries: { count: 0, nextAt: null },
    ...changed,
  };
}

const open = (...answers: Parameters<typeof serve>) =>
  renderPortal('/admin-dashboard/overview', {
    as: administrator(),
    answers: [answer(getUnderWay, underWay()), answer(listAdminResources, []), ...answers],
  });

test('NAV-15 ADM-09 the Overview shows today, and each row of what waits leads to its list', async () => {
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
  expect(await screen.findByText('7 urgent')).toBeVisible();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(await menu.findByRole('link', { name: 'Overview 7 to handle' })).toBeVisible();
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
  expect(await screen.findByText(/^You have nothing to handle/)).toBeVisible();
  expect(screen.getByText('Nothing was paid in these days.')).toBeVisible();
});

test('ADM-09 an Overview that fails can be tried again', async () => {
  const { user } = await open(fail(getOverview));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the overview');
  serve(answer(getOverview, overview()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^You have nothing to handle/)).toBeVisible();
});

test('ADM-33 the Overview shows what is under way until it has ended, and asks again only while something is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const sending = (sent: number) => ({ organisationId: 7, organisation: 'Northmere', sent, total: 48 });
  await open(
    answer(getOverview, overview()),
    answer(
      getUnderWay,
      underWay({ invitations: [sending(46)], retries: { count: 2, nextAt: '2126-01-05T10:40:00Z' } }),
    ),
  );
  const bar = await screen.findByRole('progressbar', { name: 'Invitations for Northmere' });
  expect(bar).toHaveAttribute('aria-valuenow', '96');
  expect(screen.getByText('46 of 48')).toBeVisible();
  expect(screen.getByText('Retries of 2 failed jobs')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Details of Invitations for Northmere' })).toHaveAttribute(
    'href',
    '/admin-dashboard/organisations/7',
  );
  serve(answer(getUnderWay, underWay({ invitations: [sending(47)] })));
  vi.advanceTimersByTime(2_100);
  expect(await screen.findByText('47 of 48')).toBeVisible();
  await waitFor(() => expect(screen.getByText('Retries of 2 failed jobs').closest('li')).toHaveTextContent('Ended'));
  serve(answer(getUnderWay, underWay()));
  vi.advanceTimersByTime(2_100);
  expect(await screen.findByText('Sent')).toBeVisible();
  const asked = callsOf(getUnderWay).length;
  vi.advanceTimersByTime(60_000);
  expect(callsOf(getUnderWay)).toHaveLength(asked);
});

test('ADM-33 an Overview on which nothing is under way does not ask again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await open(answer(getOverview, overview()));
  expect(await screen.findByText(/^You have nothing to handle/)).toBeVisible();
  await waitFor(() => expect(callsOf(getUnderWay).length).toBeGreaterThan(0));
  vi.advanceTimersByTime(60_000);
  // A screen may be mounted twice while its code loads. A minute of polling would be thirty calls.
  expect(callsOf(getUnderWay).length).toBeLessThanOrEqual(2);
  expect(screen.queryByRole('heading', { name: 'Under way' })).toBeNull();
});

test('ADM-09 the resources that were changed last lead to their forms, and to the list in that order', async () => {
  const changed = [
    adminResource({ id: 5, title: 'Model register', isPublished: false, accessType: 'free' }),
    adminResource({ id: 6, title: 'Oversight in practice', isPublished: true, accessType: 'subscription' }),
  ];
  const query = { sort: 'updated_at', pageSize: 5 };
  await open(answer(getOverview, overview()), answer(listAdminResources, changed, { query, totalCount: 66 }));
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li');
  expect(await rowOf('Model register')).toHaveTextContent(/Free.*Draft/);
  expect(await rowOf('Oversight in practice')).toHaveTextContent(/Subscription.*Published/);
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('Model register')).toBe('/admin-dashboard/resources/5/edit');
  expect(addressOf('All 66 resources')).toBe('/admin-dashboard?sort=updated_at');
});
