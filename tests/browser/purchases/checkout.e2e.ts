import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Purchase } from '#contract/purchases.ts';
import { answerBank, cardForm, cards, fillCard } from '../support/card-form.ts';
import { buy } from '../support/payments.ts';
import { holdAnswers } from '../support/routes.ts';
import { memberTest as test } from '../support/test.ts';

const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful', exact: true });

async function purchasesOf(request: APIRequestContext): Promise<Purchase[]> {
  return (await request.get('/api/user/purchases')).json();
}

test('CHECKOUT-01 CHECKOUT-02 CHECKOUT-04 the checkout shows the resource, its price and the security notes', async ({
  page,
  office,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  const answer = await holdAnswers(page, '/api/create-payment-intent');
  await page.goto(`/checkout/${id}`);
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible();
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['£19.99', '£0.00', '£19.99']);
  await expect(page.getByRole('term')).toHaveText(['Price', 'Processing fee', 'Total']);
  await expect(page.getByTestId('skeleton')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Secure payment' })).toContainText('payment provider');
  answer();
  await expect(cardForm.number(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Resources' }).click();
  await expect(page).toHaveURL('/browse');
});

test('CHECKOUT-03 an unknown resource cannot be paid for', async ({ page, watch }) => {
  watch.expectRefusal('404 GET /api/resources/2147483647');
  watch.allowRefusal('404 POST /api/create-payment-intent');
  for (const id of ['2147483647', 'tea']) {
    await page.goto(`/checkout/${id}`);
    await expect(page.getByRole('heading', { name: 'Resource not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse Resources' })).toHaveAttribute('href', '/browse');
    await expect(cardForm.payButton(page)).toHaveCount(0);
  }
});

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

test('CHECKOUT-06 CHECKOUT-07 LABEL-10 a valid card buys the resource, from its page and back to it', async ({
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
});

test('CHECKOUT-08 after 0.5 s the purchases are fetched again, after 2 s the resource is shown', async ({
  page,
  office,
}) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  let fetches = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/purchases')) fetches += 1;
  });
  await page.clock.install();
  await page.goto(`/checkout/${id}`);
  await fillCard(page, cards.good);
  const answer = await holdAnswers(page, '/api/complete-purchase');
  const reported = page.waitForRequest('/api/complete-purchase');
  await cardForm.payButton(page).click();
  await reported;
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  answer();
  await expect(async () => {
    await page.clock.runFor(5);
    await expect(paid(page)).toBeVisible({ timeout: 1 });
  }).toPass();

  await page.clock.runFor(400);
  expect(fetches).toBe(0);
  const refresh = page.waitForRequest('/api/user/purchases');
  await page.clock.runFor(200);
  await refresh;
  await page.clock.runFor(1200);
  await expect(page).toHaveURL(`/checkout/${id}`);
  await page.clock.runFor(300);
  await page.clock.resume();
  await expect(page).toHaveURL(`/resource/${id}`);
  expect(addresses).toContain('?refresh=true');
});

test('CHECKOUT-11 a double click and Enter twice pay once', async ({ page, context, office }) => {
  const confirmations: string[] = [];
  page.on('request', (request) => request.url().endsWith('/confirm') && confirmations.push(request.url()));
  const presses = [
    () => cardForm.payButton(page).dblclick(),
    async () => {
      await cardForm.cvc(page).press('Enter');
      await cardForm.cvc(page).press('Enter');
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
