import { expect, type Page } from '@playwright/test';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { subscribe } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test.describe.configure({ mode: 'parallel' });

test('GEN-18 GEN-19 GEN-21 a subscription’s billing and refund, and the reconciliation, fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, context, office, member }) => {
  const prices = { monthlyPrice: '8.99', annualPrice: '89.99' };
  await subscribe(context.request, (await office.addResource({ accessType: 'subscription', ...prices })).id);
  await page.goto('/billing');
  await expect(button(page, 'Cancel Subscription')).toBeVisible();
  await check('billing with a subscription');
  await button(page, 'Cancel Subscription').click();
  await expect(button(page, 'Keep Subscription')).toBeVisible();
  await check('the question before cancelling', { isDialog: true });
  await button(page, 'Pause for 1 to 3 months').click();
  await expect(button(page, 'Pause for 1 Month')).toBeVisible();
  await check('the question before a pause', { isDialog: true });
  await button(page, 'Close').first().click();
  await button(page, 'View Invoices').click();
  await expect(button(page, /^Invoice for /)).toBeVisible();
  await check('the invoices of a subscription', { isDialog: true });
  await signInAsAdministrator(context.request);
  await page.goto(`/admin-dashboard?tab=subscriptions&search=${encodeURIComponent(member.email)}`);
  await button(page, /^Refund/).click();
  await expect(page.getByText('Refunded so far')).toBeVisible();
  await check('the question before a refund', { isDialog: true });
  await page.goto('/admin-dashboard/reconciliation');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Disputes' })).toBeVisible();
  await check('reconciliation');
});
