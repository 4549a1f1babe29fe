import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const purchasesOf = (resourceId: number) => portal.rows('select * from purchases where resource_id = $1', [resourceId]);
const complete = '/api/complete-purchase';

/** Drops all webhooks, so that only the browser's report can record a purchase. */
const dropWebhooks = () => portal.control('POST /sandbox/webhooks', { mode: 'drop' });

describe('reporting a payment', () => {
  it('CHECKOUT-09 refuses reports of the wrong shape and of unknown payments', async () => {
    expect((await portal.visitor().post(complete, { resourceId: 1, paymentIntentId: 'pi_1' })).status).toBe(401);
    const member = await portal.member();
    for (const bad of [
      {},
      { resourceId: 1 },
      { resourceId: 1, paymentIntentId: '../x' },
      { paymentIntentId: 'pi_1' },
    ]) {
      expect((await member.post(complete, bad)).status).toBe(400);
    }
    const unknown = await member.post(complete, { resourceId: 1, paymentIntentId: 'pi_unknown' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'purchases.payment-unknown']);
  });

  it("CHECKOUT-09 refuses another member's payment, to administrators too", async () => {
    await dropWebhooks();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(await portal.member(), resourceId);
    await portal.pay(clientSecret);
    for (const other of [await portal.member(), await portal.administrator()]) {
      const answer = await other.post(complete, { resourceId, paymentIntentId });
      expect([answer.status, answer.body.code]).toEqual([404, 'purchases.payment-unknown']);
      expect((await other.get('/api/user/purchases')).body).toEqual([]);
    }
    expect(await purchasesOf(resourceId)).toEqual([]);
    await portal.runTask('reconcile-payments', { atStart: true });
  });

  it('CHECKOUT-09 refuses a cheap payment for an expensive resource', async () => {
    await dropWebhooks();
    const member = await portal.member();
    const cheap = await portal.addResource({ priceMinor: 100 });
    const dear = await portal.addResource({ priceMinor: 99_900 });
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, cheap);
    await portal.openPayment(member, dear);
    await portal.pay(clientSecret);
    const answer = await member.post(complete, { resourceId: dear, paymentIntentId });
    expect([answer.status, answer.body.code]).toEqual([404, 'purchases.payment-unknown']);
    expect(await purchasesOf(dear)).toEqual([]);
    expect(await purchasesOf(cheap)).toEqual([]);
    expect((await member.post(complete, { resourceId: cheap, paymentIntentId })).status).toBe(200);
  });

  it('CHECKOUT-09 records no purchase for a payment whose amount was changed at Stripe, and audits it', async () => {
    await dropWebhooks();
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await portal.stripe.paymentIntents.update(paymentIntentId, { amount: 100 });
    await portal.pay(clientSecret);
    const answer = await member.post(complete, { resourceId, paymentIntentId });
    expect([answer.status, answer.body.code]).toEqual([409, 'purchases.not-paid']);
    expect(await purchasesOf(resourceId)).toEqual([]);
    expect(
      await portal.rows(`select action, before, after from audit_log where action = 'refuse-payment'`),
    ).toMatchObject([{ before: { amountMinor: 1999 }, after: { amountReceivedMinor: 100 } }]);
    expect(await portal.rows('select status from payment_attempts where resource_id = $1', [resourceId])).toEqual([
      { status: 'refused' },
    ]);
  });

  it('CHECKOUT-17 refuses an unpaid, a declined and an unfinished payment', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    const report = async () => {
      const answer = await member.post(complete, { resourceId, paymentIntentId });
      expect([answer.status, answer.body]).toEqual([
        409,
        { code: 'purchases.not-paid', message: 'This payment has not been completed.' },
      ]);
      await portal.runWebhooks();
      expect(await purchasesOf(resourceId)).toEqual([]);
    };
    await report();
    expect((await portal.pay(clientSecret, 'pm_card_chargeDeclined')).status).toBe(402);
    await report();
    expect((await portal.pay(clientSecret, 'pm_card_authenticationRequired')).body.status).toBe('requires_action');
    await report();
    expect((await portal.pay(clientSecret)).body.status).toBe('succeeded');
    expect((await member.post(complete, { resourceId, paymentIntentId })).status).toBe(200);
  });
});

