import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
  await portal.control('POST /sandbox/payment-methods', { types: ['card', 'link', 'bacs_debit'] });
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const good = '00012345';
const empty = '22222227';

async function pass(days: number) {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
}

/** Confirms a payment with a bank account, as the payment form does once the member has agreed. */
async function payByDebit(clientSecret: string, account: string) {
  await portal.pay(clientSecret, 'pm_card_chargeDeclined');
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const method = await portal.stripe.paymentMethods.create({
    type: 'bacs_debit',
    bacs_debit: { account_number: account, sort_code: '108800' },
    billing_details: { name: 'Mira Tollander', email: 'mira@example.org' },
  });
  await portal.stripe.paymentIntents.confirm(intentId, {
    payment_method: method.id,
    mandate_data: {
      customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'a test' } },
    },
    return_url: `${portal.origin}/payment-success`,
  });
  await portal.runWebhooks();
  return intentId;
}

describe('a purchase by debit', () => {
  it('CHECKOUT-19 gives nothing while the bank takes its days, says so, and gives access when it has succeeded', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await portal.member(), await portal.addResource()];
    const { clientSecret } = await portal.openPayment(member, resourceId);
    const paymentIntentId = await payByDebit(clientSecret, good);
    const report = () => member.post('/api/complete-purchase', { resourceId, paymentIntentId });
    expect(await report()).toMatchObject({ status: 409, body: { code: 'purchases.processing' } });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect(await portal.rows('select id from purchases where user_id = $1', [member.userId])).toEqual([]);
    await pass(6);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect((await report()).status).toBe(200);
  });

  it('CHECKOUT-19 a debit that fails after 5 days leaves no purchase and no access, and the member can pay again', async () => {
    const [member, resourceId] = [await portal.member(), await portal.addResource()];
    const { clientSecret } = await portal.openPayment(member, resourceId);
    const paymentIntentId = await payByDebit(clientSecret, empty);
    await pass(4.9);
    expect(await member.post('/api/complete-purchase', { resourceId, paymentIntentId })).toMatchObject({
      body: { code: 'purchases.processing' },
    });
    await pass(0.2);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect(await member.post('/api/complete-purchase', { resourceId, paymentIntentId })).toMatchObject({
      status: 409,
      body: { code: 'purchases.not-paid' },
    });
    expect(await portal.rows('select id from purchases where user_id = $1', [member.userId])).toEqual([]);
    await portal.pay((await portal.openPayment(member, resourceId)).clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });
});

