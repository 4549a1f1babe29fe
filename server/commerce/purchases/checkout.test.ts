import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { untilTaken } from '#tests/support/busy.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { createTestPortal, production } from '#tests/support/portal.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(() => portal.expectLedgersMatch());
afterAll(() => portal.close());

const open = '/api/create-payment-intent';

describe('opening a payment', () => {
  it('refuses visitors, requests from other sites and invalid resource ids', async () => {
    const resourceId = await portal.addResource();
    expect((await portal.visitor().post(open, { resourceId })).status).toBe(401);
    const member = await portal.member();
    expect((await member.post(open, { resourceId }, { origin: 'https://evil.test' })).status).toBe(403);
    for (const bad of [
      {},
      { resourceId: 'one' },
      { resourceId: 1.5 },
      { resourceId: -1 },
      { resourceId: [resourceId] },
    ]) {
      expect((await member.post(open, bad)).status).toBe(400);
    }
    expect(await portal.rows('select * from payment_attempts')).toEqual([]);
  });

  it('CHECKOUT-16 refuses unknown, unpublished, withdrawn, free, subscription and unpriced resources', async () => {
    const member = await portal.member();
    const withdrawn = await portal.addResource();
    await portal.database.pool.query('update resources set withdrawn_at = now() where id = $1', [withdrawn]);
    const cases: [number, number, string][] = [
      [2_000_000_000, 404, 'catalogue.not-found'],
      [await portal.addResource({ isPublished: false }), 404, 'catalogue.not-found'],
      [withdrawn, 404, 'catalogue.not-found'],
      [await portal.addResource({ accessType: 'free', priceMinor: null }), 400, 'purchases.not-for-sale'],
      [await portal.addResource({ accessType: 'subscription' }), 400, 'purchases.not-for-sale'],
      [await portal.addResource({ priceMinor: null }), 400, 'purchases.not-for-sale'],
      [await portal.addResource({ priceMinor: 29 }), 400, 'purchases.not-for-sale'],
    ];
    for (const [resourceId, status, code] of cases) {
      const answer = await member.post(open, { resourceId });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect(await portal.rows('select * from payment_attempts')).toEqual([]);
    expect((await portal.stripe.paymentIntents.list()).data).toEqual([]);
    expect((await portal.stripe.customers.list()).data).toEqual([]);
  });

  it('CHECKOUT-05 CHECKOUT-15 GEN-13 charges the catalogue price whatever the body says, and opens the same payment again', async () => {
    const resourceId = await portal.addResource({ priceMinor: 4950 });
    const member = await portal.member();
    const body = { resourceId, amount: 1, currency: 'jpy', userId: 1, price: 0 };
    const first = await member.post(open, body);
    expect(first.body).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      amount: 49.5,
      listPrice: 49.5,
      promoCode: null,
      tax: null,
      currency: 'GBP',
    });
    const again = await member.post(open, { resourceId });
    expect(again.body).toEqual(first.body);

    const [intent] = (await portal.stripe.paymentIntents.list()).data;
    expect(intent).toMatchObject({ amount: 4950, currency: 'gbp', description: 'Hiring with care' });
    const [installation] = await portal.rows('select id from installation');
    const [attempt] = await portal.rows('select * from payment_attempts');
    expect(intent?.metadata).toEqual({
      installation: installation?.id,
      userId: String(member.userId),
      resourceId: String(resourceId),
      attemptId: String(attempt?.id),
    });
    expect(attempt).toMatchObject({ status: 'open', amount_minor: 4950, stripe_payment_intent_id: intent?.id });
    expect(await portal.rows('select count(*)::int as n from payment_attempts')).toEqual([{ n: 1 }]);
    expect(await portal.rows('select * from purchases')).toEqual([]);
  });

  it('CHECKOUT-05 API-34 opens one payment for fifty calls at once', async () => {
    const resourceId = await portal.addResource();
    const member = await portal.member();
    const before = (await portal.stripe.paymentIntents.list({ limit: 100 })).data.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => untilTaken(() => member.post(open, { resourceId }))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
    expect(await portal.rows('select id from payment_attempts where resource_id = $1', [resourceId])).toHaveLength(1);
    expect((await portal.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1);
  });

  it('makes one Stripe customer per member, however many payments are opened', async () => {
    const member = await portal.member();
    const before = (await portal.stripe.customers.list({ limit: 100 })).data.length;
    for (let count = 0; count < 3; count += 1) await member.post(open, { resourceId: await portal.addResource() });
    expect((await portal.stripe.customers.list({ limit: 100 })).data).toHaveLength(before + 1);
  });

  it('makes a new Stripe customer when Stripe has lost the old one', async () => {
    const member = await portal.member();
    await member.post(open, { resourceId: await portal.addResource() });
    const customerOf = async () =>
      (
        await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [member.userId])
      )[0]?.id;
    const lost = await customerOf();
    await portal.stripe.customers.del(lost);
    expect((await member.post(open, { resourceId: await portal.addResource() })).status).toBe(200);
    expect(await customerOf()).not.toBe(lost);
  });

  it('CHECKOUT-05 cancels the open payment and opens another when the price changes', async () => {
    const resourceId = await portal.addResource({ priceMinor: 1000 });
    const member = await portal.member();
    const old = await member.post<{ clientSecret: string }>(open, { resourceId });
    await portal.database.pool.query('update resources set price_minor = 1500 where id = $1', [resourceId]);
    const fresh = await member.post<{ clientSecret: string }>(open, { resourceId });
    expect(fresh.body).toMatchObject({ amount: 15 });
    expect(fresh.body.clientSecret).not.toBe(old.body.clientSecret);
    expect((await portal.pay(old.body.clientSecret)).body.error?.code).toBe('payment_intent_unexpected_state');
    expect(
      await portal.rows('select status, amount_minor from payment_attempts where resource_id = $1 order by id', [
        resourceId,
      ]),
    ).toEqual([
      { status: 'canceled', amount_minor: 1000 },
      { status: 'open', amount_minor: 1500 },
    ]);
  });

  it('CHECKOUT-05 opens another payment when the open one was cancelled at Stripe', { tags: 'long' }, async () => {
    const resourceId = await portal.addResource();
    const member = await portal.member();
    const old = await member.post<{ clientSecret: string }>(open, { resourceId });
    await portal.stripe.paymentIntents.cancel(old.body.clientSecret.split('_secret_')[0] ?? '');
    const fresh = await member.post<{ clientSecret: string }>(open, { resourceId });
    expect((await portal.pay(fresh.body.clientSecret)).body.status).toBe('succeeded');
    await portal.runWebhooks();
  });

  it('CHECKOUT-16 refuses a payment for a granted resource until the grant has ended', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    await portal.rows(`insert into access_grants (user_id, resource_id, reason) values ($1, $2, 'For the pilot')`, [
      member.userId,
      resourceId,
    ]);
    const rejected = await member.post(open, { resourceId });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'purchases.already-owned']);
    expect(await portal.rows('select * from payment_attempts where resource_id = $1', [resourceId])).toEqual([]);
    await portal.rows(`update access_grants set expires_at = now() - interval '1 second' where resource_id = $1`, [
      resourceId,
    ]);
    expect((await member.post(open, { resourceId })).status).toBe(200);
  });

  it('lets administrators buy like members', async () => {
    const administrator = await portal.administrator();
    expect((await administrator.post(open, { resourceId: await portal.addResource() })).status).toBe(200);
  });

  it('CHECKOUT-15 charges a currency without decimals in whole units', { tags: 'long' }, async () => {
    const other = await createPayingPortal({ variables: { CURRENCY: 'JPY' } });
    const resourceId = await other.addResource({ priceMinor: 1500 });
    const member = await other.member();
    const { body } = await member.post<{ clientSecret: string }>(open, { resourceId });
    expect(body).toMatchObject({ amount: 1500, currency: 'JPY' });
    await other.pay(body.clientSecret);
    await other.runWebhooks();
    expect((await member.get('/api/user/purchases')).body).toMatchObject([{ amount: 1500, currency: 'JPY' }]);
    expect((await other.stripe.charges.list()).data).toMatchObject([{ amount: 1500, currency: 'jpy' }]);
    await other.expectLedgersMatch();
    await other.close();
  });
});

