import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { PortalConfig } from '#contract/portal.ts';
import { buy, openPayment } from '../support/payments.ts';
import { expectToast } from '../support/screen.ts';
import { bySubscription, subscribe } from '../support/subscriptions.ts';
import { memberTest as test } from '../support/test.ts';

const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });

test('SUCCESS-07 hides another member’s payment, and says when a payment is unpaid or failed', {
  tag: '@long',
}, async ({ page, context, office, newPage, watch }) => {
  watch.expectRefusal('404 POST /api/complete-purchase');
  watch.expectRefusal('409 POST /api/complete-purchase');
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '12' });
  const other = await newPage();
  await other.context().request.post('/api/login', {
    data: { email: 'member@example.org', password: 'portal-demo' },
  });
  const [foreign] = await (await other.context().request.get('/api/user/purchases')).json();

  const details = page.getByText('Completed', { exact: true });
  for (const address of [
    `payment_intent=${foreign.stripePaymentIntentId}`,
    `payment_intent=${foreign.stripePaymentIntentId}&subscription_resource=${foreign.resourceId}`,
  ]) {
    await page.goto(`/payment-success?${address}`);
    await expect(success(page)).toBeVisible();
    await expect(details).toHaveCount(0);
    await expect(page.getByText(foreign.resource.title)).toHaveCount(0);
  }
  const [intentId] = (await openPayment(context.request, id)).split('_secret_');
  await page.goto(`/payment-success?payment_intent=${intentId}&resource=${id}`);
  await expect(page.getByRole('heading', { name: 'Your payment is not complete' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await page.goto(`/payment-success?payment_intent=${intentId}&resource=${id}&redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'Your payment failed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to checkout' })).toHaveAttribute('href', `/checkout/${id}`);
  await expect(success(page)).toHaveCount(0);
});

test('SUCCESS-01 SUCCESS-02 SUCCESS-04 the page shows the purchase and the three steps that follow', async ({
  page,
  context,
  office,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  await buy(context.request, id);
  const [purchase] = await (await context.request.get('/api/user/purchases')).json();
  await page.goto(`/payment-success?payment_intent=${purchase.stripePaymentIntentId}`);
  await expect(success(page)).toBeVisible();
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(page.getByRole('definition')).toHaveText([
    title,
    '£19.99',
    day.format(new Date(purchase.purchaseDate)),
    'Completed',
  ]);
  await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([
    'Access the resource',
    'Start learning',
    'Track progress',
  ]);
});

test('SUCCESS-03 shows the purchase of the named resource, else the latest, when no payment is named', {
  tag: '@long',
}, async ({ page, context, office }) => {
  const [first, latest] = [
    await office.addResource({ accessType: 'purchase', price: '5' }),
    await office.addResource({ accessType: 'purchase', price: '6' }),
  ];
  for (const { id } of [first, latest]) await buy(context.request, id);
  await page.goto(`/payment-success?subscription_resource=${first.id}`);
  await expect(page.getByRole('definition').first()).toHaveText(first.title);
  await page.goto('/payment-success');
  await expect(page.getByRole('definition').first()).toHaveText(latest.title);
});

test('SUCCESS-03 shows a subscriber the named resource with the amount and date, and shows others none', {
  tag: '@long',
}, async ({ page, context, office }) => {
  const { id, title } = await office.addResource(bySubscription);
  await page.goto(`/payment-success?subscription_resource=${id}`);
  await expect(success(page)).toBeVisible();
  await expect(page.getByRole('definition')).toHaveCount(0);
  const { currentPeriodStart } = await subscribe(context.request, id);
  await page.reload();
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(page.getByRole('definition')).toHaveText([
    title,
    '£8.99 per month',
    day.format(new Date(currentPeriodStart ?? 0)),
    'Completed',
  ]);
  await page.getByRole('button', { name: 'View Resource' }).click();
  await expect(page).toHaveURL(`/resource/${id}`);
});

test('SUCCESS-05 SUCCESS-06 SUCCESS-07 the page links onwards, offers help and downloads the invoice', async ({
  page,
  context,
  office,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '5' });
  await buy(context.request, id);
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Need Help?' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download invoice' }).click();
  expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  await expectToast(page, 'Download Started', `The invoice for ${title} is being downloaded.`);
  await page.getByRole('button', { name: 'View Resource' }).click();
  await expect(page).toHaveURL(`/resource/${id}`);
  await page.goBack();
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('SUCCESS-07 CHECKOUT-09 records the purchase when the member returns from the bank’s own page', {
  tag: '@long',
}, async ({ page, context, office, baseURL }) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '5' });
  await page.goto(await bankPageOf(context.request, id, `${baseURL}/payment-success?resource=${id}`));
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('heading', { name: 'Your payment failed' })).toBeVisible();
  await page.goto(await bankPageOf(context.request, id, `${baseURL}/payment-success?resource=${id}`));
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(success(page)).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText(title);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('payment_intent_client_secret')).toBe(false);
  expect(await (await context.request.get('/api/user/purchases')).json()).toMatchObject([{ resourceId: id }]);
});

/** Pays with a 3-D Secure card, by a redirect to the bank's page. @returns the bank's page */
async function bankPageOf(request: APIRequestContext, resourceId: number, returnUrl: string): Promise<string> {
  const clientSecret = await openPayment(request, resourceId);
  const config: PortalConfig = await (await request.get('/api/config')).json();
  const [intentId] = clientSecret.split('_secret_');
  const reply = await request.post(`${config.payments.apiBase}/v1/payment_intents/${intentId}/confirm`, {
    form: {
      key: config.payments.publishableKey ?? '',
      client_secret: clientSecret,
      payment_method: 'pm_card_authenticationRequired',
      return_url: returnUrl,
    },
  });
  await expect(reply).toBeOK();
  const { next_action: action } = await reply.json();
  return action.redirect_to_url.url;
}
