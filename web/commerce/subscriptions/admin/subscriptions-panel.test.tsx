import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getLatestPayment, refundSubscription } from '#contract/commerce/billing.endpoints.ts';
import {
  cancelAdminSubscription,
  countAdminSubscriptions,
  listAdminSubscriptions,
  resumeSubscription,
  suspendSubscription,
} from '#contract/commerce/subscriptions.endpoints.ts';
import type { AdminSubscription } from '#contract/commerce/subscriptions.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { adminSubscription } from '#tests/support/web/money-fixtures.ts';
import { type Answer, answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const counters = () =>
  within(screen.getByRole('list', { name: 'Summary' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('ADM-SUB-02 a list of subscriptions that cannot be loaded says so and can be asked for again', async () => {
  const { user } = await renderPortal('/admin-dashboard?tab=subscriptions', {
    as: administrator(),
    answers: [fail(listAdminSubscriptions), fail(countAdminSubscriptions)],
  });
  expect(await screen.findByRole('heading', { name: 'Subscriptions did not load' })).toBeVisible();
  expect(counters()).toEqual(['– Active', '– Trial', '– Suspended', '– Cancelling']);
  serve(
    answer(listAdminSubscriptions, []),
    answer(countAdminSubscriptions, { active: 0, trial: 0, suspended: 0, cancelling: 0 }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Subscriptions did not load' })).toBeNull());
});

const none = { active: 0, trial: 0, suspended: 0, cancelling: 0 };

/**
 * Opens the list with one subscription. The test can change the returned row, and the portal's later answers contain
 * the change.
 */
async function openPanel(answers: readonly Answer[] = []) {
  const row = adminSubscription();
  const { user } = await renderPortal('/admin-dashboard?tab=subscriptions', {
    as: administrator(),
    answers: [
      answer(listAdminSubscriptions, () => [row]),
      answer(countAdminSubscriptions, { ...none, active: 1 }),
      ...answers,
    ],
  });
  await findRow();
  return { user, change: (changed: Partial<AdminSubscription>) => Object.assign(row, changed) };
}

const findRow = () => screen.findByRole('row', { name: /Ines Kaldor/ });
const findButton = (name: string) => screen.findByRole('button', { name });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

test('ADM-13 a counter narrows the list to what it counts, and shows all when pressed again', async () => {
  const { user } = await openPanel();
  const counter = (name: string) => screen.getByRole('button', { name: new RegExp(` ${name}$`) });
  const filter = () => screen.getByLabelText('Filter by status');
  await user.click(counter('Suspended'));
  await waitFor(() => expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'true'));
  expect(counter('Active')).toHaveAttribute('aria-pressed', 'false');
  expect(filter()).toHaveValue('suspended');
  await waitFor(() => expect(location.search).toMatch(/status=suspended/));
  await waitFor(() => expect(callsOf(listAdminSubscriptions).at(-1)?.query.get('status')).toBe('suspended'));
  counter('Trial').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.search).toMatch(/status=trialing/));
  history.back();
  await waitFor(() => expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'true'));
  await user.click(counter('Suspended'));
  await waitFor(() => expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'false'));
  expect(filter()).toHaveValue('');
  expect(location.search).not.toMatch(/status=/);
});

test('ADM-SUB-01 ADM-SUB-02 the list shows who subscribed and for how long, and says when nothing matches', async () => {
  const { user } = await openPanel([answer(listAdminSubscriptions, [], { query: { status: 'suspended' } })]);
  expect(counters()).toEqual(['1 Active', '0 Trial', '0 Suspended', '0 Cancelling']);
  expect(await findRow()).toHaveTextContent('ines.kaldor@example.org');
  expect(await findRow()).toHaveTextContent(/05 Jan 2126 to 05 Feb 2126/);
  await user.selectOptions(screen.getByLabelText('Filter by status'), 'Suspended');
  expect(await screen.findByRole('heading', { name: 'No subscriptions match' })).toBeVisible();
  await user.click(await findButton('Clear search and status'));
  expect(await findRow()).toHaveTextContent('Active');
});

test('ADM-SUB-04 ADM-SUB-05 LABEL-18 an administrator suspends a subscription with a reason, and reactivates it', async () => {
  const { user, change } = await openPanel([
    answer(suspendSubscription, () => {
      change({ temporarySuspended: true });
      return { message: 'Suspended' };
    }),
    answer(resumeSubscription, () => {
      change({ temporarySuspended: false });
      return { message: 'Reactivated' };
    }),
  ]);
  await user.click(await findButton('Suspend Ines Kaldor'));
  await screen.findByRole('dialog');
  await user.click(inDialog('Suspend'));
  expect(await screen.findByText('Reason is required')).toBeVisible();
  expect(callsOf(suspendSubscription)).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Reason/), 'A chargeback is open');
  await user.dblClick(inDialog('Suspend'));
  await expectToast('Subscription suspended');
  expect(callsOf(suspendSubscription).map(({ body }) => body)).toEqual([{ reason: 'A chargeback is open' }]);
  await waitFor(async () => expect(await findRow()).toHaveTextContent('Suspended'));
  expect(within(await findRow()).getAllByRole('button')).toHaveLength(1);
  await user.click(await findButton('Reactivate Ines Kaldor'));
  await expectToast('Subscription Reactivated');
  await waitFor(async () => expect(await findRow()).toHaveTextContent('Active'));
});

test('ADM-SUB-05 ADM-SUB-07 LABEL-18 an administrator ends a subscription with its period, and learns when that fails', async () => {
  const { user, change } = await openPanel([fail(cancelAdminSubscription)]);
  await user.click(await findButton('Cancel Ines Kaldor'));
  await screen.findByRole('dialog');
  await user.click(inDialog('Cancel Subscription'));
  await expectToast('Cancellation Failed');
  serve(
    answer(cancelAdminSubscription, () => {
      change({ cancelAtPeriodEnd: true });
      return { message: 'It ends.' };
    }),
  );
  await user.click(inDialog('Cancel Subscription'));
  await expectToast('Subscription Cancelled');
  await waitFor(async () => expect(await findRow()).toHaveTextContent('Cancelling'));
  expect(screen.queryByRole('button', { name: 'Cancel Ines Kaldor' })).toBeNull();
  expect(await findButton('Suspend Ines Kaldor')).toBeVisible();
});

test('ADM-SUB-07 a refund that cannot be made says why', async () => {
  const { user } = await openPanel([
    answer(getLatestPayment, {
      amount: 8.99,
      refunded: 0,
      refundedMinor: 0,
      left: 8.99,
      currency: 'GBP',
      paidAt: '2126-01-05T09:00:00.000Z',
    }),
    refuse(refundSubscription, 'billing.refund-too-large', { values: { left: '£4.00' } }),
  ]);
  await user.click(await findButton('Refund Ines Kaldor'));
  const amount = await screen.findByRole('textbox', { name: 'Amount' });
  await waitFor(() => expect(amount).toHaveValue('8.99'));
  await user.clear(amount);
  await user.type(amount, '0');
  await user.click(inDialog('Refund'));
  expect(await screen.findByText('Amount must be more than zero')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '9');
  await user.click(inDialog('Refund'));
  expect(await screen.findByText('You can refund at most £8.99 of this payment.')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '5');
  await user.click(inDialog('Refund'));
  await expectToast('Refund Failed', 'You can refund at most £4.00 of this payment.');
  expect(callsOf(refundSubscription)).toMatchObject([{ body: { amountMinor: 500, alreadyRefundedMinor: 0 } }]);
});
