import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LatestPayment } from '#contract/commerce/billing.ts';
import { currentConsent } from '#contract/commerce/consent-texts.ts';
import type { Reconciliation } from '#contract/commerce/reconciliation.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { addSubscriptionResource, subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterEach(async () => {
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

const address = '/api/admin/reconciliation';
const seen = async () => (await administrator.get<Reconciliation>(address)).body;
const compare = async () => {
  await administrator.post(`${address}/run`);
  await portal.runJobs();
  return seen();
};
const foundNow = ({ discrepancies }: Reconciliation) => discrepancies.filter(({ isInLastRun }) => isInLastRun);

describe('the comparison with the provider', () => {
  it('PERM-02 lets only administrators see and start the comparison', async () => {
    const member = await portal.member();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      expect((await client.get(address)).status).toBe(status);
      expect((await client.post(`${address}/run`)).status).toBe(status);
      expect((await client.post(`${address}/retry`, { kind: 'event', id: 'evt_1' })).status).toBe(status);
    }
    expect((await seen()).lastRun).toBeNull();
  });

  it('finds no differences when both sides agree, and counts what it compared', async () => {
    await portal.paid();
    await subscribe(portal);
    await portal.runWebhooks();
    const { lastRun, discrepancies } = await compare();
    expect(lastRun).toMatchObject({ payments: 2, subscriptions: 1, events: 0, error: null });
    expect(lastRun?.finishedAt).not.toBeNull();
    expect(discrepancies).toEqual([]);
  });

  it('finds a payment whose events were lost, records it and reports it', { tags: 'long' }, async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const { paymentIntentId, member } = await portal.paid();
    await portal.runWebhooks();
    const found = foundNow(await compare());
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'paid-without-access',
        subject: paymentIntentId,
        member: 'Mira Tollander',
        outcome: 'It is recorded now.',
      }),
    );
    expect(found.map(({ kind }) => kind)).toContain('event-undelivered');
    expect((await member.get<object[]>('/api/user/purchases')).body).toHaveLength(1);
    expect(foundNow(await compare())).toEqual([]);
  });

  it('PAY-05 finds undelivered events of every handled type, asking for at most 20 types a call', async () => {
    const { member } = await portal.paid();
    await portal.runWebhooks();
    const [row] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      member.userId,
    ]);
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    await portal.stripe.customers.update(row?.id, { phone: '020' });
    await portal.stripe.subscriptions.cancel((await subscribe(portal)).stripeId);
    await portal.runWebhooks();
    const found = await compare();
    expect(found.lastRun?.error).toBeNull();
    const details = foundNow(found)
      .filter(({ kind }) => kind === 'event-undelivered')
      .map((one) => one.details);
    expect(details).toContainEqual(expect.stringContaining('customer.updated'));
    expect(details).toContainEqual(expect.stringContaining('customer.subscription.deleted'));
  });

  it('PAY-05 finds the first invoice of a free trial behind a thousand younger events that never arrived either', {
    tags: 'long',
  }, async () => {
    const [member, resourceId] = [await verifiedMember(portal), await addSubscriptionResource(portal)];
    await portal.rows('update resources set trial_days = 14, trial_needs_card = false where id = $1', [resourceId]);
    const customer = await portal.stripe.customers.create({ email: 'buyer@shop.example' });
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const trial = { resourceId, plan: 'monthly', textVersion: currentConsent };
    expect((await member.post('/api/start-trial', trial)).status).toBe(200);
    const invoices = () => portal.rows('select total_minor from invoices where user_id = $1', [member.userId]);
    expect(await invoices()).toEqual([]);
    for (let change = 0; change < 1_001; change += 1) {
      await portal.stripe.customers.update(customer.id, { phone: String(change) });
    }
    const { lastRun } = await compare();
    expect(await invoices()).toEqual([{ total_minor: 0 }]);
    expect(lastRun).toMatchObject({ error: null, notOurs: 1_001 });
  });

  it('finds a subscription whose end was not reported, and closes it', { tags: 'long' }, async () => {
    const { member, resourceId, stripeId } = await subscribe(portal);
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    await portal.stripe.subscriptions.cancel(stripeId);
    await portal.runWebhooks();
    expect(foundNow(await compare())).toContainEqual(
      expect.objectContaining({ kind: 'access-without-payment', subject: stripeId }),
    );
    const access = await member.get(`/api/resources/${resourceId}/access`);
    expect(access.body.hasAccess).toBe(false);
  });

  it('TAX-03 counts payments, subscriptions and events of another system in the same account, lists none and changes nothing', async () => {
    const customer = await portal.stripe.customers.create({ email: 'buyer@shop.example' });
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    await portal.stripe.paymentIntents.create({
      amount: 1999,
      currency: 'gbp',
      customer: customer.id,
      automatic_payment_methods: { enabled: true },
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example',
      metadata: { installation: 'another' },
    });
    const { id: price } = await portal.stripe.prices.create({
      currency: 'gbp',
      unit_amount: 700,
      recurring: { interval: 'month' },
      product_data: { name: 'A subscription of the shop' },
    });
    await portal.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
    });
    await portal.runWebhooks();
    const before = [
      await portal.rows('select id, status, paid_minor from invoices order by id'),
      await portal.rows('select id, status from subscriptions order by id'),
    ];
    const found = await compare();
    expect(foundNow(found)).toEqual([]);
    expect(found.lastRun?.error).toBeNull();
    expect(found.lastRun?.notOurs).toBeGreaterThanOrEqual(3);
    expect([
      await portal.rows('select id, status, paid_minor from invoices order by id'),
      await portal.rows('select id, status from subscriptions order by id'),
    ]).toEqual(before);
  });

  it('shows that the comparison stopped when the provider does not answer', async () => {
    await portal.control('POST /sandbox/faults', { kind: 'fail', path: '/v1/payment_intents', times: 4 });
    const { lastRun } = await compare();
    expect(lastRun).toMatchObject({ finishedAt: null, error: expect.stringContaining('did not answer') });
  });
});

