import { demoResources } from './catalogue/resources.ts';

/** What the demo's member has bought, oldest first. */
const boughtKeys = ['model-oversight-register', 'the-careful-adopter', 'procurement-checks-for-ai-suppliers'];

export type Shop = {
  /** Where this process serves the portal. */
  portalUrl: string;
  confirmAddress: (intentId: string) => string;
  publishableKey: string;
};

type Person = { email: string; password: string };

/**
 * Lets the demo's member buy a few resources in a new installation, the way everybody does: signing in, opening the
 * payment, paying with the test card at the sandbox, reporting it. So the receipts and the money behind are real.
 */
export async function buyDemoHistory({ portalUrl, ...sandbox }: Shop, person: Person): Promise<void> {
  const signedIn = await send(`${portalUrl}/api/login`, { body: person });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const onSale = await read<{ id: number; title: string }[]>(`${portalUrl}/api/resources?accessType=purchase`, cookie);
  for (const key of boughtKeys) {
    const title = demoResources.find((resource) => resource.key === key)?.title;
    const resourceId = onSale.find((resource) => resource.title === title)?.id;
    if (resourceId === undefined) throw new Error(`The demo's history: nothing is called ${key}`);
    const opened = await send(`${portalUrl}/api/create-payment-intent`, { body: { resourceId }, cookie });
    const { clientSecret } = (await opened.json()) as { clientSecret: string };
    const paymentIntentId = await pay(clientSecret, sandbox);
    await send(`${portalUrl}/api/complete-purchase`, { body: { resourceId, paymentIntentId }, cookie });
  }
  await send(`${portalUrl}/api/logout`, { body: {}, cookie });
}

async function send(url: string, { body, cookie = '' }: { body: object; cookie?: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return checked(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function read<Answer>(url: string, cookie: string): Promise<Answer> {
  const answer = checked(await fetch(url, { headers: { cookie } }));
  // The portal's own answer, in the shape of its contract.
  return (await answer.json()) as Answer;
}

function checked(answer: Response): Response {
  if (!answer.ok) throw new Error(`The demo's history: ${answer.url} answered ${answer.status}`);
  return answer;
}

async function pay(clientSecret: string, { confirmAddress, publishableKey }: Omit<Shop, 'portalUrl'>): Promise<string> {
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const form = { key: publishableKey, client_secret: clientSecret, payment_method: 'pm_card_visa' };
  checked(await fetch(confirmAddress(intentId), { method: 'POST', body: new URLSearchParams(form) }));
  return intentId;
}
