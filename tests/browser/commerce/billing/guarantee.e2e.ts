import { expect } from '@playwright/test';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { subscribe } from '#tests/browser/support/subscriptions.ts';
import { test } from '#tests/browser/support/test.ts';

test('SUBSCR-07 a new subscriber asks for the money back, and an administrator grants it', { tag: '@long' }, async ({
  page,
  context,
  office,
  newPage,
}) => {
  const { id } = await office.addResource({ accessType: 'subscription', monthlyPrice: '8.99', annualPrice: '89.99' });
  const theirs = await newPage();
  const member = await registerMember(theirs.context().request);
  await subscribe(theirs.context().request, id);
  await theirs.goto('/billing');
  await theirs.getByRole('button', { name: 'Request a refund' }).click();
  await theirs.getByRole('textbox', { name: /^Reason/ }).fill('Not what I hoped for');
  await theirs.getByRole('button', { name: 'Send request' }).dblclick();
  await expectToast(theirs, 'Request sent');
  await expect(theirs.getByText('You asked for £8.99 back.')).toBeVisible();

  await signInAsAdministrator(context.request);
  await page.goto('/admin-dashboard/reconciliation');
  const row = page.getByRole('row').filter({ hasText: member.email });
  await row.getByRole('button', { name: /^Grant/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true }).click();
  await expectToast(page, 'Request decided');
  await expect(row).toContainText('Granted');

  await expect(async () => {
    await theirs.reload();
    await expect(theirs.getByText('Cancelled', { exact: true }).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(theirs.getByText('Your request for a refund was granted')).toBeVisible();
});
