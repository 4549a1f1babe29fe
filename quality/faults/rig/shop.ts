import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Payments } from './payments.ts';
import type { Person, Reply } from './people.ts';
import { until } from './wait.ts';

/** Adds a published resource for sale, or by subscription. @returns its id */
export async function addResource(
  { pool }: Pick<Database, 'pool'>,
  { priceMinor = 1999, isSubscription = false }: { priceMinor?: number; isSubscription?: boolean } = {},
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into resources (title, description, type, access_type, price_minor, monthly_price_minor, annual_price_minor,
       currency, is_published)
     values ('Hiring with care', 'A guide.', 'report', $1, $2, $3, $4, 'GBP', true) returning id`,
    isSubscription ? ['subscription', null, 1250, 12_000] : ['purchase', priceMinor, null, null],
  );
  return rows[0]?.id ?? 0;
}

export type Sale = { person: Person; resourceId: number };
export type Paid = Sale & { intentId: string; paidAt: number };

/** Milliseconds for which a person keeps pressing the button while the portal does not respond. */
const patienceMs = 60_000;

/**
 * Repeats a call until its response has a status below 500.
 * @throws after `patienceMs`
 */
export async function insist<Body>(person: Person, ...call: Parameters<Person['call']>): Promise<Reply<Body>> {
  let last: Reply<Body> | null = null;
  let seen = 'no answer';
  const isAnswered = async () => {
    try {
      last = await person.call<Body>(...call);
      seen = `${last.status} ${JSON.stringify(last.body)}`;
      return last.status < 500;
    } catch (error) {
      seen = String(error);
      return false;
    }
  };
  await until(`an answer to ${call[0]} ${call[1]}`, isAnswered, { withinMs: patienceMs, everyMs: 100 }).catch(
    (error) => {
      throw new Error(`${error.message}; the last was ${seen}`);
    },
  );
  if (!last) throw new Error('No call was answered');
  return last;
}

/** Opens the checkout as the page does, and records the consent. @returns the secret with which the browser pays */
export async function openCheckout({ person, resourceId }: Sale): Promise<{ clientSecret: string; intentId: string }> {
  const opened = await insist<{ clientSecret: string }>(person, 'POST', '/api/create-payment-intent', { resourceId });
  if (opened.status !== 200) throw new Error(`No payment was opened: ${JSON.stringify(opened)}`);
  const { clientSecret } = opened.body;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  await insist(person, 'POST', '/api/purchase-consent', { paymentIntentId: intentId, textVersion });
  return { clientSecret, intentId };
}

/** Confirms a payment at the provider as a browser does. @returns the status of the response */
export async function confirm(
  { origin, publishableKey }: Payments,
  clientSecret: string,
  card = 'pm_card_visa',
): Promise<number> {
  const reply = await fetch(`${origin}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret,
      payment_method: card,
      return_url: 'http://127.0.0.1/payment-success',
    }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Payment methods: the bank processes a debit for a while, the others are paid at once. */
export const ways = ['card', 'link', 'debit'] as const;
export type Way = (typeof ways)[number];

/** Buys a resource. Without `reports` the buyer leaves the page as soon as the payment is made. */
export async function buy(
  payments: Payments,
  sale: Sale,
  { reports, way = 'card' }: { reports: boolean; way?: Way },
): Promise<Paid> {
  const { clientSecret, intentId } = await openCheckout(sale);
  if (way === 'card') {
    const status = await confirm(payments, clientSecret);
    if (status !== 200) throw new Error(`The payment was refused: ${status}`);
  } else {
    await confirmOtherwise(payments, intentId, way);
  }
  const paidAt = performance.now();
  const { person, resourceId } = sale;
  if (reports) await insist(person, 'POST', '/api/complete-purchase', { resourceId, paymentIntentId: intentId });
  return { ...sale, intentId, paidAt };
}

/** Pays by Link or from a bank account, as the payment form does. */
async function confirmOtherwise({ stripe }: Payments, intentId: string, way: 'link' | 'debit'): Promise<void> {
  const billing_details = { name: 'Mira Tollander', email: 'mira@example.org' };
  const account = { account_number: '00012345', sort_code: '108800' };
  const method = await stripe.paymentMethods.create(
    way === 'link' ? { type: 'link', billing_details } : { type: 'bacs_debit', bacs_debit: account, billing_details },
  );
  const online = { ip_address: '203.0.113.7', user_agent: 'a test' };
  await stripe.paymentIntents.confirm(intentId, {
    payment_method: method.id,
    ...(way === 'debit' && { mandate_data: { customer_acceptance: { type: 'online', online } } }),
    return_url: 'http://127.0.0.1/payment-success',
  });
}

export async function hasAccess({ person, resourceId }: Sale): Promise<boolean> {
  const path = `/api/resources/${resourceId}/access`;
  const answer = await person.call<{ hasAccess: boolean }>('GET', path).catch(() => null);
  return answer?.status === 200 && answer.body.hasAccess;
}

/** Waits until everybody who paid has access. @returns the duration in milliseconds */
export function allHaveAccess(paid: readonly Sale[], withinMs: number): Promise<number> {
  const waiting = new Set(paid);
  return until(
    'everybody who paid has access',
    async () => {
      for (const sale of waiting) {
        if (!(await hasAccess(sale))) return false;
        waiting.delete(sale);
      }
      return true;
    },
    { withinMs, everyMs: 100 },
  );
}

/** Adds published free resources. @returns their ids */
export async function addFreeResources({ pool }: Pick<Database, 'pool'>, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into resources (title, description, type, access_type, currency, is_published)
     select 'Report ' || n, 'What was found out.', 'report', 'free', 'GBP', true from generate_series(1, $1::integer) as n
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
