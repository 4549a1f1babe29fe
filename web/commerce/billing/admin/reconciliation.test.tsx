import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listRefundRequests } from '#contract/commerce/guarantee.endpoints.ts';
import { listDisputes } from '#contract/commerce/payments-admin.endpoints.ts';
import { getReconciliation, startReconciliation } from '#contract/commerce/reconciliation.endpoints.ts';
import type { Reconciliation } from '#contract/commerce/reconciliation.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const nothing: Reconciliation = { lastRun: null, discrepancies: [], waiting: [] };
const compared: Reconciliation = {
  ...nothing,
  lastRun: {
    startedAt: '2026-01-05T09:00:00.000Z',
    finishedAt: '2026-01-05T09:01:00.000Z',
    payments: 3,
    subscriptions: 2,
    events: 1,
    notOurs: 0,
    error: null,
  },
};

const open = (answers: Parameters<typeof serve>) =>
  renderPortal('/admin-dashboard/reconciliation', {
    as: administrator(),
    answers: [answer(listDisputes, []), answer(listRefundRequests, []), ...answers],
  });

test('an administrator compares the books and sees what was found', async () => {
  const { user } = await open([
    answer(getReconciliation, nothing),
    answer(startReconciliation, { message: 'Started' }),
  ]);
  expect(await screen.findByRole('heading', { name: 'Needs attention' })).toBeVisible();
  expect(screen.getByText('None has been made yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Compare now' }));
  await expectToast('Comparison started');
  expect(callsOf(startReconciliation)).toHaveLength(1);
  serve(answer(getReconciliation, compared));
  await user.click(await screen.findByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^Finished on/)).toBeVisible();
});

test('a reconciliation that cannot be loaded says so, and loads again when asked', async () => {
  const { user } = await open([fail(getReconciliation)]);
  expect(await screen.findByRole('heading', { name: 'Failed to fetch the reconciliation' })).toBeVisible();
  serve(answer(getReconciliation, compared));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Last comparison' })).toBeVisible();
});
