import { expect } from '@playwright/test';
import { cards, fillCard } from '#tests/browser/support/card-form.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { bySubscription, subscriptionOf } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('TRIAL-02 a member starts a free trial without a card on the subscribe page, and reads the resource', {
  tag: ['@layout', '@long'],
}, async ({ page, context, office, member, check }) => {
  const { id, title } = await office.addResource({ ...bySubscription, trialDays: 14, trialNeedsCard: false });
  await verifyEmail(context.request, member.email);
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByRole('heading', { name: 'Try it free for 14 days' })).toBeVisible();
  await expect(page.getByText('No card is needed. The trial ends after 14 days;')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe for/ })).toBeVisible();
  await check('subscribe page with a free trial');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expectToast(page, 'Free trial started');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'trialing', plan: 'monthly' });
});

test('TRIAL-02 a member who must name a card starts the free trial at the checkout', { tag: '@long' }, async ({
  page,
  context,
  office,
  member,
}) => {
  const { id } = await office.addResource({ ...bySubscription, trialDays: 7, trialNeedsCard: true });
  await verifyEmail(context.request, member.email);
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByText(/^A card is needed\. After 7 days it is charged/)).toBeVisible();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(page.getByRole('heading', { name: /^Start your free trial of/ })).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: /^Start trial/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'trialing' });
});

test('TRIAL-03 a member with an earlier free trial is offered none and sees what subscribing charges', {
  tag: ['@layout', '@long'],
}, async ({ page, context, office, member, newPage, check, watch }) => {
  // The page opens a payment automatically, which may come after the trial.
  watch.allowRefusal('409 POST /api/create-subscription');
  const { id } = await office.addResource({ ...bySubscription, trialDays: 14, trialNeedsCard: false });
  await verifyEmail(context.request, member.email);
  await page.goto(`/subscribe/${id}`);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expectToast(page, 'Free trial started');
  const administrator = (await newPage()).context().request;
  await signInAsAdministrator(administrator);
  await expect(await administrator.delete(`/api/admin/users/${member.id}/subscription`)).toBeOK();
  await page.goto(`/subscribe/${id}`);
  await expect(
    page.getByText(/^You have already used your free trial\. Subscribing is charged today: £/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Free Trial' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Subscribe for/ })).toBeVisible();
  await check('subscribe page after a free trial');
});
