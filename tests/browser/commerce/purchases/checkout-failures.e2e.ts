import { expect, type Page } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { openPayment } from '#tests/browser/support/payments.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectAllLoaded, expectToast, toastOf } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful', exact: true });
const confirmation = /\/payment_intents\/\w+\/confirm$/;

test('CHECKOUT-13 CHECKOUT-17 shows the bank’s message for a declined card, records no purchase, and accepts another card', {
  tag: '@long',
}, async ({ page, context, office, watch }) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
  const [intentId] = (await openPayment(context.request, id)).split('_secret_');
  watch.expectRefusal(`402 POST /sandbox/payments/v1/payment_intents/${intentId}/confirm`);
  await page.goto(`/checkout/${id}`);
  await fillCard(page, cards.declined);
  await cardForm.payButton(page).click();
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined. You have not been' })).toBeVisible();
  await expect(cardForm.number(page)).toHaveValue('4000 0000 0000 0002');
  expect(await (await context.request.get('/api/user/purchases')).json()).toEqual([]);
  await page.reload();
  await expect(page.getByText('Your last payment did not go through: Your card was declined.')).toBeVisible();
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(paid(page)).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
});

test('CHECKOUT-13 CHECKOUT-11 finds the payment at the next try after a lost connection, and charges nothing', {
  tag: '@long',
}, async ({ page, context, office, watch }) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
  const [intentId] = (await openPayment(context.request, id)).split('_secret_');
  watch.expectRefusal(`failed POST /sandbox/payments/v1/payment_intents/${intentId}/confirm`);
  watch.expectRefusal(`failed GET /sandbox/payments/v1/payment_intents/${intentId}`);
  let confirmations = 0;
  await page.route(confirmation, async (route) => {
    confirmations += 1;
    // The bank has charged the card; only the response is lost.
    await route.fetch();
    await context.setOffline(true);
    await route.abort('connectionreset');
  });
  await page.goto(`/checkout/${id}`);
  await expectAllLoaded(page);
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expectToast(page, 'Payment Error', 'An unexpected error occurred');
  await expect(page.getByText('you are not charged a second time')).toBeVisible();
  await context.setOffline(false);
  await cardForm.payButton(page).click();
  await expect(paid(page)).toBeVisible();
  expect(confirmations).toBe(1);
});

test('CHECKOUT-11 finds the payment after a lost connection and a reload', { tag: '@long' }, async ({
  page,
  context,
  office,
  watch,
}) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
  const [intentId] = (await openPayment(context.request, id)).split('_secret_');
  watch.expectRefusal(`failed POST /sandbox/payments/v1/payment_intents/${intentId}/confirm`);
  watch.expectRefusal(`failed GET /sandbox/payments/v1/payment_intents/${intentId}`);
  watch.expectRefusal('409 POST /api/create-payment-intent');
  await page.route(confirmation, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort('connectionreset');
  });
  await page.goto(`/checkout/${id}`);
  await expectAllLoaded(page);
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expectToast(page, 'Payment Error');
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You already own this resource' })).toBeVisible();
  await expect(page.getByText('for £5.00. There is nothing left to pay.')).toBeVisible();
});

test('CHECKOUT-05 shows a changed price before it is paid', { tag: '@long' }, async ({
  page,
  context,
  office,
  newPage,
  watch,
}) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '5' });
  const [intentId] = (await openPayment(context.request, id)).split('_secret_');
  await page.goto(`/checkout/${id}`);
  await fillCard(page, cards.good);
  const { request } = (await newPage()).context();
  await signInAsAdministrator(request);
  await expect(await request.patch(`/api/admin/resources/${id}`, { data: { price: '6' } })).toBeOK();
  await openPayment(context.request, id);
  watch.expectRefusal(`400 POST /sandbox/payments/v1/payment_intents/${intentId}/confirm`);
  await cardForm.payButton(page).click();
  await expectToast(page, 'Please check the amount');
  await expect(cardForm.payButton(page)).toHaveText('Pay £6.00');
  await expect(page.getByRole('definition')).toHaveText(['£6.00', '£0.00', '£6.00']);
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expect(paid(page)).toBeVisible();
});