describe('a paid purchase', () => {
  it('CHECKOUT-09 CHECKOUT-11 API-15 records a paid purchase once, lists it to its owner only and sends one mail', async () => {
    await dropWebhooks();
    const member = await portal.member({ firstName: 'Oriel' });
    const resourceId = await portal.addResource({ title: 'Audit <handbook>', priceMinor: 2450 });
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    expect((await portal.pay(clientSecret)).body.status).toBe('succeeded');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => member.post(complete, { resourceId, paymentIntentId })),
    );
    const purchase = {
      id: expect.any(Number),
      resourceId,
      purchaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      amount: 24.5,
      currency: 'GBP',
      stripePaymentIntentId: paymentIntentId,
      documentId: expect.any(Number),
      tax: null,
      paidWith: 'Visa ending 4242',
      isGift: false,
      seats: null,
      boughtFor: null,
      resource: { id: resourceId, title: 'Audit <handbook>' },
    };
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, purchase]);
    expect(await purchasesOf(resourceId)).toHaveLength(1);
    expect((await member.get('/api/user/purchases')).body).toEqual([purchase]);
    expect((await (await portal.member()).get('/api/user/purchases')).body).toEqual([]);
    expect((await portal.visitor().get('/api/user/purchases')).status).toBe(401);

    await portal.runJobs();
    const mails = portal.sentMails.filter((mail) => mail.subject.includes('Audit'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Oriel');
    expect(mails[0]?.text).toContain('Amount: £24.50');
    expect(mails[0]?.text).toContain(`http://portal.test/resource/${resourceId}`);
    expect(mails[0]?.html).toContain('Audit &lt;handbook&gt;');

    const again = await member.post('/api/create-payment-intent', { resourceId });
    expect([again.status, again.body.code]).toEqual([409, 'purchases.already-owned']);
  });

  it('CHECKOUT-10 PAY-02 records a purchase by webhook alone when the browser never reports', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    await portal.runWebhooks();
    expect((await member.get('/api/user/purchases')).body).toMatchObject([
      { resourceId, stripePaymentIntentId: paymentIntentId },
    ]);
  });

  it('PAY-01 PAY-02 records a purchase paid with a card typed into the form', async () => {
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await member.post('/api/purchase-consent', { paymentIntentId, textVersion });
    const reply = await fetch(`${portal.origin}/sandbox/payments/v1/payment_intents/${paymentIntentId}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: portal.sandbox.publishableKey,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
        return_url: `${portal.origin}/payment-success`,
      }),
    });
    expect(await reply.json()).toMatchObject({ status: 'succeeded' });
    expect((await member.post(complete, { resourceId, paymentIntentId })).status).toBe(200);
  });

  it('CHECKOUT-11 API-35 makes one purchase and one mail from two reports and two webhooks at the same time', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'duplicate' });
    const member = await portal.member();
    const resourceId = await portal.addResource();
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    const report = () => member.post(complete, { resourceId, paymentIntentId });
    const [first, second] = await Promise.all([report(), report(), portal.runWebhooks()]);
    await portal.runWebhooks();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await purchasesOf(resourceId)).toHaveLength(1);
    expect(await portal.rows(`select id from mails where dedupe_key = 'receipt:' || $1`, [first.body.id])).toHaveLength(
      1,
    );
  });

  it('SUCCESS-07 hides a purchase from other members and lists purchases in pages, newest first', async () => {
    const member = await portal.member();
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const resourceId = await portal.addResource({ title });
      const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
      await portal.pay(clientSecret);
      await member.post(complete, { resourceId, paymentIntentId });
      ids.push(resourceId);
    }
    const page = await member.get<{ resourceId: number }[]>('/api/user/purchases?page=2&pageSize=2');
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map((purchase) => purchase.resourceId)).toEqual([ids[0]]);
    const all = await member.get<{ resource: { title: string } }[]>('/api/user/purchases');
    expect(all.body.map((purchase) => purchase.resource.title)).toEqual(['Three', 'Two', 'One']);
    expect((await member.get('/api/user/purchases?page=0')).status).toBe(400);
  });
});
