import { type APIRequestContext, expect } from '@playwright/test';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Plan } from '#contract/commerce/plans.ts';
import type { OpenSubscription, Subscription } from '#contract/commerce/subscriptions.ts';
import { pay } from './payments.ts';

/** Fields of a subscription resource at 8.99 a month and 89.99 a year, for the administrator's form. */
export const bySubscription = { accessType: 'subscription', monthlyPrice: '8.99', annualPrice: '89.99' } as const;

/**
 * Opens the subscribe page's payment.
 * @returns the payment's id
 */
export async function openSubscription(request: APIRequestContext, resourceId: number): Promise<string> {
  return (await open(request, resourceId, 'monthly')).clientSecret.split('_secret_')[0] ?? '';
}

async function open(request: APIRequestContext, resourceId: number, plan: Plan): Promise<OpenSubscription> {
  const begun = await request.post('/api/create-subscription', { data: { plan, resourceId } });
  await expect(begun).toBeOK();
  return begun.json();
}

/** Subscribes the signed-in member, as a browser does, and waits until the portal has recorded the payment. */
export async function subscribe(
  request: APIRequestContext,
  resourceId: number,
  plan: Plan = 'monthly',
): Promise<Subscription> {
  const { id, clientSecret } = await open(request, resourceId, plan);
  await expect(await request.post(`/api/user/subscription/${id}/consent`, { data: { textVersion } })).toBeOK();
  await pay(request, clientSecret);
  const transactions = async () => (await (await request.get('/api/user/billing')).json()).transactions.length;
  await expect.poll(async () => (await subscriptionOf(request))?.status).toBe('active');
  await expect.poll(transactions).toBeGreaterThan(0);
  const subscription = await subscriptionOf(request);
  if (!subscription) throw new Error('The subscription did not begin');
  return subscription;
}

export async function subscriptionOf(request: APIRequestContext): Promise<Subscription | null> {
  return (await request.get('/api/user/subscription')).json();
}
