import { type APIRequestContext, expect } from '@playwright/test';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { OpenPayment } from '#contract/commerce/purchases.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';

/** Opens the payment of a resource as the checkout does; returns its client secret. */
export async function openPayment(request: APIRequestContext, resourceId: number): Promise<string> {
  const reply = await request.post('/api/create-payment-intent', { data: { resourceId } });
  await expect(reply).toBeOK();
  const { clientSecret }: OpenPayment = await reply.json();
  return clientSecret ?? '';
}

/**
 * Pays at the sandbox as a browser does, without a call to the portal.
 * @returns the payment's id
 */
export async function pay(request: APIRequestContext, clientSecret: string): Promise<string> {
  const config: PortalConfig = await (await request.get('/api/config')).json();
  const { apiBase, publishableKey } = config.payments;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const reply = await request.post(`${apiBase}/v1/payment_intents/${intentId}/confirm`, {
    form: { key: publishableKey ?? '', client_secret: clientSecret, payment_method: 'pm_card_visa' },
  });
  await expect(reply).toBeOK();
  expect((await reply.json()).status).toBe('succeeded');
  return intentId;
}

export async function buy(request: APIRequestContext, resourceId: number): Promise<void> {
  const clientSecret = await openPayment(request, resourceId);
  const agreed = { paymentIntentId: clientSecret.split('_secret_')[0], textVersion };
  await expect(await request.post('/api/purchase-consent', { data: agreed })).toBeOK();
  const paymentIntentId = await pay(request, clientSecret);
  await expect(await request.post('/api/complete-purchase', { data: { resourceId, paymentIntentId } })).toBeOK();
}