describe('waiting items', () => {
  it('lists parked events and emails, refused payments and overdue refunds; events and emails can be retried', async () => {
    const { resourceId, member } = await portal.paid();
    await portal.runWebhooks();
    await portal.rows(`insert into stripe_events (id, type, object_id, parked_at, last_error)
      values ('evt_stuck', 'customer.updated', 'cus_none', now(), 'It broke')`);
    await portal.rows(`insert into mails (dedupe_key, recipient, subject, text_body, html_body, parked_at, last_error)
      values ('stuck', 'reader@example.org', 'Hello', 'x', 'x', now(), 'No such mailbox')`);
    await portal.rows(
      `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id)
       values ($1, $2, 100, 'GBP', 'refused', 'pi_odd')`,
      [member.userId, resourceId],
    );
    const { waiting } = await seen();
    expect(waiting.map(({ kind }) => kind).sort()).toEqual(['event', 'mail', 'payment']);
    expect(waiting).toContainEqual(expect.objectContaining({ id: 'evt_stuck', reason: 'It broke' }));
    for (const { kind, id } of waiting.filter((one) => one.kind !== 'payment')) {
      expect((await administrator.post(`${address}/retry`, { kind, id })).status).toBe(200);
      expect((await administrator.post(`${address}/retry`, { kind, id })).status).toBe(404);
    }
    expect((await administrator.post(`${address}/retry`, { kind: 'payment', id: 'pi_odd' })).status).toBe(400);
    await portal.runJobs();
    expect((await seen()).waiting.map(({ kind }) => kind)).toEqual(['payment']);
    expect(portal.sentMails.map(({ to }) => to)).toContain('reader@example.org');
    await portal.rows(`delete from payment_attempts where stripe_payment_intent_id = 'pi_odd'`);
  });
});

it('LABEL-18 shows the latest payment of a subscription before its refund', { tags: 'long' }, async () => {
  const { id } = await subscribe(portal);
  const latest = async () =>
    (await administrator.get<LatestPayment>(`/api/admin/subscriptions/${id}/latest-payment`)).body;
  expect(await latest()).toMatchObject({ amount: 12.5, refunded: 0, left: 12.5, currency: 'GBP' });
  await administrator.post(`/api/admin/subscriptions/${id}/refund`, { amount: 2.5 });
  expect(await latest()).toMatchObject({ refunded: 2.5, left: 10 });
  expect((await administrator.get('/api/admin/subscriptions/999999/latest-payment')).status).toBe(404);
});

it('LABEL-18 ADM-SUB-08 the shown sum is the one with which a refund is compared: ordered refunds count, lost disputes are named', {
  tags: 'long',
}, async () => {
  const { id } = await subscribe(portal);
  const latest = async () =>
    (await administrator.get<LatestPayment>(`/api/admin/subscriptions/${id}/latest-payment`)).body;
  const refund = async () => {
    const { refundedMinor } = await latest();
    const body = { amountMinor: 100, alreadyRefundedMinor: refundedMinor };
    return (await administrator.post<{ code: string }>(`/api/admin/subscriptions/${id}/refund`, body)).body.code;
  };
  const [row] = await portal.rows(
    `insert into refunds (invoice_id, amount_minor, currency, status, reason)
     select i.id, 250, i.currency, 'due', 'duplicate' from invoices i
     join subscriptions s using (stripe_subscription_id) where s.id = $1 returning invoice_id`,
    [id],
  );
  const { invoice_id } = row as { invoice_id: number };
  expect(await latest()).toMatchObject({ refunded: 2.5, left: 10 });
  expect(await refund()).toBe('billing.refund-under-way');
  await portal.rows('delete from refunds where invoice_id = $1', [invoice_id]);
  await portal.rows(
    `insert into disputes (stripe_dispute_id, invoice_id, amount_minor, currency, status, reason, lost_at)
     values ('dp_shown', $1, 1250, 'GBP', 'lost', 'fraudulent', now())`,
    [invoice_id],
  );
  expect(await latest()).toMatchObject({ refunded: 0, left: 12.5 });
  expect(await refund()).toBe('billing.refund-disputed');
});
