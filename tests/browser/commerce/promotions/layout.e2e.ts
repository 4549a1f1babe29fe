import { expect, type Page } from '@playwright/test';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe.configure({ mode: 'parallel' });

memberTest(
  'GEN-18 GEN-19 GEN-21 the dialogs of promo codes fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    await page.goto('/');
    await button(page, 'Redeem Promo Code').click();
    await expect(page.getByRole('dialog').getByLabel('Promo Code', { exact: true })).toBeVisible();
    await check('redeeming on the dashboard', { isDialog: true });
    await page.goto('/billing');
    await button(page, 'Redeem Code').click();
    await button(page, 'Validate').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await check('a code to be validated, with an error', { isDialog: true });
    await page.getByRole('dialog').getByLabel('Promo Code', { exact: true }).fill('WELCOME90');
    await button(page, 'Validate').click();
    await expect(button(page, 'Proceed to Checkout')).toBeVisible();
    await check('what a code gives', { isDialog: true });
    await expect(await page.request.post('/api/promo/redeem', { data: { code: 'WELCOME90' } })).toBeOK();
    await page.goto('/payment-success?session_id=cs_any');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await check('back from the checkout of a code');
    expect(watch.problems()).toEqual([]);
  },
);

test('GEN-18 GEN-19 GEN-21 the promo codes of administrators fit, pass axe and have names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, context }) => {
  await signInAsAdministrator(context.request);
  await page.goto('/admin-dashboard?tab=promo-codes');
  await expect(button(page, 'Edit WELCOME90')).toBeVisible();
  await check('promo codes');
  await button(page, 'Create Promo Code').click();
  await page.getByRole('combobox', { name: 'Promo Type' }).selectOption('Hybrid');
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await check('the form of a promo code with errors', { isDialog: true });
  await page.goto('/admin-dashboard?tab=promo-codes&search=nothing+is+called+so');
  await expect(page.getByRole('heading', { name: 'No promo codes found' })).toBeVisible();
  await check('no promo codes');
  await page.goto('/admin-dashboard?tab=promo-codes&view=usage-logs');
  await expect(page.getByRole('heading', { name: 'Usage Logs' })).toBeVisible();
  await check('usage logs');
});