describe('a subscription by debit', () => {
  const open = async (account: string) => {
    const [member, resourceId] = [await verifiedMember(portal), await addSubscriptionResource(portal)];
    const { body } = await begin(member, resourceId);
    await payByDebit(body.clientSecret, account);
    return { member, resourceId };
  };
  const billingOf = async (member: Awaited<ReturnType<typeof open>>['member']) =>
    (await member.get<Billing>('/api/user/billing')).body;

  it('SUBSCR-20 says that it is being processed, refuses a second one and cancelling, and starts when it has succeeded', async () => {
    const { member, resourceId } = await open(good);
    const waiting = await subscriptionOf(member);
    expect(waiting).toMatchObject({ status: 'incomplete', isPaymentProcessing: true });
    expect((await billingOf(member)).duePayment).toMatchObject({ state: 'processing', amount: 12.5 });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    for (const plan of ['monthly', 'annual']) {
      expect(await begin(member, resourceId, plan)).toMatchObject({
        status: 409,
        body: { code: 'subscriptions.payment-processing' },
      });
    }
    expect((await member.post(`/api/user/subscription/${waiting?.id}/cancel`)).status).toBe(409);
    await pass(6);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', isPaymentProcessing: false });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    const billing = await billingOf(member);
    expect(billing.duePayment).toBeNull();
    expect(billing.paymentMethods).toMatchObject([{ type: 'bacs_debit', label: 'Bacs debit ••2345' }]);
  });

  it('SUBSCR-20 a first debit that fails days later never opens anything, and the member can begin again', {
    tags: 'long',
  }, async () => {
    const { member, resourceId } = await open(empty);
    await pass(6);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await subscriptionOf(member))?.isPaymentProcessing ?? false).toBe(false);
    const { status, body } = await begin(member, resourceId);
    expect(status).toBe(200);
    await portal.pay(body.clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });

  type Subscribed = Awaited<ReturnType<typeof open>>;
  const stripeIdOf = async ({ member }: Awaited<ReturnType<typeof open>>) =>
    (await subscriptionOf(member))?.stripeSubscriptionId ?? '';
  /** Reads the recorded payment of an ended subscription, its refunds, and the mails about it. */
  const recordOf = async (member: Awaited<ReturnType<typeof open>>['member']) => {
    const [user] = await portal.rows('select email from users where id = $1', [member.userId]);
    return {
      invoices: await portal.rows('select status, paid_minor from invoices where user_id = $1 order by id', [
        member.userId,
      ]),
      refunds: await portal.rows(
        `select r.reason, r.status, r.amount_minor from refunds r join invoices i on i.id = r.invoice_id
         where i.user_id = $1`,
        [member.userId],
      ),
      mails: portal.sentMails
        .filter(({ to, subject }) => to === user?.email && subject.includes('refund'))
        .map(({ subject }) => subject),
    };
  };
  const refunds = [{ reason: 'duplicate', status: 'succeeded', amount_minor: 1250 }];
  const mails = ['We are refunding your payment of £12.50'];

  it('SUBSCR-20 a first debit that succeeds after its subscription was cancelled at the provider opens nothing and goes back once', {
    tags: 'long',
  }, async () => {
    const life = await open(good);
    const { member, resourceId } = life;
    await portal.stripe.subscriptions.cancel(await stripeIdOf(life));
    await portal.runWebhooks();
    const before = { invoices: [{ status: 'void', paid_minor: 0 }], refunds: [], mails: [] };
    expect(await recordOf(member)).toEqual(before);
    await pass(6);
    const after = { invoices: [{ status: 'void', paid_minor: 1250 }], refunds, mails };
    expect(await recordOf(member)).toEqual(after);
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    const billing = await billingOf(member);
    expect(billing.totalSpent).toBe(0);
    expect(billing.transactions.map(({ amount }) => amount)).toEqual(expect.arrayContaining([12.5, -12.5]));
    await portal.runTask('reconcile-with-stripe');
    await portal.runTask('reconcile-payments', { atStart: true });
    expect(await recordOf(member)).toEqual(after);
    // The refunded late payment is no first payment, so the guarantee applies to the next payment.
    expect(billing.guarantee).toBeNull();
    await portal.pay((await begin(member, resourceId)).body.clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect((await billingOf(member)).guarantee).toMatchObject({ state: 'available', amount: 12.5 });
  });

  it.each(['reconcile-payments', 'reconcile-with-stripe'])(
    'SUBSCR-20 %s finds such a payment when its webhook was lost',
    { tags: 'long' },
    async (task) => {
      const life = await open(good);
      await portal.stripe.subscriptions.cancel(await stripeIdOf(life));
      await portal.runWebhooks();
      await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
      await portal.control('POST /sandbox/advance', { days: 6 });
      await portal.runTask(task, { atStart: true });
      await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
      expect(await recordOf(life.member)).toEqual({ invoices: [{ status: 'void', paid_minor: 1250 }], refunds, mails });
    },
  );

  it('SUBSCR-20 a first debit of an invoice that is paid after its subscription has ended goes back, too', {
    tags: 'long',
  }, async () => {
    const life = await open(good);
    const [payer] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      life.member.userId,
    ]);
    await portal.stripe.customers.del(payer?.id);
    await portal.runWebhooks();
    await pass(6);
    expect(await recordOf(life.member)).toEqual({ invoices: [{ status: 'paid', paid_minor: 1250 }], refunds, mails });
    expect((await accessOf(life.member, life.resourceId)).hasAccess).toBe(false);
  });

  /** Sets the days that the bank needs for later debits. */
  const setDays = (debitDays: number) => portal.control('POST /sandbox/payment-methods', { debitDays });
  /** Opens a subscription whose renewal the bank is still processing. */
  const renewing = async (debitDays = 5) => {
    const life = await open(good);
    await pass(6);
    await setDays(debitDays);
    await pass(26);
    await setDays(5);
    expect((await billingOf(life.member)).duePayment).toMatchObject({ state: 'processing', amount: 12.5 });
    return life;
  };
  const first = { status: 'paid', paid_minor: 1250 };

  it.each([
    [
      'at the provider',
      async (life: Subscribed) => void (await portal.stripe.subscriptions.cancel(await stripeIdOf(life))),
    ],
    [
      'with the account',
      async ({ member }: Subscribed) => {
        const administrator = await portal.administrator();
        expect((await administrator.delete(`/api/users/${member.userId}`)).status).toBe(200);
      },
    ],
  ])(
    'SUBSCR-20 a renewal by debit that succeeds after its subscription ended %s goes back once, the paid months do not',
    { tags: 'long' },
    async (_, end) => {
      const life = await renewing();
      await end(life);
      await portal.runWebhooks();
      expect((await recordOf(life.member)).refunds).toEqual([]);
      await pass(6);
      const record = await recordOf(life.member);
      expect({ invoices: record.invoices, refunds: record.refunds }).toEqual({ invoices: [first, first], refunds });
      await portal.runTask('reconcile-with-stripe');
      await portal.runTask('reconcile-payments', { atStart: true });
      expect(await recordOf(life.member)).toEqual(record);
    },
  );

  it('SUBSCR-20 such a renewal is mailed once, listed with its refund, and opens nothing', {
    tags: 'long',
  }, async () => {
    const life = await renewing();
    await portal.stripe.subscriptions.cancel(await stripeIdOf(life));
    await pass(6);
    expect((await recordOf(life.member)).mails).toEqual(mails);
    expect((await accessOf(life.member, life.resourceId)).hasAccess).toBe(false);
    const billing = await billingOf(life.member);
    expect(billing.totalSpent).toBe(12.5);
    expect(billing.transactions.map(({ amount }) => amount).toSorted()).toEqual([-12.5, 12.5, 12.5]);
    expect(billing.duePayment).toBeNull();
  });

  it('SUBSCR-20 a renewal by debit that succeeds after its period was used to the end is kept', {
    tags: 'long',
  }, async () => {
    const life = await renewing(40);
    await life.member.post(`/api/user/subscription/${(await subscriptionOf(life.member))?.id}/cancel`, {});
    await pass(34);
    expect((await subscriptionOf(life.member))?.status).toBe('canceled');
    await pass(10);
    expect(await recordOf(life.member)).toEqual({ invoices: [first, first], refunds: [], mails: [] });
  });

  it('SUBSCR-17 a renewal by debit that fails after its subscription has ended is voided, so that its page takes no money', {
    tags: 'long',
  }, async () => {
    const life = await renewing();
    const subscription = await stripeIdOf(life);
    await portal.stripe.subscriptions.cancel(subscription);
    await portal.runWebhooks();
    const invoice = (await portal.stripe.invoices.list({ subscription, status: 'open' })).data[0]?.id ?? '';
    const payment = (await portal.stripe.invoicePayments.list({ invoice })).data[0]?.payment.payment_intent;
    await portal.control(`POST /sandbox/payment_intents/${payment}/settle`, { outcome: 'failed' });
    await portal.runWebhooks();
    // Stripe reports the voiding as well.
    await portal.runWebhooks();
    expect(await recordOf(life.member)).toEqual({
      invoices: [first, { status: 'void', paid_minor: 0 }],
      refunds: [],
      mails: [],
    });
    expect((await billingOf(life.member)).duePayment).toBeNull();
  });

  it('SUBSCR-20 documents what the bank took of a void invoice, not what a credit was to pay', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await verifiedMember(portal), await addSubscriptionResource(portal)];
    await portal.openPayment(member, await portal.addResource());
    const [payer] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      member.userId,
    ]);
    await portal.stripe.customers.update(payer?.id, { balance: -500 });
    await payByDebit((await begin(member, resourceId)).body.clientSecret, good);
    await portal.stripe.subscriptions.cancel(await stripeIdOf({ member, resourceId }));
    await pass(6);
    const documents = await portal.rows(
      'select kind, total_minor, tax_minor from documents where user_id = $1 order by id',
      [member.userId],
    );
    expect(documents).toEqual([
      { kind: 'invoice', total_minor: 750, tax_minor: 0 },
      { kind: 'credit_note', total_minor: 750, tax_minor: 0 },
    ]);
    expect(await portal.stripe.customers.retrieve(payer?.id)).toMatchObject({ balance: -500 });
  });

  it('SUBSCR-20 a first debit that fails after its subscription was cancelled leaves nothing', {
    tags: 'long',
  }, async () => {
    const life = await open(empty);
    await portal.stripe.subscriptions.cancel(await stripeIdOf(life));
    await pass(6);
    expect(await recordOf(life.member)).toEqual({
      invoices: [{ status: 'void', paid_minor: 0 }],
      refunds: [],
      mails: [],
    });
  });
});
