import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { mailTo, poisonFor } from '#tests/support/poison.ts';
import { verifiedMember } from '#tests/support/promotions.ts';
import { addSubscriptionResource, begin, subscribe } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let subscriptionResource: number;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { DEMO_LIMIT_FACTOR: '1000' } });
  subscriptionResource = await addSubscriptionResource(portal);
});
afterAll(() => portal.close());
const { rows, forgetJobs, run, poisoned, emailOf, mailsTo } = poisonFor(() => portal);
beforeEach(async () => {
  await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
  await portal.runWebhooks();
  await forgetJobs();
});

/** Makes Stripe answer each call about one object with this status. */
const spoil = (path: string, status = 400) =>
  portal.control('POST /sandbox/faults', { kind: 'fail', status, code: 'surprise', path, times: 100 });
const mend = () => portal.control('DELETE /sandbox/faults');

/**
 * Runs a job while Stripe answers this way about one object.
 * @returns like `run`
 */
async function rejected(task: string, path: string, status: number, payload: object = {}): Promise<string | null> {
  await spoil(path, status);
  try {
    return await run(task, payload);
  } finally {
    await mend();
  }
}

const idOf = async ({ paymentIntentId }: { paymentIntentId: string }): Promise<number> =>
  (await rows('select id from payment_attempts where stripe_payment_intent_id = $1', [paymentIntentId]))[0].id;
const customerOf = async ({ userId }: { userId: number }): Promise<string> =>
  (await rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [userId]))[0].id;
const statusOf = async (paid: { paymentIntentId: string }): Promise<string> =>
  (await rows('select status from payment_attempts where id = $1', [await idOf(paid)]))[0].status;
const dropWebhooks = () => portal.control('POST /sandbox/webhooks', { mode: 'drop' });

describe('a payment or an event that fails', () => {
  it('OPS-28 keeps no other payment from being reconciled, be it our record or the answer of Stripe', {
    tags: 'long',
  }, async () => {
    await dropWebhooks();
    const [first, second, third] = [await portal.paid(), await portal.paid(), await portal.paid()];
    await forgetJobs();
    const attempts = { table: 'payment_attempts', change: 'update', when: `new.id = ${await idOf(first)}` };
    await spoil(`/v1/payment_intents/${second.paymentIntentId}`, 500);
    expect(await poisoned('reconcile-payments', attempts, { atStart: true })).toMatch(
      `Some payments could not be reconciled: attempt ${await idOf(first)} (poison), attempt ${await idOf(second)} (`,
    );
    await mend();
    const statuses = [await statusOf(first), await statusOf(second), await statusOf(third)];
    expect(statuses).toEqual(['open', 'open', 'succeeded']);
  });

  it('OPS-28 keeps no other event from being fetched', { tags: 'long' }, async () => {
    const [first, second] = [await portal.paid(), await portal.paid()];
    await portal.runWebhooks();
    await dropWebhooks();
    const [poison, fine] = [await customerOf(first.member), await customerOf(second.member)];
    for (const [phone, id] of [fine, poison, fine].entries()) {
      await portal.stripe.customers.update(id, { phone: String(phone) });
    }
    const event = { table: 'stripe_events', when: `new.object_id = '${poison}'` };
    expect(await poisoned('fetch-undelivered-events', event)).toMatch(
      /^Some events could not be taken in: event evt_\w+ \(poison\)$/,
    );
    const known = `select object_id as id from stripe_events where type = 'customer.updated'`;
    expect(await rows(known)).toEqual([{ id: fine }, { id: fine }]);
    expect(await run('fetch-undelivered-events')).toBeNull();
    expect(await rows(known)).toHaveLength(3);
  });

  it('OPS-28 keeps no other record from being compared with Stripe, nor its discrepancy from being noted', {
    tags: 'long',
  }, async () => {
    const one = await subscribe(portal);
    const other = await subscribe(portal);
    await dropWebhooks();
    const [first, second] = [await portal.paid(), await portal.paid()];
    await portal.stripe.subscriptions.cancel(other.stripeId);
    await forgetJobs();
    await spoil(`/v1/subscriptions/${one.stripeId}`, 500);
    await spoil(`/v1/payment_intents/${first.paymentIntentId}`);
    const event = { table: 'stripe_events', when: `new.object_id = '${first.paymentIntentId}'` };
    const said = await poisoned('reconcile-with-stripe', event);
    await mend();
    expect(said).toMatch(
      new RegExp(
        `^Some records could not be compared: subscription ${one.stripeId} \\(.+\\), payment ${first.paymentIntentId} \\(.+\\), event evt_\\w+ \\(poison\\)`,
      ),
    );
    expect([await statusOf(first), await statusOf(second)]).toEqual(['open', 'succeeded']);
    const found = await rows('select kind, subject, details from reconciliation_discrepancies');
    expect(found).toContainEqual(expect.objectContaining({ subject: other.stripeId }));
    expect(found).toContainEqual(expect.objectContaining({ subject: second.paymentIntentId }));
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'event-undelivered', details: expect.stringContaining(second.paymentIntentId) }),
    );
    const [last] = await rows(
      'select finished_at, last_error as error from reconciliation_runs order by id desc limit 1',
    );
    expect(last).toEqual({ finished_at: null, error: said });
  });
});

