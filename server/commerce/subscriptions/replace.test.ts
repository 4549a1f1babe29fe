import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
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

const statesOf = (member: Client & { userId: number }) =>
  portal.rows('select plan, status, is_duplicate from subscriptions where user_id = $1 order by id', [member.userId]);

describe('choosing another plan', () => {
  it('SUBSCR-14 keeps one attempt per plan when plans are switched, and charges one of them', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const monthly = await begin(member, resourceId);
    const annual = await begin(member, resourceId, 'annual');
    const again = await begin(member, resourceId);
    const annualAgain = await begin(member, resourceId, 'annual');
    await portal.runWebhooks();
    await portal.runTask('reconcile-payments', { atStart: true });
    expect([again.body.clientSecret, annualAgain.body.clientSecret]).toEqual([
      monthly.body.clientSecret,
      annual.body.clientSecret,
    ]);
    expect(await statesOf(member)).toEqual([
      { plan: 'monthly', status: 'incomplete', is_duplicate: true },
      { plan: 'annual', status: 'incomplete', is_duplicate: false },
    ]);
    await portal.pay(annual.body.clientSecret);
    await portal.runWebhooks();
    expect((await portal.pay(monthly.body.clientSecret)).status).toBe(400);
    expect(await statesOf(member)).toEqual([
      { plan: 'monthly', status: 'incomplete_expired', is_duplicate: true },
      { plan: 'annual', status: 'active', is_duplicate: false },
    ]);
    expect(await subscriptionOf(member)).toMatchObject({ plan: 'annual', amount: 120 });
  });

  it('SUBSCR-14 takes the plan that was paid in another window, and ends the other attempt', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const monthly = await begin(member, resourceId);
    const annual = await begin(member, resourceId, 'annual');
    await portal.pay(monthly.body.clientSecret);
    await portal.runWebhooks();
    expect((await portal.pay(annual.body.clientSecret)).status).toBe(400);
    expect(await statesOf(member)).toEqual([
      { plan: 'monthly', status: 'active', is_duplicate: false },
      { plan: 'annual', status: 'incomplete_expired', is_duplicate: true },
    ]);
    expect(await subscriptionOf(member)).toMatchObject({ plan: 'monthly', amount: 12.5 });
  });

  it('SUBSCR-14 ends and refunds the second of two plans that were paid at the same moment', {
    tags: 'long',
  }, async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'hold' });
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const monthly = await begin(member, resourceId);
    const annual = await begin(member, resourceId, 'annual');
    await portal.pay(monthly.body.clientSecret);
    await portal.pay(annual.body.clientSecret);
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.runWebhooks();
    const states = await statesOf(member);
    expect(states.map(({ status }) => status).sort()).toEqual(['active', 'canceled']);
    const kept = states.find(({ status }) => status === 'active');
    const customer = (await subscriptionOf(member))?.stripeCustomerId ?? '';
    const charges = (await portal.stripe.charges.list({ customer })).data;
    expect(charges.filter(({ refunded }) => !refunded).map(({ amount }) => amount)).toEqual([
      kept?.plan === 'monthly' ? 1250 : 12_000,
    ]);
  });

  it('SUBSCR-14 ends an attempt whose price is no longer today’s, and drops all with a cancellation', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const monthly = await begin(member, resourceId);
    await portal.rows('update resources set monthly_price_minor = 2000 where id = $1', [resourceId]);
    const annual = await begin(member, resourceId, 'annual');
    expect((await portal.pay(monthly.body.clientSecret)).status).toBe(400);
    const dearer = await begin(member, resourceId);
    expect(dearer.body.amount).toBe(20);
    const open = await subscriptionOf(member);
    expect((await member.post(`/api/user/subscription/${open?.id}/cancel`)).status).toBe(200);
    for (const { body } of [annual, dearer]) expect((await portal.pay(body.clientSecret)).status).toBe(400);
    expect((await statesOf(member)).map(({ status }) => status)).toEqual(Array(3).fill('incomplete_expired'));
  });

  it('SUBSCR-14 refuses another plan when the first was paid just before, and charges once', async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'hold' });
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const monthly = await begin(member, resourceId);
    await portal.pay(monthly.body.clientSecret);
    expect(await begin(member, resourceId, 'annual')).toMatchObject({
      status: 409,
      body: { code: 'subscriptions.already-subscribed' },
    });
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan: 'monthly' });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.runWebhooks();
    expect((await statesOf(member)).filter(({ status }) => status === 'active')).toEqual([
      { plan: 'monthly', status: 'active', is_duplicate: false },
    ]);
  });

  it('SUBSCR-14 keeps one attempt per plan when both are chosen at once', { tags: 'long' }, async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    await Promise.all([begin(member, resourceId), begin(member, resourceId, 'annual'), begin(member, resourceId)]);
    const last = await begin(member, resourceId, 'annual');
    expect(last.status).toBe(200);
    await portal.runWebhooks();
    const open = (await statesOf(member)).filter(({ status }) => status === 'incomplete');
    expect(open.filter(({ is_duplicate: isBeside }) => !isBeside).map(({ plan }) => plan)).toEqual(['annual']);
    expect(new Set(open.map(({ plan }) => plan)).size).toBe(open.length);
    await portal.pay(last.body.clientSecret);
    await portal.runWebhooks();
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
  });

  it('API-21 cancels an unpaid attempt at once', async () => {
    const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
    const { body } = await begin(member, resourceId);
    const open = await subscriptionOf(member);
    expect((await member.post(`/api/user/subscription/${open?.id}/cancel`)).body).toEqual({
      message: 'The unpaid subscription has been cancelled.',
    });
    expect((await portal.pay(body.clientSecret)).status).toBe(400);
    expect(await subscriptionOf(member)).toBeNull();
  });
});

