import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PaymentSandbox, startPaymentSandbox } from '@rapp/payment-sandbox';
import type pg from 'pg';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type { Dependencies } from '#server/app/app.ts';
import { createStripeGateway } from '#server/platform/stripe/gateway.ts';
import type { Client } from './client.ts';
import { expectInvariants } from './invariants.ts';
import { enqueueAny } from './jobs.ts';
import { portalLedger, stripeLedger } from './ledgers.ts';
import { createTestPortal, type TestPortal } from './portal.ts';

type Reply = { status: number; body: { status?: string; error?: { code?: string; message?: string } } };

export type PayingPortal = TestPortal & {
  sandbox: PaymentSandbox;
  /** Stripe's own SDK at the sandbox, with the secret key, for an operator's actions in Stripe's dashboard. */
  stripe: Stripe;
  /** Origin at which browsers reach the portal. */
  origin: string;
  /** Confirms a payment as a browser does, through the portal (PAY-01), once its member has agreed as on the page. */
  pay(clientSecret: string, card?: string): Promise<Reply>;
  /** Like `pay`, but without the member's agreement. */
  payUnasked(clientSecret: string, card?: string): Promise<Reply>;
  /** Calls the sandbox's own switches, such as `POST /sandbox/faults`. */
  control<Answer = unknown>(call: `${'GET' | 'POST' | 'DELETE'} /sandbox/${string}`, body?: object): Promise<Answer>;
  /** Waits until every webhook has been delivered or dropped, then runs the jobs that were enqueued. */
  runWebhooks(): Promise<void>;
  /** Runs one task now, and every other job that is due. */
  runTask(name: string, payload?: object): Promise<void>;
  addResource(fields?: Partial<NewResource>): Promise<number>;
  /** Opens the checkout as the page does. */
  openPayment(member: Client, resourceId: number): Promise<OpenPayment>;
  /** Registers a member with a payment for a new resource that the browser has not reported. */
  paid(options?: { card?: string; priceMinor?: number }): Promise<OpenPayment & Paid>;
  /** Queries the database directly. */
  rows(text: string, values?: unknown[]): Promise<Row[]>;
  /** Compares the sandbox's charges and refunds with our tables, and checks the invariants. */
  expectLedgersMatch(): Promise<void>;
};

type OpenPayment = { clientSecret: string; paymentIntentId: string };
type Paid = { member: Client & { userId: number }; resourceId: number };

/** Row as the driver types it; each test asserts the columns that it reads. */
type Row = pg.QueryResultRow;

type NewResource = { title: string; accessType: string; priceMinor: number | null; isPublished: boolean };

type Options = {
  variables?: Record<string, string>;
  timeoutMs?: number;
  patienceMs?: number;
  /** Whether the portal knows that its provider is the sandbox. */
  isSandbox?: boolean;
  /** Parts of the app that differ from those of other test portals. */
  replaced?: Partial<Dependencies>;
};

