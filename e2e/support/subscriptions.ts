import { type APIRequestContext, expect } from '@playwright/test';
import type { PortalConfig } from '#contract/portal.ts';
import type { OpenSubscription, Plan, Subscription } from '#contract/subscriptions.ts';

/** Subscribes whoever is signed in, as a browser does, and waits until the portal knows that it was paid. */
export async function subscribe(
  request: APIRequestContext,
  resourceId: number,
  plan: Plan = 'monthly',
): Promise<Subscription> {
  const begun = await request.post('/api/create-subscription', { data: { plan, resourceId } });
  await expect(begun).toBeOK();
  const { clientSecret }: OpenSubscription = await begun.json();
  const config: PortalConfig = await (await request.get('/api/config')).json();
  const { apiBase, publishableKey } = config.payments;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const paid = await request.post(`${apiBase}/v1/payment_intents/${intentId}/confirm`, {
    form: { key: publishableKey ?? '', client_secret: clientSecret, payment_method: 'pm_card_visa' },
  });
  await expect(paid).toBeOK();
  const present = async (): Promise<Subscription> => (await request.get('/api/user/subscription')).json();
  const transactions = async () => (await (await request.get('/api/user/billing')).json()).transactions.length;
  await expect.poll(async () => (await present())?.status).toBe('active');
  await expect.poll(transactions).toBeGreaterThan(0);
  return present();
}
