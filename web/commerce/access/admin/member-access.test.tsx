import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { blockResource, unblockResource } from '#contract/commerce/access.endpoints.ts';
import {
  explainAccess,
  grantAccess,
  listMemberAccess,
  revokeGrant,
} from '#contract/commerce/access-admin.endpoints.ts';
import type { OpenResource } from '#contract/commerce/access-admin.ts';
import { listMemberPayments } from '#contract/commerce/payments-admin.endpoints.ts';
import { listMemberPurchases, removePurchase } from '#contract/commerce/purchases-admin.endpoints.ts';
import { endMemberSubscription, getMemberSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { getUser, listNotes } from '#contract/identity/accounts-admin.endpoints.ts';
import { getMemberSummary } from '#contract/operations/overview.endpoints.ts';
import { account, administrator, resource } from '#tests/support/web/fixtures.ts';
import { subscription } from '#tests/support/web/money-fixtures.ts';
import { type Answer, answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const broke = 'Something went wrong on our side. Nothing was changed.';
const open = (changed: Partial<OpenResource>): OpenResource => ({
  resourceId: 1,
  title: 'A guide',
  type: 'report',
  reason: 'purchase',
  id: 1,
  since: null,
  expiresAt: null,
  details: null,
  by: null,
  amount: null,
  currency: null,
  ...changed,
});
const granted = open({ resourceId: 4, title: 'A granted guide', reason: 'grant', id: 14 });
const bought = open({ resourceId: 1, title: 'A bought guide', id: 11 });
const subscribed = open({ resourceId: 2, title: 'A subscribed guide', reason: 'subscription', id: null });
const blocked = open({ ...subscribed, reason: 'blocked' });
const accessTo = (...items: OpenResource[]) => answer(listMemberAccess, { items, total: items.length, counts: [] });

const renderMember = (...answers: Answer[]) =>
  renderPortal('/admin-dashboard/members/7', {
    as: administrator(),
    answers: [
      answer(getUser, account()),
      answer(listNotes, []),
      answer(getMemberSummary, {
        workRole: null,
        goal: null,
        hasPassword: true,
        hasProvider: false,
        hasPasskey: false,
        lastSeenAt: null,
        assessedAt: null,
        tools: [],
      }),
      answer(listMemberPayments, { totalSpent: 0, currency: 'GBP', transactions: [] }),
      answer(listMemberPurchases, []),
      answer(getMemberSubscription, subscription()),
      answer(listResources, [resource({ id: 3, title: 'A wanted guide' })]),
      accessTo(bought, subscribed),
      ...answers,
    ],
  });

const findLastDialog = async () => (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;

test('ADM-USER-11 access that cannot be granted says what failed, and why', async () => {
  const { user } = await renderMember(
    answer(explainAccess, {
      hasAccess: false,
      code: 'access.purchase-required',
      reason: 'Purchase required',
      resourceId: 3,
      accessType: 'purchase',
      state: 'listed',
      because: [],
      isBlocked: false,
      subscriptionStatus: null,
    }),
    refuse(grantAccess, 'request.failed'),
  );
  const box = await screen.findByRole('combobox', { name: 'Resource' });
  expect(screen.getByRole('button', { name: 'Grant Access' })).toBeDisabled();
  await user.type(box, 'A wanted guide');
  await user.click(await screen.findByRole('option', { name: /A wanted guide/ }));
  expect(await screen.findByText('This member cannot open it: Purchase required.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'For the pilot group');
  await user.click(screen.getByRole('button', { name: 'Grant Access' }));
  await expectToast('Failed to Grant Access', broke);
  expect(callsOf(grantAccess)[0]?.body).toMatchObject({ resourceId: 3, reason: 'For the pilot group' });
});

for (const { title, toast, answers } of [
  {
    title: bought.title,
    toast: 'Failed to Remove Purchase',
    answers: [refuse(removePurchase, 'request.failed')],
  },
  {
    title: subscribed.title,
    toast: 'Failed to Remove Resource',
    answers: [refuse(blockResource, 'request.failed')],
  },
]) {
  test(`ADM-USER-11 ${title} that cannot be removed says what failed, and why`, async () => {
    const { user } = await renderMember(...answers);
    await user.click(await screen.findByRole('button', { name: `Remove ${title}` }));
    await user.click(within(await findLastDialog()).getByRole('button', { name: 'Remove' }));
    await expectToast(toast, broke);
    expect(screen.getByRole('button', { name: `Remove ${title}`, hidden: true })).toBeInTheDocument();
  });
}

test('ADM-USER-11 a subscription that cannot be cancelled says what failed, and why', async () => {
  const { user } = await renderMember(refuse(endMemberSubscription, 'request.failed'));
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  await user.click(within(await findLastDialog()).getByRole('button', { name: 'Cancel Subscription' }));
  await expectToast('Failed to Cancel Subscription', broke);
});

test('ADM-USER-10 ADM-USER-12 a grant is revoked once that is confirmed', async () => {
  const { user } = await renderMember(accessTo(granted), answer(revokeGrant, { message: 'Revoked.' }));
  const revoke = await screen.findByRole('button', { name: 'Revoke A granted guide' });
  await user.click(revoke);
  await user.click(within(await findLastDialog()).getByRole('button', { name: 'Cancel' }));
  expect(callsOf(revokeGrant)).toEqual([]);
  await user.click(revoke);
  serve(accessTo());
  await user.click(within(await findLastDialog()).getByRole('button', { name: 'Revoke' }));
  await expectToast('Access Revoked');
  expect(callsOf(revokeGrant)[0]?.params).toEqual({ grantId: '14' });
});

test('ADM-USER-18 a search for what a member cannot open says where the reason is read', async () => {
  const { user } = await renderMember();
  serve(accessTo());
  await user.type(await screen.findByRole('searchbox', { name: 'Search these resources' }), 'wanted');
  expect(
    await screen.findByText(/ cannot open a resource with these words\. Choose it under Grant access to see why\.$/),
  ).toBeVisible();
});

test('ADM-USER-10 LABEL-17 a resource leaves a subscription and returns, and the subscription ends', async () => {
  const { user } = await renderMember(
    answer(blockResource, { message: 'Removed.' }),
    answer(unblockResource, { message: 'Unblocked.' }),
    answer(endMemberSubscription, { message: 'Ended.', stripeResult: { status: 'canceled' } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove A subscribed guide' }));
  serve(accessTo(bought, blocked));
  await user.click(within(await findLastDialog()).getByRole('button', { name: 'Remove' }));
  await expectToast('Resource removed');
  expect(callsOf(blockResource)[0]?.body).toEqual({ resourceId: 2, reason: 'Removed by an administrator' });
  const unblock = await screen.findByRole('button', { name: 'Unblock A subscribed guide' });
  serve(accessTo(bought, subscribed));
  await user.click(unblock);
  await expectToast('Resource Unblocked');
  expect(await screen.findByRole('button', { name: 'Remove A subscribed guide' })).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  serve(answer(getMemberSubscription, subscription({ status: 'canceled' })));
  await user.click(within(await findLastDialog()).getByRole('button', { name: 'Cancel Subscription' }));
  await expectToast('Subscription Cancelled');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Subscription' })).toHaveTextContent('Cancelled'));
});