describe('a subscription or a customer that Stripe spoils', () => {
  it('OPS-28 keeps no other subscription of a member from ending', { tags: 'long' }, async () => {
    const member = await verifiedMember(portal);
    for (const plan of ['monthly', 'annual']) {
      expect((await begin(member, subscriptionResource, plan)).status).toBe(200);
    }
    await forgetJobs();
    const states =
      'select id, stripe_subscription_id as stripe, status from subscriptions where user_id = $1 order by id';
    const [first, second] = await rows(states, [member.userId]);
    const path = `/v1/subscriptions/${first?.stripe}`;
    expect(await rejected('end-member-subscriptions', path, 400, { userId: member.userId })).toMatch(
      `Some subscriptions could not be ended: subscription ${first?.id} (`,
    );
    expect(await rows(states, [member.userId])).toEqual([first, { ...second, status: 'incomplete_expired' }]);
  });

  it('OPS-28 SUBSCR-17 keeps no other invoice of an ended subscription from being voided', async () => {
    const { id, stripeId: subscription } = await subscribe(portal);
    const customer = String((await portal.stripe.subscriptions.retrieve(subscription)).customer);
    const open = async () => {
      const item = { customer, subscription, amount: 500, currency: 'gbp' };
      await portal.stripe.invoiceItems.create(item);
      const { id: invoice = '' } = await portal.stripe.invoices.create({ customer, subscription, auto_advance: false });
      await portal.stripe.invoices.finalizeInvoice(invoice);
      return invoice;
    };
    const invoices = [await open(), await open()];
    await dropWebhooks();
    await portal.stripe.subscriptions.cancel(subscription);
    await rows(`update subscriptions set status = 'canceled', ended_at = now() where id = $1`, [id]);
    // Stripe lists the newest first.
    const [, poison] = invoices;
    expect(await rejected('void-open-invoices', `/v1/invoices/${poison}`, 500, { subscriptionId: id })).toMatch(
      `Some invoices could not be voided: invoice ${poison} (`,
    );
    const states = invoices.map(async (invoice) => (await portal.stripe.invoices.retrieve(invoice)).status);
    expect(await Promise.all(states)).toEqual(['void', 'open']);
  });

  it('OPS-28 keeps no other customer from being reconciled', { tags: 'long' }, async () => {
    const [{ member: first }, { member: second }] = [await portal.paid(), await portal.paid()];
    const customers = [await customerOf(first), await customerOf(second)] as const;
    await rows(`update users set last_name = 'Ash', updated_at = now() where id = any ($1)`, [
      [first.userId, second.userId],
    ]);
    expect(await rejected('reconcile-customers', `/v1/customers/${customers[0]}`, 500)).toMatch(
      /Some customers could not be reconciled: member \d+ \(/,
    );
    const names = customers.map(async (id) => (await portal.stripe.customers.retrieve(id)) as { name?: string });
    expect((await Promise.all(names)).map(({ name }) => name)).toEqual([expect.not.stringMatching('Ash'), 'Mira Ash']);
  });

  it('OPS-28 SET-15 a payment that stays open keeps nothing else of a deleted account at Stripe', {
    tags: 'long',
  }, async () => {
    const { member, stripeId } = await subscribe(portal);
    const open = async () => {
      const { id } = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
      return (await portal.openPayment(member, id)).paymentIntentId;
    };
    const [first, second] = [await open(), await open()].toSorted();
    const states = async () => [
      (await portal.stripe.paymentIntents.retrieve(first ?? '')).status === 'canceled',
      (await portal.stripe.paymentIntents.retrieve(second ?? '')).status === 'canceled',
      (await portal.stripe.subscriptions.retrieve(stripeId)).status === 'canceled',
      'deleted' in (await portal.stripe.customers.retrieve(customer)),
    ];
    const customer = await customerOf(member);
    await spoil(`/v1/payment_intents/${first}`);
    const answer = await member.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
    expect(answer.status).toBe(200);
    await mend();
    expect(await states()).toEqual([false, true, true, false]);
    // The payment was abandoned, and is cancelled with all other abandoned ones.
    expect(await run('reconcile-payments', { atStart: true })).toBeNull();
    expect(await run('reconcile-customers')).toBeNull();
    expect(await states()).toEqual([true, true, true, true]);
  });
});

it('OPS-28 an order of the plan that fails keeps no other from being sent, reminded of and ended', {
  tags: 'long',
}, async () => {
  const billing = { name: 'Northmere Borough Council', address: '2 Market Place', country: 'GB', dueDays: 30 };
  const order = (owner: Client, path: string, form: object) =>
    owner.post(`${path}/orders`, { seats: 3, payment: 'invoice', billing, ...form });
  const ordered = async () => {
    const { id, owner, path } = await seatedOrganisation(portal);
    // Stripe is away while the invoice is sent.
    await spoil('/v1/invoices/', 500);
    expect((await order(owner, path, { kind: 'plan', plan: 'annual' })).status).toBe(503);
    await mend();
    await rows(`update subscriptions set opened_at = now() - interval '3 minutes' where organisation_id = $1`, [id]);
    const [row] = await rows(
      'select id, stripe_subscription_id as stripe from subscriptions where organisation_id = $1',
      [id],
    );
    return { owner, path, id: row?.id as number, stripe: row?.stripe as string };
  };
  const [first, second] = [await ordered(), await ordered()];
  const both = async (text: string) =>
    Object.values(
      await rows(`select ${text} as it from subscriptions where id in ($1, $2) order by id`, [first.id, second.id]),
    ).map(({ it }) => it);
  const path = `/v1/subscriptions/${first.stripe}`;
  const message = (what: string) => `Some orders of the plan could not be ${what}: subscription ${first.id} (`;

  expect(await rejected('finish-plan-orders', path, 500)).toMatch(message('finished'));
  expect(await both('sent_at is not null')).toEqual([false, true]);
  expect(await run('finish-plan-orders')).toBeNull();
  expect(await both('sent_at is not null')).toEqual([true, true]);

  const resourceId = await portal.addResource();
  expect((await order(first.owner, first.path, { kind: 'resource', resourceId })).status).toBe(200);
  // An event that came later would set the due days again.
  await portal.runWebhooks();
  for (const table of ['subscriptions', 'payment_attempts']) {
    await rows(`update ${table} set invoice_due_at = now() - interval '1 day' where invoice_due_at is not null`);
  }
  const [poison, fine] = [await emailOf(first.owner), await emailOf(second.owner)];
  expect(await poisoned('remind-overdue-orders', mailTo(poison))).toMatch(
    new RegExp(
      `^Some reminders of invoices could not be queued: order \\d+ \\(poison\\), subscription ${first.id} \\(poison\\)$`,
    ),
  );
  expect([mailsTo(poison).length, mailsTo(fine).length]).toEqual([0, 1]);

  await rows(`update subscriptions set invoice_due_at = now() - interval '60 days' where id in ($1, $2)`, [
    first.id,
    second.id,
  ]);
  expect(await rejected('end-plans', path, 400)).toMatch(message('ended'));
  expect(await both('status')).toEqual(['incomplete', 'canceled']);
});
