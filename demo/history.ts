import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Plan } from '#contract/commerce/subscriptions.ts';
import { makeDemoAttempts, makeOtherAttempt } from './attempts.ts';
import { demoResources } from './catalogue/resources.ts';
import { checked, read, send, signedIn } from './portal-calls.ts';
import { makeDemoReading } from './reading.ts';
import { demoSubscribers } from './subscribers.ts';

/** What the demo's member has bought, oldest first. */
const boughtKeys = ['model-oversight-register', 'the-careful-adopter', 'procurement-checks-for-ai-suppliers'];

/** What the demo's member has put aside for later, first saved first. */
const savedTitles = ['AI Use Case Canvas', 'Human-in-the-Loop Escalation Plan'];

export type Shop = {
  /** Where this process serves the portal. */
  portalUrl: string;
  confirmAddress: (intentId: string) => string;
  publishableKey: string;
};

/** Who takes part: the demo's member and administrator; all of the demo have one password. */
export type DemoCast = { member: string; administrator: string; password: string };

/**
 * Makes what a new demo looks back on, the way everybody does: its member buys a few resources, others subscribe, and all answer the assessment. So the
 * receipts and the money behind are real.
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

/** Opening the payment, paying with the test card at the sandbox, reporting it. */
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

/** With tax on, nothing can be bought before the country is known. */
async function sayCountry(portalUrl: string, cookie: string): Promise<void> {
  const { tax } = await read<{ tax: string }>(`${portalUrl}/api/config`, cookie);
  if (tax === 'none') return;
  await send(`${portalUrl}/api/user/billing-details`, { method: 'PUT', body: { country: 'GB' }, cookie });
}

/** Saving some for later. */
async function saveResources({ portalUrl }: Shop, cookie: string): Promise<void> {
  const listed = await read<{ id: number; title: string }[]>(`${portalUrl}/api/resources`, cookie);
  for (const title of savedTitles) {
    const id = listed.find((resource) => resource.title === title)?.id;
    if (id === undefined) throw new Error(`The demo's history: nothing is called ${title}`);
    await send(`${portalUrl}/api/resources/${id}/saved`, { method: 'PUT', body: {}, cookie });
  }
}

type Wish = { plan: Plan; isCancelled: boolean };

/** @returns our id of the subscription, which the webhooks that follow make active */
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
