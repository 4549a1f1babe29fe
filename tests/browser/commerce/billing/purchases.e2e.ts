import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { buy } from '#tests/browser/support/payments.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const summary = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');

test('NAV-08 BILL-05 a member without payments opens an empty history from the sidebar', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click();
  await expect(page).toHaveURL('/billing');
  await expect(summary(page, 'Total spent')).toHaveText('£0.00');
  await expect(page.getByText('No transactions yet.')).toBeVisible();
  await expect(button(page, 'Export CSV')).toHaveAccessibleDescription('There are no transactions to export yet.');
  await button(page, 'View Invoices').click();
  await expect(page.getByText('There are no invoices or receipts yet.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(button(page, 'View Invoices')).toBeFocused();
});

test('BILL-07 BILL-10 BILL-20 purchases are listed, added up and exported as a CSV that no spreadsheet runs', {
  tag: '@long',
}, async ({ page, context, office }) => {
  const formula = await office.addResource({ accessType: 'purchase', price: '12', title: '=1+1, "quoted"' });
  const plain = await office.addResource({ accessType: 'purchase', price: '7.50' });
  await buy(context.request, formula.id);
  await buy(context.request, plain.id);
  await page.goto('/billing');
  await expect(summary(page, 'Total spent')).toHaveText('£19.50');
  await expect(summary(page, 'One-time purchases')).toHaveText('£19.50');
  await expect(page.getByRole('row', { name: /One-time Purchase/ })).toHaveCount(2);
  const downloading = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines[0]).toBe('Date,Type,Description,Amount,Currency,Reference,Status,Net,Tax,Document');
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).toMatch(
    /,One-time Purchase,"'=1\+1, ""quoted""",12\.00,GBP,pi_\w+,Paid,12\.00,0\.00,INV-\d{4}-\d{6}/,
  );
  await expectToast(page, 'Export Complete', '2 transactions were downloaded.');
});

test('SUCCESS-07 BILL-11 the invoice of a purchase is downloaded from the billing screen', { tag: '@long' }, async ({
  page,
  context,
  office,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '12' });
  await buy(context.request, id);
  await page.goto('/billing');
  await button(page, 'View Invoices').click();
  const downloading = page.waitForEvent('download');
  await button(page, `Invoice for ${title}`).click();
  expect((await downloading).suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  await expectToast(page, 'Download Started');
});
