import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

const product = 'Bias and Fairness Review Workspace';
const other = 'AI Use Case Canvas';
const newCode = () => newTitle('CODE').replace(' ', '-').toUpperCase();
const tab = '/admin-dashboard?tab=promo-codes';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

async function addCode(page: Page, fields: object = {}): Promise<string> {
  const code = newCode();
  const data = {
    code,
    promoType: 'free_trial',
    mappedProducts: [2],
    productStripePlanMapping: { 2: 'price_premium' },
    ...fields,
  };
  await expect(await page.request.post('/api/admin/promo-codes', { data })).toBeOK();
  return code;
}

test('ADM-PROMO-01 LABEL-15 creates a code, edits it and deletes it', async ({ page }) => {
  const code = newCode();
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Promo Codes' }).click();
  await expect(row(page, 'WELCOME90')).toContainText('90 days free');
  await button(page, 'Create Promo Code').click();
  await field(page, 'Code').fill(` ${code.toLowerCase()} `);
  await field(page, 'Promo Type').selectOption('free_trial');
  await field(page, 'Free Access Days').fill('30');
  await page.getByText('Trial duration of older codes').click();
  await field(page, 'Trial Duration').fill('30');
  await page.getByRole('checkbox', { name: product, exact: true }).check();
  await field(page, 'Stripe Plan ID').fill('price_monthly');
  await button(page, 'Create').dblclick();
  await expectToast(page, 'Promo code created', code);
  await expect(row(page, code)).toContainText('30 days free');
  await expect(row(page, code)).toContainText('Active');

  await button(page, `Edit ${code}`).click();
  await field(page, 'Promo Type').selectOption('hybrid');
  await field(page, 'Discount Value').fill('25');
  await button(page, 'Save').click();
  await expectToast(page, 'Promo code updated', code);
  await expect(row(page, code)).toContainText('30 days free, then 25% off for 1 billing cycle');

  await button(page, `Delete ${code}`).click();
  await expect(page.getByRole('dialog')).toContainText(`Delete ${code}?`);
  await button(page, 'Delete').click();
  await expectToast(page, 'Promo code deleted', code);
  await expect(row(page, code)).toHaveCount(0);
  await page.reload();
  await expect(row(page, 'WELCOME90')).toBeVisible();
  await expect(row(page, code)).toHaveCount(0);
});

test('ADM-PROMO-09 ADM-PROMO-10 shows the fields of the type, and drops the plan of an unselected product', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(tab);
  await button(page, 'Create Promo Code').click();
  const shown = async () => [
    await field(page, 'Discount Value').isVisible(),
    await page.getByText('Trial duration of older codes').isVisible(),
    await field(page, 'Free Access Days').isVisible(),
  ];
  await expect.poll(shown).toEqual([false, true, true]);
  await field(page, 'Promo Type').selectOption('discount');
  await expect.poll(shown).toEqual([true, false, false]);
  await field(page, 'Promo Type').selectOption('hybrid');
  await expect.poll(shown).toEqual([true, true, true]);
  for (const name of [product, other]) await page.getByRole('checkbox', { name, exact: true }).check();
  await expect(field(page, 'Stripe Plan ID')).toHaveCount(2);
  await field(page, 'Stripe Plan ID').first().fill('price_first');
  await page.getByRole('checkbox', { name: other, exact: true }).uncheck();
  await page.getByRole('checkbox', { name: other, exact: true }).check();
  await expect(field(page, 'Stripe Plan ID').first()).toHaveValue('');
  await page.keyboard.press('Escape');
  await button(page, 'Discard Changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('ADM-PROMO-18 ADM-PROMO-19 chooses a plan by its name, and says what the code will do before it is saved', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(tab);
  await button(page, 'Create Promo Code').click();
  const effect = page.getByRole('region', { name: 'What the code does' });
  await expect(effect).toContainText('choose a product with its plan');
  await expect(effect).toBeInViewport({ ratio: 1 });
  const code = newCode();
  await field(page, 'Code').fill(code);
  await field(page, 'Promo Type').selectOption('discount');
  await field(page, 'Discount Value').fill('20');
  await field(page, 'Discount duration').fill('3');
  await page.getByRole('checkbox', { name: product, exact: true }).check();
  await field(page, 'Stripe Plan ID').fill('Annual, £89.99 per year');
  await field(page, 'Usage limit').fill('100');
  await field(page, 'Expires').fill('2031-12-31T12:00');
  await expect(effect).toContainText(
    '20% off the first 3 payments of the annual plan, or off one purchase of any resource, until 31 December 2031, 100 uses.',
  );
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('promo-codes'));
  await button(page, 'Create').click();
  const { productStripePlanMapping } = (await sent).postDataJSON();
  expect(Object.values(productStripePlanMapping)).toEqual(['annual']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox').fill(code);
  await button(page, `Edit ${code}`).click();
  await expect(field(page, 'Stripe Plan ID')).toHaveValue('Annual, £89.99 per year');
  await page.keyboard.press('Escape');
});

test('PROMO-17 limits a discount to some of its products', { tag: '@long' }, async ({ page }) => {
  await page.goto(tab);
  await button(page, 'Create Promo Code').click();
  const limits = page.getByRole('group', { name: 'Applicable Products' });
  for (const name of [product, other]) await page.getByRole('checkbox', { name, exact: true }).check();
  for (const index of [0, 1]) await field(page, 'Stripe Plan ID').nth(index).fill('price_monthly');
  await expect(limits).toHaveCount(0);
  await field(page, 'Promo Type').selectOption('discount');
  await expect(limits.getByRole('checkbox')).toHaveCount(2);
  await limits.getByRole('checkbox', { name: `Discount on ${other}` }).check();
  await page.getByRole('checkbox', { name: other, exact: true }).uncheck();
  await expect(limits.getByRole('checkbox')).toHaveCount(1);
  await limits.getByRole('checkbox', { name: `Discount on ${product}` }).check();
  const code = newCode();
  await field(page, 'Code').fill(code);
  await field(page, 'Discount Value').fill('10');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('promo-codes'));
  await button(page, 'Create').click();
  const { applicableProducts, mappedProducts } = (await sent).postDataJSON();
  expect(applicableProducts).toEqual(mappedProducts);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox').fill(code);
  await button(page, `Edit ${code}`).click();
  await expect(limits.getByRole('checkbox', { name: `Discount on ${product}` })).toBeChecked();
  await page.keyboard.press('Escape');
});

test('a promo code saved by another administrator is compared before it is saved', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  const code = await addCode(page);
  await page.goto(`${tab}&search=${code}`);
  await button(page, `Edit ${code}`).click();
  const [saved] = await (await page.request.get(`/api/admin/promo-codes?search=${code}`)).json();
  await page.request.put(`/api/admin/promo-codes/${saved.id}`, { data: { usageLimit: 7 } });
  watch.expectRefusal(`409 PUT /api/admin/promo-codes/${saved.id}`);
  await field(page, 'Free Access Days').fill('14');
  await button(page, 'Save').click();
  const compared = page.getByRole('dialog', {
    name: 'Another administrator changed this promo code after you opened it',
  });
  await expect(compared.getByRole('group')).toHaveCount(1);
  await expect(compared.getByRole('group', { name: 'Usage limit' })).toContainText('7');
  await button(page, 'Use this choice').click();
  await expect(field(page, 'Usage limit')).toHaveValue('7');
  await expect(field(page, 'Free Access Days')).toHaveValue('14');
  await button(page, 'Save').click();
  await expectToast(page, 'Promo code updated', code);
});
