import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Promo Code', exact: true });
const apply = async (page: Page, code: string) => {
  await field(page).fill(code);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
};
const amounts = (page: Page) => page.getByRole('definition');

async function addCode(request: APIRequestContext, fields: object): Promise<string> {
  await signInAsAdministrator(request);
  const code = newTitle('CODE').replace(' ', '-').toUpperCase();
  const data = {
    code,
    promoType: 'discount',
    discountValue: 20,
    mappedProducts: [2],
    productStripePlanMapping: { 2: 'price_premium' },
    ...fields,
  };
  await expect(await request.post('/api/admin/promo-codes', { data })).toBeOK();
  return code;
}

test('PROMO-20 PROMO-18 a code lowers the price where the member pays, and can be removed', {
  tag: ['@layout', '@long'],
}, async ({ page, office, request, watch, check }) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  const code = await addCode(request, {});
  await page.goto(`/checkout/${id}`);
  await expect(cardForm.number(page)).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(field(page)).toHaveAccessibleDescription('Please enter a promo code.');
  watch.expectRefusal('409 POST /api/create-payment-intent');
  await apply(page, 'no-such-code');
  await expect(field(page)).toHaveAccessibleDescription('Invalid or expired promo code.');
  await expect(field(page)).toBeFocused();
  await check('checkout with a refused code');
  await expect(amounts(page)).toHaveText(['£19.99', '£0.00', '£19.99']);
  await apply(page, code.toLowerCase());
  await expect(amounts(page)).toHaveText(['£19.99', '−£4.00', '£0.00', '£15.99']);
  await expect(page.getByRole('term')).toHaveText(['Price', `Promo code ${code}`, 'Processing fee', 'Total']);
  await expect(cardForm.payButton(page)).toHaveText('Pay £15.99');
  await check('checkout with a code');
  await page.getByRole('button', { name: 'Remove Code' }).click();
  await expect(amounts(page)).toHaveText(['£19.99', '£0.00', '£19.99']);
  await apply(page, code);
  await expect(cardForm.payButton(page)).toHaveText('Pay £15.99');
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeVisible();
  const [purchase] = await (await page.request.get('/api/user/purchases')).json();
  expect(purchase).toMatchObject({ resourceId: id, amount: 15.99 });
});

test('PROMO-18 a code that ends before the button is pressed charges nothing, and the page shows the full price', {
  tag: '@long',
}, async ({ page, office, request, watch }) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  const code = await addCode(request, {});
  await page.goto(`/checkout/${id}`);
  await expect(cardForm.number(page)).toBeVisible();
  await apply(page, code);
  await expect(cardForm.payButton(page)).toHaveText('Pay £15.99');
  const [{ id: codeId }] = await (await request.get(`/api/admin/promo-codes?search=${code}`)).json();
  await request.put(`/api/admin/promo-codes/${codeId}`, { data: { isActive: false } });
  await fillCard(page, cards.good);
  watch.expectRefusal('409 POST /api/purchase-consent');
  await cardForm.payButton(page).click();
  await expect(
    page.getByText('This promo code has ended since you applied it. You have not been charged.').first(),
  ).toBeVisible();
  await expect(cardForm.payButton(page)).toHaveText('Pay £19.99');
  expect(await (await page.request.get('/api/user/purchases')).json()).toEqual([]);
});

test('PROMO-18 a code that covers the whole price gives the resource without a card', { tag: '@long' }, async ({
  page,
  office,
  request,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  const code = await addCode(request, { discountValue: 100 });
  await page.goto(`/checkout/${id}`);
  await expect(cardForm.number(page)).toBeVisible();
  await apply(page, code);
  await expect(page.getByText('Your promo code covered the whole price: you have not been charged.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/resource/${id}`));
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('PROMO-20 on the subscribe page a valid code shows what it gives and leads to its checkout', {
  tag: ['@layout', '@long'],
}, async ({ page, office, request, check }) => {
  const { id } = await office.addResource({ accessType: 'subscription' });
  const code = await addCode(request, { discountDuration: 3 });
  await page.goto(`/subscribe/${id}`);
  await expect(cardForm.number(page)).toBeVisible();
  await apply(page, 'no-such-code');
  await expect(field(page)).toHaveAccessibleDescription('The promo code you entered is not valid.');
  await check('subscribe page with a refused code');
  await apply(page, code);
  const offer = page.getByRole('dialog', { name: 'Redeem promo code' });
  await expect(offer).toContainText('20% off for 3 billing cycles');
  await offer.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/sandbox\/payments\/checkout\//);
});
