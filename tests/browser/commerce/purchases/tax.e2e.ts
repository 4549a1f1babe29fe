import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { startPortalProcess } from '#tests/browser/support/portal-process.ts';
import { bySubscription, subscriptionOf } from '#tests/browser/support/subscriptions.ts';
import { memberTest as base } from '#tests/browser/support/test.ts';
import { freePort } from '#tests/support/process.ts';

/** Test with a portal of its own, because the demo's portal computes no tax. */
const test = base.extend<object, { taxedPortal: string }>({
  taxedPortal: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-tax-'));
      const variables = { TAX: 'exclusive' };
      const portal = await startPortalProcess({ dataDir, port: await freePort(), logName: 'tax.log', variables });
      await use(portal.url);
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ taxedPortal }, use) => use(taxedPortal),
});

/** Finds a line of the sums beside the form. */
const amount = (page: Page, label: string) =>
  page
    .locator('dl > div, dl')
    .filter({ has: page.getByRole('term').filter({ hasText: label }) })
    .last();
const details = (page: Page) => page.getByRole('dialog', { name: 'Invoice details' });
const changeDetails = (page: Page) => page.getByRole('button', { name: 'Change invoice details' });

test('TAX-09 TAX-10 TAX-12 checkout and subscribe ask for the country and show net, tax and total; a tax id ends in a reverse charge', {
  tag: ['@layout', '@long'],
}, async ({ page, context, office, check, watch }) => {
  watch.allowRefusal('409 POST /api/create-payment-intent');
  watch.expectRefusal('409 PUT /api/user/billing-details');
  const sold = await office.addResource({ accessType: 'purchase', price: '20' });
  const subscribed = await office.addResource(bySubscription);

  await page.goto(`/checkout/${sold.id}`);
  const place = page.getByRole('form', { name: 'Where are you?' });
  await expect(place).toBeVisible();
  await expect(cardForm.number(page)).toHaveCount(0);
  await expect(page.getByText('Tax is added when your country is known.')).toBeVisible();
  await place.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(place.getByLabel('Country')).toHaveAttribute('aria-invalid', 'true');
  await expect(place.getByLabel('Country')).toBeFocused();
  await check('checkout, where are you');
  await place.getByLabel('Country').selectOption({ label: 'United Kingdom' });
  await place.getByLabel('Postcode').fill('EH6 6JJ');
  await place.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(amount(page, 'Net')).toContainText('£20.00');
  await expect(amount(page, 'VAT 20% (United Kingdom)')).toContainText('£4.00');
  await expect(amount(page, 'Total')).toContainText('£24.00');
  await check('checkout with tax');

  await changeDetails(page).click();
  await details(page).getByLabel('Country').selectOption({ label: 'Germany' });
  await details(page).getByLabel('Company name').fill('Harbour Trust GmbH');
  await details(page).getByLabel('Tax id').fill('DE123456789');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Reverse charge: your company accounts for the tax.')).toBeVisible();
  await expect(amount(page, 'Total')).toContainText('£20.00');
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeVisible();

  // The country stays Germany, and the tax id is removed below.
  await page.goto(`/subscribe/${subscribed.id}`);
  await expect(page.getByText('Reverse charge: your company accounts for the tax.')).toBeVisible();
  await expect(amount(page, 'Due today')).toContainText('£8.99');
  await changeDetails(page).click();
  await details(page).getByLabel('Tax id').fill('');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(amount(page, 'Net')).toContainText('£8.99');
  await expect(amount(page, 'VAT 19% (Germany)')).toContainText('£1.71');
  await expect(amount(page, 'Due today')).toContainText('£10.70');
  await check('subscribe with tax');
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(page).toHaveURL(`/resource/${subscribed.id}`);
  await expect.poll(() => subscriptionOf(context.request)).toMatchObject({ status: 'active', taxMode: 'exclusive' });
});
