import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Purchase } from '#contract/commerce/purchases.ts';
import { answerBank, cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { expectPrints } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful', exact: true });

async function purchasesOf(request: APIRequestContext): Promise<Purchase[]> {
  return (await request.get('/api/user/purchases')).json();
}

test('CHECKOUT-16 a free resource cannot be paid for, and an owned one shows when it was bought', {
  tag: '@long',
}, async ({ page, context, office, watch }) => {
  watch.expectRefusal('400 POST /api/create-payment-intent');
  watch.expectRefusal('409 POST /api/create-payment-intent');
  const free = await office.addResource();
  await page.goto(`/checkout/${free.id}`);
  await expect(page.getByText('This resource is not for sale.')).toBeVisible();
  const owned = await office.addResource({ accessType: 'purchase', price: '7' });
  await buy(context.request, owned.id);
  await page.goto(`/checkout/${owned.id}`);
  await expect(page.getByText(/^You bought it on \d+ \w+ \d{4} for £7\.00\./)).toBeVisible();
  await expect(cardForm.payButton(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'View Resource' }).click();
  await expect(page.getByText('You have access')).toBeVisible();
  await expect(page).toHaveURL(`/resource/${owned.id}`);
});

test('CHECKOUT-06 CHECKOUT-07 CHECKOUT-20 LABEL-10 GEN-31 a valid card buys the resource, from its page and back to it, and the receipt prints', async ({
  page,
  context,
  office,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  await page.goto(`/resource/${id}`);
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
  await cardForm.payButton(page).click();
  await expect(cardForm.number(page)).toBeFocused();
  await expect(cardForm.number(page)).toHaveAccessibleDescription('Your card number is incomplete.');
  await fillCard(page, cards.good);
  await expect(cardForm.payButton(page)).toHaveText('Pay £19.99');
  await cardForm.payButton(page).click();
  await expect(paid(page)).toBeFocused();
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByText('You have access')).toBeVisible();
  expect(await purchasesOf(context.request)).toMatchObject([
    { resourceId: id, amount: 19.99, currency: 'GBP', resource: { title } },
  ]);
  await page.reload();
  await expect(paid(page)).toBeVisible();
  await expectPrints(page, page.getByText('Visa ending 4242'));
});

test('CHECKOUT-11 a double click and Enter twice pay once', { tag: '@long' }, async ({ page, context, office }) => {
  const confirmations: string[] = [];
  page.on('request', (request) => request.url().endsWith('/confirm') && confirmations.push(request.url()));
  const presses = [
    () => cardForm.payButton(page).dblclick(),
    async () => {
      // The form goes with the payment, maybe before the second press.
      await cardForm.cvc(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  ];
  for (const press of presses) {
    const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
    await page.goto(`/checkout/${id}`);
    await fillCard(page, cards.good);
    await press();
    await expect(paid(page)).toBeVisible();
  }
  expect(confirmations).toHaveLength(presses.length);
  expect(await purchasesOf(context.request)).toHaveLength(presses.length);
});

test('CHECKOUT-11 a second window finds the payment of the first and charges nothing', { tag: '@long' }, async ({
  page,
  context,
  office,
  watch,
}) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
  const second = await context.newPage();
  for (const window of [page, second]) {
    await window.goto(`/checkout/${id}`);
    await fillCard(window, cards.good);
  }
  await cardForm.payButton(page).click();
  await expect(paid(page)).toBeVisible();
  const [purchase] = await purchasesOf(context.request);
  watch.expectRefusal(`400 POST /sandbox/payments/v1/payment_intents/${purchase?.stripePaymentIntentId}/confirm`);
  await cardForm.payButton(second).click();
  await expect(paid(second)).toBeVisible();
  await expect(second.getByText('you have not been charged again')).toBeVisible();
  expect(await purchasesOf(context.request)).toEqual([purchase]);
});

test('CHECKOUT-17 PAY-02 a card with 3-D Secure buys nothing until the member confirms at the bank', async ({
  page,
  context,
  office,
}) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  await page.goto(`/checkout/${id}`);
  await fillCard(page, cards.threeDSecure);
  await cardForm.payButton(page).click();
  await expect(cardForm.bank(page)).toContainText('£19.99');
  await page.reload();
  await expect(page.getByText('The payment that you began was not finished')).toBeVisible();
  expect(await purchasesOf(context.request)).toEqual([]);

  await fillCard(page, cards.threeDSecure);
  await cardForm.payButton(page).click();
  await answerBank(page, 'Fail');
  await expect(page.getByText('you have not been charged')).toBeVisible();
  await expect(cardForm.number(page)).toHaveValue('4000 0025 0000 3155');
  expect(await purchasesOf(context.request)).toEqual([]);

  await cardForm.payButton(page).click();
  await answerBank(page, 'Complete');
  await expect(paid(page)).toBeVisible();
  expect(await purchasesOf(context.request)).toMatchObject([{ resourceId: id }]);
});