/** Starts a portal that listens on a loopback port, with a payment sandbox of its own whose webhooks arrive. */
export async function createPayingPortal({
  variables = {},
  timeoutMs,
  patienceMs,
  isSandbox = true,
  replaced = {},
}: Options = {}): Promise<PayingPortal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-payments-'));
  // The portal needs the sandbox's keys before it has a port, so the webhook's URL follows once the portal listens.
  const webhookUrl = 'http://127.0.0.1:9/';
  const sandbox = await startPaymentSandbox({ dataDir, webhookUrl, publicPath: '/sandbox/payments', log: () => {} });
  const limits = { ...(timeoutMs && { timeoutMs }), ...(patienceMs && { patienceMs }) };
  const gateway = createStripeGateway({ ...sandbox, ...gatewayOptions(sandbox), ...limits });
  const { publishableKey } = sandbox;
  const portal = await createTestPortal(variables, {
    payments: { publishableKey, apiBase: null, sandbox: isSandbox },
    stripe: gateway,
    standIns: [sandbox],
    ...replaced,
  });
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const stripe = new Stripe(sandbox.secretKey, { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { url: `${origin}/api/webhooks/stripe` });

  const control: PayingPortal['control'] = async <Answer>(call: string, body?: object) => {
    const [method = 'GET', address] = call.split(' ');
    const reply = await fetch(`http://127.0.0.1:${sandbox.port}${address}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(reply.status).toBe(200);
    // Safe because the test asserts the type that it names.
    return (await reply.json()) as Answer;
  };

  const runWebhooks = async () => {
    const pending = async () => (await control<{ data: unknown[] }>('GET /sandbox/deliveries?state=pending')).data;
    // Without a pause the sandbox would spend more time on this question than on its deliveries.
    while ((await pending()).length > 0) await pause(10);
    await portal.runJobs();
  };

  const payUnasked: PayingPortal['pay'] = async (clientSecret, card) => {
    const intentId = clientSecret.split('_secret_')[0];
    const method = card === undefined ? ownCard() : { payment_method: card };
    const form = { key: publishableKey, client_secret: clientSecret, ...method };
    const reply = await fetch(`${origin}/sandbox/payments/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, return_url: `${origin}/payment-success` }),
    });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  };

  const pay: PayingPortal['pay'] = async (clientSecret, card) => {
    await agreeToAll(portal, clientSecret);
    return payUnasked(clientSecret, card);
  };

  const openPayment: PayingPortal['openPayment'] = async (member, resourceId) => {
    const { status, body } = await member.post<{ clientSecret: string }>('/api/create-payment-intent', { resourceId });
    if (status !== 200) throw new Error(`No payment was opened: ${status} ${JSON.stringify(body)}`);
    return { clientSecret: body.clientSecret, paymentIntentId: body.clientSecret.split('_secret_')[0] ?? '' };
  };

  const paid: PayingPortal['paid'] = async ({ card, ...fields } = {}) => {
    const [member, resourceId] = [await portal.member(), await addResource(portal, fields)];
    const payment = await openPayment(member, resourceId);
    await pay(payment.clientSecret, card);
    return { member, resourceId, ...payment };
  };

  return {
    ...portal,
    sandbox,
    stripe,
    origin,
    control,
    runWebhooks,
    pay,
    payUnasked,
    openPayment,
    paid,
    rows: async (text, values) => (await portal.database.pool.query(text, values)).rows,
    runTask: async (name, payload = {}) => {
      await enqueueAny(portal.database.db, name, payload, { maxAttempts: 1 });
      await portal.runJobs();
    },
    addResource: async (fields = {}) => addResource(portal, fields),
    expectLedgersMatch: async () => {
      await expectInvariants(portal.database);
      expect(await portalLedger(portal.database)).toEqual(await stripeLedger(stripe));
    },
    close: async () => {
      await sandbox.close();
      await portal.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let cards = 0;

/**
 * Returns the expiry of a card that no other test of this process uses, because the sandbox distinguishes cards by
 * number and expiry. It is later than those of `pm_card_visa`, four years from now, and of cards with a year of their
 * own in tests.
 */
export function nextExpiry(): { month: number; year: number } {
  cards += 1;
  return { month: (cards % 12) + 1, year: 2042 + (Math.floor(cards / 12) % 28) };
}

/** Returns the fields of a confirmation with a good card that is used only once. */
function ownCard(): Record<string, string> {
  const { month, year } = nextExpiry();
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': '123',
  };
}

/** Returns the options with which a gateway reaches the sandbox. */
export function gatewayOptions({ port }: Pick<PaymentSandbox, 'port'>) {
  return { apiBase: `http://127.0.0.1:${port}`, log: () => {} };
}

async function addResource({ database, env }: TestPortal, fields: Partial<NewResource>): Promise<number> {
  const { title, accessType, priceMinor, isPublished } = {
    title: 'Hiring with care',
    accessType: 'purchase',
    priceMinor: 1999,
    isPublished: true,
    ...fields,
  };
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into resources (title, description, type, access_type, price_minor, currency, is_published)
     values ($1, 'A guide.', 'report', $2, $3, $4, $5) returning id`,
    [title, accessType, priceMinor, env.currency, isPublished],
  );
  return rows[0]?.id ?? 0;
}

/**
 * Agrees to a payment. Only the provider knows the subscription of a first payment, so this agrees to all subscriptions
 * that wait for one.
 */
async function agreeToAll({ database }: TestPortal, clientSecret: string): Promise<void> {
  const version = [currentConsent];
  await database.pool.query(
    `insert into order_consents (user_id, attempt_id, text_version)
     select user_id, id, $1 from payment_attempts where stripe_payment_intent_id = $2 on conflict do nothing`,
    [...version, clientSecret.split('_secret_')[0]],
  );
  await database.pool.query(
    `insert into order_consents (user_id, subscription_id, text_version)
     select user_id, id, $1 from subscriptions where status = 'incomplete' on conflict do nothing`,
    version,
  );
}
