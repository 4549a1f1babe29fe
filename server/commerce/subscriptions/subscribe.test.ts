import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { accessOf, addSubscriptionResource, begin, subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const live = async () => (await portal.stripe.subscriptions.list({ status: 'all', limit: 100 })).data;
const rowsOf = (userId: number) =>
  portal.rows('select status, is_duplicate, plan, amount_minor from subscriptions where user_id = $1 order by id', [
    userId,
  ]);

describe('refusals', () => {
  it('SUBSCR-12 refuses an unknown plan and resources not sold by subscription', async () => {
    const member = await portal.member();
    const resourceId = await addSubscriptionResource(portal);
    const before = (await live()).length;
    expect(await begin(member, resourceId, 'weekly')).toMatchObject({
      status: 400,
      body: { message: 'plan must be monthly or annual' },
    });
    const purchase = await portal.addResource();
    expect(await begin(member, purchase)).toMatchObject({
      status: 400,
      body: { code: 'subscriptions.not-offered', message: 'This resource is not part of the subscription.' },
    });
    const draft = await addSubscriptionResource(portal, { isPublished: false });
    for (const unknown of [draft, 999_999]) {
      expect(await begin(member, unknown)).toMatchObject({ status: 404, body: { message: 'Resource not found' } });
    }
    expect((await live()).length).toBe(before);
    expect(await rowsOf(member.userId)).toEqual([]);
    expect(await subscriptionOf(member)).toBeNull();
    expect((await member.get('/api/user/subscription')).raw.toString()).toBe('null');
  });

  it('SUBSCR-14 refuses a member whose subscription runs, is due or is suspended', async () => {
    const { member, resourceId, id } = await subscribe(portal);
    const other = await addSubscriptionResource(portal);
    const before = (await live()).length;
    expect(await begin(member, other)).toMatchObject({
      status: 409,
      body: { code: 'subscriptions.already-subscribed', message: 'You already have a subscription.' },
    });
    for (const status of ['past_due', 'unpaid']) {
      await portal.rows('update subscriptions set status = $2 where id = $1', [id, status]);
      expect(await begin(member, resourceId)).toMatchObject({
        status: 409,
        body: { code: 'subscriptions.payment-due' },
      });
    }
    await portal.rows(`update subscriptions set status = 'active' where id = $1`, [id]);
    const administrator = await portal.administrator();
    await administrator.post(`/api/admin/subscriptions/${id}/suspend`, { reason: 'A dispute' });
    expect(await begin(member, resourceId)).toMatchObject({ status: 409, body: { code: 'subscriptions.suspended' } });
    expect((await live()).length).toBe(before);
  });

  it('SUBSCR-10 refuses subscriptions with a clear sentence when Stripe is not configured', async () => {
    const unpaid = await createTestPortal();
    const resourceId = await addSubscriptionResource(unpaid);
    expect(await begin(await unpaid.member(), resourceId)).toMatchObject({
      status: 503,
      body: { message: 'Payments are not available on this portal yet.' },
    });
    expect((await unpaid.database.pool.query('select * from subscriptions')).rows).toEqual([]);
    await unpaid.close();
  });
});

describe('starting a subscription', () => {
  it('SUBSCR-11 API-36 charges the price of the plan, whatever amount is sent, under a product and price made once', async () => {
    const [one, other] = [await portal.member(), await portal.member()];
    const resourceId = await addSubscriptionResource(portal);
    const opened = await begin(one, resourceId);
    expect(opened).toMatchObject({ status: 200, body: { amount: 12.5, currency: 'GBP' } });
    const annual = await begin(other, resourceId, 'annual');
    expect(annual.body).toMatchObject({ amount: 120 });
    const intent = await portal.stripe.paymentIntents.retrieve(opened.body.clientSecret.split('_secret_')[0] ?? '');
    expect([intent.amount, intent.currency]).toEqual([1250, 'gbp']);
    await begin(await portal.member(), resourceId);
    const [resource] = await portal.rows('select stripe_product_id as product from resources where id = $1', [
      resourceId,
    ]);
    const prices = (await portal.stripe.prices.list({ product: resource?.product, limit: 100 })).data;
    expect(prices.map(({ unit_amount, recurring }) => [unit_amount, recurring?.interval]).sort()).toEqual([
      [12_000, 'year'],
      [1250, 'month'],
    ]);
    expect((await portal.stripe.products.retrieve(resource?.product)).name).toBe('Bias review workspace');
  });

  it('SUBSCR-04 charges the default price when the resource has none', { tags: 'long' }, async () => {
    const resourceId = await addSubscriptionResource(portal, { monthlyPriceMinor: null, annualPriceMinor: null });
    expect((await begin(await portal.member(), resourceId)).body.amount).toBe(8.99);
    expect((await begin(await portal.member(), resourceId, 'annual')).body.amount).toBe(89.99);
  });

  it('makes another Stripe price for a changed price, and keeps the old one for the running subscription', {
    tags: 'long',
  }, async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    await portal.rows('update resources set monthly_price_minor = 1500 where id = $1', [resourceId]);
    expect((await begin(await portal.member(), resourceId)).body.amount).toBe(15);
    const { items } = await portal.stripe.subscriptions.retrieve(stripeId);
    expect(items.data[0]?.price.unit_amount).toBe(1250);
    expect((await subscriptionOf(member))?.amount).toBe(12.5);
  });

  it('SUBSCR-14 makes one attempt with one secret when opened twice, even at once', { tags: 'long' }, async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const before = (await live()).length;
    const answers = await Promise.all([
      begin(member, resourceId),
      begin(member, resourceId),
      begin(member, resourceId),
    ]);
    const again = await begin(member, resourceId);
    expect(new Set([...answers, again].map(({ body }) => body.clientSecret)).size).toBe(1);
    expect((await live()).length).toBe(before + 1);
    expect(await rowsOf(member.userId)).toEqual([
      { status: 'incomplete', is_duplicate: false, plan: 'monthly', amount_minor: 1250 },
    ]);
    expect(await accessOf(member, resourceId)).toEqual({
      hasAccess: false,
      code: 'access.subscription-required',
      reason: 'Active subscription required',
    });
    expect(await subscriptionOf(member)).toMatchObject({ status: 'incomplete', currentPeriodEnd: expect.any(String) });
  });
});