describe('other currencies', () => {
  it('TAX-01 charges, lists and prints a currency with three decimals in the units that Stripe counts', {
    tags: 'long',
  }, async () => {
    const other = await createPayingPortal({ variables: { CURRENCY: 'KWD' } });
    const resourceId = await other.addResource({ priceMinor: 5120 });
    const member = await other.member();
    const { body } = await member.post<{ clientSecret: string }>(open, { resourceId });
    expect(body).toMatchObject({ amount: 5.12, currency: 'KWD' });
    await other.pay(body.clientSecret);
    await other.runWebhooks();
    expect((await member.get('/api/user/purchases')).body).toMatchObject([{ amount: 5.12, currency: 'KWD' }]);
    expect((await member.get('/api/user/billing')).body).toMatchObject({ totalSpent: 5.12 });
    expect((await other.stripe.charges.list()).data).toMatchObject([{ amount: 5120, currency: 'kwd' }]);
    expect(other.sentMails.at(-1)?.text).toMatch(/KWD\s5\.120/u);
    await other.expectLedgersMatch();
    await other.close();
  });
});

describe('limits and switches', () => {
  it('GEN-17 limits a member outside demo mode to ten new payments an hour, not counting reopened ones', {
    tags: 'long',
  }, async () => {
    const other = await createPayingPortal({ variables: production });
    const member = await other.member();
    const ids = await Promise.all(Array.from({ length: 11 }, () => other.addResource()));
    const statuses: number[] = [];
    for (const resourceId of ids) statuses.push((await member.post(open, { resourceId })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await member.post(open, { resourceId: ids[0] })).status).toBe(200);
    await other.close();
  });

  it('BOOT-05 answers every paid call with payments-off when Stripe is not configured', async () => {
    const other = await createTestPortal(production);
    const member = await other.member();
    const calls = [
      await member.post(open, { resourceId: 1 }),
      await member.post('/api/complete-purchase', { resourceId: 1, paymentIntentId: 'pi_1' }),
    ];
    for (const { status, body } of calls) {
      expect([status, body]).toEqual([
        503,
        { code: 'purchases.payments-off', message: 'Payments are not available on this portal yet.' },
      ]);
    }
    expect((await other.visitor().post('/api/webhooks/stripe', { id: 'evt_1' })).status).toBe(400);
    expect((await other.visitor().get('/api/config')).body).toMatchObject({ payments: { publishableKey: null } });
    await other.close();
  });
});
