import { expect, type Page } from '@playwright/test';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { failAnswers } from '#tests/browser/support/routes.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { subscribe } from '#tests/browser/support/subscriptions.ts';
import { administratorTest, test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const plan = { accessType: 'subscription' as const, monthlyPrice: '8.99', annualPrice: '89.99' };

test('LABEL-18 ADM-SUB-05 ADM-SUB-08 a payment is refunded in part, then whole, and never twice', {
  tag: '@long',
}, async ({ page, context, office, newPage }) => {
  const { id } = await office.addResource(plan);
  const theirs = await newPage();
  const member = await registerMember(theirs.context().request);
  await subscribe(theirs.context().request, id);
  await signInAsAdministrator(context.request);
  await page.goto(`/admin-dashboard?tab=subscriptions&search=${encodeURIComponent(member.email)}`);
  const row = page.getByRole('row').filter({ hasText: member.email });
  const ask = () => row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });

  await ask();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await ask();
  await amount.fill('0');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Amount must be more than zero')).toBeVisible();
  await amount.fill('4');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).dblclick();
  await expectToast(page, 'Refund processed', '£4.00 has been refunded.');
  await ask();
  await expect(dialog.getByText('£4.99')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expectToast(page, 'Refund processed', '£4.99 has been refunded.');

  await theirs.goto('/billing');
  await expect(theirs.getByRole('row', { name: /Refund/ })).toHaveCount(3);
  await expect(theirs.locator('dl').first()).toContainText('Subscription payments£0.00');
  await expect(theirs.getByText('Active', { exact: true }).first()).toBeVisible();
});

administratorTest(
  'an administrator compares the books and sees what was found',
  { tag: '@long' },
  async ({ page, watch }) => {
    await page.goto('/admin-dashboard/reconciliation');
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
    await button(page, 'Compare now').click();
    await expectToast(page, 'Comparison started');
    await expect(async () => {
      await button(page, 'Refresh').click();
      await expect(page.getByText(/^Finished on/)).toBeVisible({ timeout: 1000 });
    }).toPass();
    const mend = await failAnswers(page, watch, '/api/admin/reconciliation');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to fetch the reconciliation' })).toBeVisible();
    await mend();
    await button(page, 'Try again').click();
    await expect(page.getByRole('heading', { name: 'Last comparison' })).toBeVisible();
  },
);
