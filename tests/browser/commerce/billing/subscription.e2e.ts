import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { subscribe, subscriptionOf } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const manage = (page: Page) => button(page, 'Manage Billing');
const plan = { accessType: 'subscription' as const, monthlyPrice: '8.99', annualPrice: '89.99' };

test('BILL-03 BILL-06 BILL-13 a subscription is shown, cancelled after a question, and reactivated', async ({
  page,
  context,
  office,
}) => {
  const { id } = await office.addResource(plan);
  await subscribe(context.request, id);
  await page.goto('/billing');
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Visa ending 4242')).toBeVisible();
  await expect(page.getByText('Default', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Subscription Payment/ })).toContainText('£8.99');

  await button(page, 'Cancel Subscription').click();
  await button(page, 'Keep Subscription').click();
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await button(page, 'Cancel Subscription').click();
  await page.getByLabel('Why are you cancelling?').selectOption('It is too expensive');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).dblclick();
  await test.step('BILL-15 says that it ends', () => expectToast(page, 'Subscription Cancelled'));
  await expect(page.getByText('Cancelling Soon').first()).toBeVisible();
  await expect(button(page, 'Cancel Subscription')).toHaveCount(0);
  const access = await context.request.get(`/api/resources/${id}/access`);
  expect(await access.json()).toMatchObject({ hasAccess: true });

  await page.reload();
  await button(page, 'Reactivate').click();
  await test.step('BILL-15 says that it runs on', () => expectToast(page, 'Subscription Reactivated'));
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
});

test('SUBSCR-22 a member pauses for two months instead of cancelling, and takes the pause back', {
  tag: '@long',
}, async ({ page, context, office }) => {
  const { id } = await office.addResource(plan);
  await subscribe(context.request, id);
  await page.goto('/billing');
  await button(page, 'Cancel Subscription').click();
  await button(page, 'Pause for 1 to 3 months').click();
  await page.getByLabel('2 months').check();
  await button(page, 'Pause for 2 Months').click();
  await expectToast(page, 'Pause scheduled');
  await expect(page.getByText(/^Your subscription pauses on .* You keep access until then\./)).toBeVisible();
  await expect(button(page, 'Pause')).toHaveCount(0);
  await page.reload();
  await button(page, 'Do not pause').click();
  await expectToast(page, 'Pause ended');
  await expect(button(page, 'Pause')).toBeVisible();
});

test('BILL-01 Manage Billing opens the provider’s page in a new tab, which leads back', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/billing');
  const opening = page.waitForEvent('popup');
  await manage(page).click();
  const portal = await opening;
  await expect(portal).toHaveURL(/\/sandbox\/payments\/portal\/bps_/);
  await expect(page).toHaveURL('/billing');
  await portal
    .getByRole('link', { name: /return|back/i })
    .first()
    .click();
  await expect(portal).toHaveURL('/billing');
});

test('BILL-11 SUCCESS-07 the invoice of a subscription opens as PDF', async ({ page, context, office }) => {
  const { id } = await office.addResource(plan);
  await subscribe(context.request, id);
  await page.goto('/billing');
  await button(page, 'View Invoices').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, /^Invoice for /).click()]);
  expect(download.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('SUBSCR-24 a member who says why is made the offer once: closed, accepted, then shown on Billing', {
  tag: ['@layout', '@long'],
}, async ({ page, context, office, newPage, check }) => {
  const administrator = (await newPage()).context().request;
  await signInAsAdministrator(administrator);
  const setOffer = async (cancelOfferPercent: number | null) => {
    const sent = { data: { cancelOfferPercent, cancelOfferPayments: 3 } };
    await expect(await administrator.put('/api/admin/portal-settings', sent)).toBeOK();
  };
  const { id } = await office.addResource(plan);
  await subscribe(context.request, id);
  const askToCancel = async () => {
    await button(page, 'Cancel Subscription').click();
    await page.getByLabel('Why are you cancelling?').selectOption('It is too expensive');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  };
  await setOffer(30);
  try {
    await page.goto('/billing');
    await askToCancel();
    const offer = page.getByRole('dialog', { name: 'Stay for 30% less?' });
    await expect(offer).toContainText('Your next 3 payments, from');
    await expect(offer).toContainText('would be £6.29 per month instead of £8.99 per month.');
    await check('the offer to a member who cancels');
    // Closing the offer neither cancels nor accepts.
    await page.keyboard.press('Escape');
    await expect(offer).toBeHidden();
    expect(await subscriptionOf(context.request)).toMatchObject({ cancelAtPeriodEnd: false });
    await page.reload();
    await askToCancel();
    await offer.getByRole('button', { name: 'Accept the offer' }).dblclick();
    await expect(offer).toBeHidden();
    await expect(page.getByText(/With your discount you pay £6\.29 per month\./)).toBeVisible();
    await check('billing with an accepted offer');
  } finally {
    await setOffer(null);
  }
  expect(await subscriptionOf(context.request)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  // The offer is made once, so the next time the subscription is cancelled at once.
  await page.reload();
  await askToCancel();
  await expectToast(page, 'Subscription Cancelled');
});