describe('a duplicate that runs at Stripe', () => {
  it('gives no access for a duplicate that runs at Stripe, ends it and refunds it', { tags: 'long' }, async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    const [installation] = await portal.rows('select id from installation');
    const { customer, items, default_payment_method: card } = await portal.stripe.subscriptions.retrieve(stripeId);
    const second = await portal.stripe.subscriptions.create({
      customer: String(customer),
      items: [{ price: items.data[0]?.price.id ?? '' }],
      default_payment_method: String(card),
      metadata: { installation: installation?.id, userId: String(member.userId) },
    });
    expect(second.status).toBe('active');
    await portal.runWebhooks();
    expect((await portal.stripe.subscriptions.retrieve(second.id)).status).toBe('canceled');
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', stripeSubscriptionId: stripeId });
    expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
    const [refund] = (await portal.stripe.refunds.list({ limit: 1 })).data;
    expect([refund?.amount, refund?.reason]).toEqual([1250, 'duplicate']);
    expect(
      await portal.rows(`select action from audit_log where action = 'find-second' and member_user_id = $1`, [
        member.userId,
      ]),
    ).toHaveLength(1);
  });
});

describe('starting a subscription when Stripe fails', () => {
  const failures: [does: string, fault: object, tags: string[]][] = [
    ['answers 500', { kind: 'fail', status: 500 }, ['long']],
    ['answers 500 and remembers that for the same key', { kind: 'fail', status: 500, when: 'after' }, []],
    ['closes the connection', { kind: 'cut' }, ['long']],
  ];
  for (const [does, fault, tags] of failures) {
    it(`SUBSCR-10 answers 503 when Stripe ${does}, and starts the subscription at the next try`, { tags }, async () => {
      const [member, resourceId] = [await portal.member(), await addSubscriptionResource(portal)];
      await portal.control('POST /sandbox/faults', { method: 'POST', path: '/v1/subscriptions', times: 2, ...fault });
      expect(await begin(member, resourceId)).toMatchObject({
        status: 503,
        body: { code: 'purchases.provider-failed' },
      });
      await portal.control('DELETE /sandbox/faults');
      const { body } = await begin(member, resourceId);
      await portal.pay(body.clientSecret);
      await portal.runWebhooks();
      expect((await accessOf(member, resourceId)).hasAccess).toBe(true);
      expect((await statesOf(member)).filter(({ status }) => status === 'active')).toHaveLength(1);
    });
  }

  it('makes a price again that Stripe has lost', async () => {
    const resourceId = await addSubscriptionResource(portal);
    await begin(await portal.member(), resourceId);
    await portal.rows(
      `update stripe_prices set stripe_price_id = 'price_lost' from stripe_products p
       where p.id = product_id and p.resource_id = $1 and plan = 'monthly'`,
      [resourceId],
    );
    expect((await begin(await portal.member(), resourceId)).status).toBe(200);
  });
});
