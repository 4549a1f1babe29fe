import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Plan } from '#contract/commerce/plans.ts';
import { makeDemoAttempts, makeOtherAttempt } from './attempts.ts';
import { demoResources } from './catalogue/resources.ts';
import { checked, read, send, signedIn } from './portal-calls.ts';
import { makeDemoReading } from './reading.ts';
import { demoSubscribers } from './subscribers.ts';

/** Resources that the demo's member has bought, oldest first. */
const boughtKeys = ['model-oversight-register', 'the-careful-adopter', 'procurement-checks-for-ai-suppliers'];

/** Resources that the demo's member has saved, first saved first. */
const savedTitles = ['AI Use Case Canvas', 'Human-in-the-Loop Escalation Plan'];

export type Shop = {
  /** URL of the portal in this process. */
  portalUrl: string;
  confirmAddress: (intentId: string) => string;
  publishableKey: string;
};

/** The demo's member and administrator; all people of the demo have the same password. */
export type DemoCast = { member: string; administrator: string; password: string };

/**
 * Makes a new demo's history through the portal's own API: its member buys a few resources, others subscribe, and all
 * answer the assessment, so that receipts and payments are real.
 */
export async function makeDemoHistory(shop: Shop, { member, administrator, password }: DemoCast): Promise<void> {
  await signedIn(shop, { email: member, password }, async (cookie) => {
    await buyResources(shop, cookie);
    await saveResources(shop, cookie);
    await makeDemoAttempts(shop, cookie);
    await makeDemoReading(shop, cookie);
  });
  for (const [index, { email, plan, since }] of demoSubscribers.entries()) {
    const subscriptionId = await signedIn(shop, { email, password }, async (cookie) => {
      await makeOtherAttempt(shop, cookie, index);
      return subscribe(shop, cookie, { plan, isCancelled: since === 'cancelled' });
    });
    if (since !== 'suspended') continue;
    await signedIn(shop, { email: administrator, password }, (cookie) =>
      send(`${shop.portalUrl}/api/admin/subscriptions/${subscriptionId}/suspend`, {
        body: { reason: 'A payment is disputed.' },
        cookie,
      }),
    );
  }
}

/** Buys resources: opens the payment, pays with the test card at the sandbox, and reports the payment. */
async function buyResources({ portalUrl, ...sandbox }: Shop, cookie: string): Promise<void> {
  await sayCountry(portalUrl, cookie);
  const onSale = await read<{ id: number; title: string }[]>(`${portalUrl}/api/resources?accessType=purchase`, cookie);
  for (const key of boughtKeys) {
    const title = demoResources.find((resource) => resource.key === key)?.title;
    const resourceId = onSale.find((resource) => resource.title === title)?.id;
    if (resourceId === undefined) throw new Error(`The demo's history: nothing is called ${key}`);
    const opened = await send(`${portalUrl}/api/create-payment-intent`, { body: { resourceId }, cookie });
    const { clientSecret } = (await opened.json()) as { clientSecret: string };
    const agreement = { paymentIntentId: intentIdOf(clientSecret), textVersion };
    await send(`${portalUrl}/api/purchase-consent`, { body: agreement, cookie });
    const paymentIntentId = await pay(clientSecret, sandbox);
    await send(`${portalUrl}/api/complete-purchase`, { body: { resourceId, paymentIntentId }, cookie });
  }
}

/** Saves a country, without which nothing can be bought when tax is on. */
async function sayCountry(portalUrl: string, cookie: string): Promise<void> {
  const { tax } = await read<{ tax: string }>(`${portalUrl}/api/config`, cookie);
  if (tax === 'none') return;
  await send(`${portalUrl}/api/user/billing-details`, { method: 'PUT', body: { country: 'GB' }, cookie });
}

async function saveResources({ portalUrl }: Shop, cookie: string): Promise<void> {
  const listed = await read<{ id: number; title: string }[]>(`${portalUrl}/api/resources`, cookie);
  for (const title of savedTitles) {
    const id = listed.find((resource) => resource.title === title)?.id;
    if (id === undefined) throw new Error(`The demo's history: nothing is called ${title}`);
    await send(`${portalUrl}/api/resources/${id}/saved`, { method: 'PUT', body: {}, cookie });
  }
}

type Wish = { plan: Plan; isCancelled: boolean };

/** @returns the portal's id of the subscription, which later webhooks make active */
async function subscribe({ portalUrl, ...sandbox }: Shop, cookie: string, wish: Wish): Promise<number> {
  await sayCountry(portalUrl, cookie);
  const [resource] = await read<{ id: number }[]>(`${portalUrl}/api/resources?accessType=subscription`, cookie);
  if (!resource) throw new Error("The demo's history: nothing is sold by subscription");
  const body = { plan: wish.plan, resourceId: resource.id };
  const begun = await send(`${portalUrl}/api/create-subscription`, { body, cookie });
  const opened = (await begun.json()) as { id: number; clientSecret: string };
  await send(`${portalUrl}/api/user/subscription/${opened.id}/consent`, { body: { textVersion }, cookie });
  await pay(opened.clientSecret, sandbox);
  const { id } = await read<{ id: number }>(`${portalUrl}/api/user/subscription`, cookie);
  if (wish.isCancelled) await send(`${portalUrl}/api/user/subscription/${id}/cancel`, { body: {}, cookie });
  return id;
}

async function pay(clientSecret: string, { confirmAddress, publishableKey }: Omit<Shop, 'portalUrl'>): Promise<string> {
  const intentId = intentIdOf(clientSecret);
  const form = { key: publishableKey, client_secret: clientSecret, payment_method: 'pm_card_visa' };
  checked(await fetch(confirmAddress(intentId), { method: 'POST', body: new URLSearchParams(form) }));
  return intentId;
}

function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
