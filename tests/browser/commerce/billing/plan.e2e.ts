import { expect, type Page } from '@playwright/test';
import { failAnswers } from '#tests/browser/support/routes.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { bySubscription, subscribe, subscriptionOf } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const line = (page: Page, label: string) =>
  page.getByRole('dialog').locator('dl > div').filter({ hasText: label }).locator('dd');

test('SUBSCR-21 a member sees what the annual plan costs, takes it later, keeps monthly, and takes it now', {
  tag: ['@layout', '@long'],
}, async ({ page, check, context, office, watch }) => {
  await subscribe(context.request, (await office.addResource(bySubscription)).id);
  await page.goto('/billing');
  const mend = await failAnswers(page, watch, '**/plan-preview**');
  await button(page, 'Switch to Annual').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await mend();
  await button(page, 'Try again').click();
  await expect(line(page, 'Annual plan')).toHaveText('£89.99 per year');
  await check('the cost of another plan', { isDialog: true });
  await page.getByRole('radio', { name: 'With the next period' }).check();
  await expect(line(page, 'To pay now')).toHaveText('£0.00');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to Annual' }).click();
  await expectToast(page, 'Plan updated');
  await expect(page.getByText(/^Your plan becomes Annual on /)).toBeVisible();
  await check('billing with a plan that begins later');
  expect(await subscriptionOf(context.request)).toMatchObject({ plan: 'monthly', pendingPlan: 'annual' });
  await button(page, 'Keep Monthly').click();
  await expect(page.getByText(/^Your plan becomes Annual on /)).toHaveCount(0);

  await button(page, 'Switch to Annual').click();
  const due = await line(page, 'To pay now').textContent();
  await button(page, `Pay ${due} and switch to Annual`).dblclick();
  await expect(page.getByText('Annual', { exact: true })).toBeVisible();
  expect(await subscriptionOf(context.request)).toMatchObject({ plan: 'annual', pendingPlan: null });
  const payment = page.getByRole('row', { name: /Subscription Payment/ }).filter({ hasText: due ?? '' });
  // The payment is recorded with Stripe's event, a moment after the plan.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /Subscription Payment/ }).first()).toBeVisible();
    await expect(payment).toHaveCount(1, { timeout: 1 });
  }).toPass();
});
