import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { buy, openPayment } from '#tests/browser/support/payments.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

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
    // The second URL names the resource, so its title is no secret there.
    const isNamed = address.includes('subscription_resource');
    await expect(page.getByText(foreign.resource.title)).toHaveCount(isNamed ? 1 : 0);
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

test('SUCCESS-05 SUCCESS-06 SUCCESS-07 the page links onwards, offers help and downloads the invoice', {
  tag: '@long',
}, async ({ page, context, office }) => {
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

/**
 * Pays with a 3-D Secure card, by a redirect to the bank's page.
 * @returns the URL of the bank's page
 */
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