describe('the first payment', () => {
  it('SUBSCR-13 ACCESS-05 opens every subscription resource after the first payment by the webhook alone', async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const other = await addSubscriptionResource(portal);
    const { body } = await begin(member, resourceId);
    await portal.pay(body.clientSecret);
    await portal.runWebhooks();
    expect(await accessOf(member, resourceId)).toEqual({ hasAccess: true, code: null, reason: '' });
    expect(await accessOf(member, other)).toEqual({ hasAccess: true, code: null, reason: '' });
    const listed = await member.get<{ resourceId: number; hasAccess: boolean }[]>('/api/user/resource-access');
    expect(listed.body.filter(({ resourceId: id }) => [resourceId, other].includes(id))).toMatchObject([
      { hasAccess: true },
      { hasAccess: true },
    ]);
    const stranger = await portal.member();
    expect((await accessOf(stranger, other)).reason).toBe('Active subscription required');
  });

  it('API-18 API-19 returns a subscription with its period, its plan and Stripe’s ids', async () => {
    const { member, id, stripeId } = await subscribe(portal, { plan: 'annual' });
    const [provider, own] = [await portal.stripe.subscriptions.retrieve(stripeId), await subscriptionOf(member)];
    const item = provider.items.data[0];
    const at = (seconds = 0) => new Date(seconds * 1000).toISOString();
    expect(own).toEqual({
      id,
      status: 'active',
      cancelAtPeriodEnd: false,
      isPaymentProcessing: false,
      pendingPlan: null,
      pendingAmount: null,
      pendingPlanAt: null,
      billingDay: new Date((provider.billing_cycle_anchor ?? 0) * 1000).getUTCDate(),
      temporarySuspended: false,
      trialEnd: null,
      currentPeriodStart: at(item?.current_period_start),
      currentPeriodEnd: at(item?.current_period_end),
      productName: null,
      stripeProductId: item?.price.product,
      stripeSubscriptionId: stripeId,
      stripeCustomerId: provider.customer,
      plan: 'annual',
      amount: 120,
      currency: 'GBP',
      discount: null,
      pause: null,
      taxMode: null,
    });
    const list = await member.get('/api/user/subscriptions');
    expect([list.body, list.headers['x-total-count']]).toEqual([[own], '1']);
    expect((await member.get('/api/user/subscriptions?page=2&pageSize=1')).body).toEqual([]);
  });

  it('SUBSCR-13 gives no access for a declined card, and accepts another card with the same secret', async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const { body } = await begin(member, resourceId);
    expect((await portal.pay(body.clientSecret, 'pm_card_chargeDeclined')).status).toBe(402);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    expect((await subscriptionOf(member))?.status).toBe('incomplete');
    await portal.pay(body.clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });

  it.each(['duplicate', 'shuffle'])(
    'SUBSCR-13 accepts the webhooks of the first payment in any order: %s',
    async (mode) => {
      await portal.control('POST /sandbox/webhooks', { mode });
      const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
      const { body } = await begin(member, resourceId);
      await portal.pay(body.clientSecret);
      await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
      await portal.runWebhooks();
      expect(await rowsOf(member.userId)).toEqual([
        { status: 'active', is_duplicate: false, plan: 'monthly', amount_minor: 1250 },
      ]);
      expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    },
  );

  it('SUBSCR-13 finds the first payment by the reconciler when no webhook arrives', { tags: 'long' }, async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const { body } = await begin(member, resourceId);
    await portal.pay(body.clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(false);
    await portal.runTask('reconcile-payments', { atStart: true });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    expect(
      await portal.rows(`select before, after from audit_log where action = 'reconcile' and object = 'subscription'`),
    ).toEqual([{ before: 'incomplete', after: 'active' }]);
  });
});

describe('foreign subscriptions', () => {
  it('ignores another installation’s subscriptions on the same Stripe account', async () => {
    const { member, stripeId } = await subscribe(portal);
    const { customer, items } = await portal.stripe.subscriptions.retrieve(stripeId);
    const before = await portal.rows('select count(*) from subscriptions');
    await portal.stripe.subscriptions.create({
      customer: String(customer),
      items: [{ price: items.data[0]?.price.id ?? '' }],
      payment_behavior: 'default_incomplete',
      metadata: { installation: 'another', userId: String(member.userId) },
    });
    await portal.runWebhooks();
    expect(await portal.rows('select count(*) from subscriptions')).toEqual(before);
  });
});
