import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { bySubscription, subscribe } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });

test.describe.configure({ mode: 'parallel' });

test('GEN-18 GEN-19 GEN-21 subscribing and its administration fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, context, member, office, watch }) => {
  const { id } = await office.addResource({ ...bySubscription, title: newTitle('A workspace for many teams') });
  await page.goto(`/subscribe/${id}`);
  await button(page, 'Subscribe for £8.99 per month').click();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true');
  await check('subscribing with errors');
  await subscribe(context.request, id);
  watch.expectRefusal('409 POST /api/create-subscription');
  await page.goto(`/subscribe/${id}`);
  await expect(page.getByRole('link', { name: 'Go to Billing' })).toBeVisible();
  await check('subscribing a second time');
  await signInAsAdministrator(context.request);
  await page.goto(`/admin-dashboard?tab=subscriptions&search=${encodeURIComponent(member.email)}`);
  await button(page, 'Suspend Ines Kaldor').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await check('suspending without a reason', { isDialog: true });
  await button(page, 'Close dialog').click();
  await check('subscriptions');
  await button(page, 'Cancel Ines Kaldor').click();
  await check('the end of a subscription', { isDialog: true });
  await page.goto('/admin-dashboard?tab=subscriptions&search=no+such+member');
  await expect(page.getByRole('heading', { name: 'No subscriptions match' })).toBeVisible();
  await check('no subscriptions');
});
