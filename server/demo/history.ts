import type { FastifyInstance } from 'fastify';
import type { Purchase } from '#contract/purchases.ts';
import { demoAccounts, demoPassword } from '#server/start-block.ts';
import { demoResources } from './catalogue/resources.ts';

/** What the demo's member has bought, oldest first. */
const boughtKeys = ['model-oversight-register', 'the-careful-adopter', 'procurement-checks-for-ai-suppliers'];

export type Shop = { app: FastifyInstance; confirmAddress: (intentId: string) => string; publishableKey: string };

/**
 * Lets the demo's member buy a few resources in a new installation, the way everybody does: signing in, opening the
 * payment, paying with the test card at the sandbox, reporting it. So the receipts and the money behind are real.
 */
export async function buyDemoHistory({ app, confirmAddress, publishableKey }: Shop): Promise<void> {
  const call = async <Answer>(
    url: string,
    payload: object,
    cookies = {},
  ): Promise<{ body: Answer; cookies: Record<string, string> }> => {
    const reply = await app.inject({ method: 'POST', url, payload, cookies });
    if (reply.statusCode >= 300)
      throw new Error(`The demo's history: ${url} answered ${reply.statusCode} ${reply.body}`);
    return { body: reply.json(), cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])) };
  };
  const { cookies } = await call('/api/login', { email: demoAccounts.member, password: demoPassword });
  const list = await app.inject({ url: '/api/resources?accessType=purchase', cookies });
  const onSale: { id: number; title: string }[] = list.json();
  for (const key of boughtKeys) {
    const title = demoResources.find((resource) => resource.key === key)?.title;
    const resourceId = onSale.find((resource) => resource.title === title)?.id;
    if (resourceId === undefined) throw new Error(`The demo's history: nothing is called ${key}`);
    const { body } = await call<{ clientSecret: string }>('/api/create-payment-intent', { resourceId }, cookies);
    const paymentIntentId = await pay(body.clientSecret, { confirmAddress, publishableKey });
    await call<Purchase>('/api/complete-purchase', { resourceId, paymentIntentId }, cookies);
  }
  await call('/api/logout', {}, cookies);
}

async function pay(clientSecret: string, { confirmAddress, publishableKey }: Omit<Shop, 'app'>): Promise<string> {
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const form = { key: publishableKey, client_secret: clientSecret, payment_method: 'pm_card_visa' };
  const answer = await fetch(confirmAddress(intentId), { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`The demo's history: the sandbox refused the payment (${answer.status})`);
  return intentId;
}
