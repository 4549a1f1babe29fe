import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Billing } from '#contract/commerce/billing.ts';
import type {
  ChangedSeats,
  OpenOrder,
  OrganisationCredit,
  SeatOrder,
  SeatsPreview,
} from '#contract/commerce/purchases-seats.ts';
import type { SeatPool } from '#contract/commerce/seats.ts';
import type { PlanSeatPrices } from '#contract/commerce/subscriptions-seats.ts';
import type { Client } from '#tests/support/client.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { letDaysPass } from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource, begin, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let resourceId: number;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { DEMO_LIMIT_FACTOR: '1000' } });
  resourceId = await addSubscriptionResource(portal);
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Rejection = { code?: string; message: string };
type Seated = Awaited<ReturnType<typeof seatedOrganisation>>;

const billing = {
  name: 'Northmere Borough Council',
  address: 'Guildhall, 2 Market Place',
  country: 'GB',
  poNumber: 'PO-2026-00902',
  email: 'accounts.payable@northmere.example',
  dueDays: 30,
};

const order = (client: Client, { path }: { path: string }, form: object = {}) =>
  client.post<OpenOrder & Rejection>(`${path}/orders`, { kind: 'plan', plan: 'monthly', seats: 3, ...form });
const byInvoice = (organisation: Seated, changed: object = {}) =>
  order(organisation.owner, organisation, { plan: 'annual', payment: 'invoice', billing: { ...billing, ...changed } });
const ordersOf = async ({ owner, path }: Seated) => (await owner.get<SeatOrder[]>(`${path}/orders`)).body;
const poolOf = async ({ owner, path }: Seated) =>
  (await owner.get<SeatPool[]>(`${path}/seat-pools`)).body.find(({ kind }) => kind === 'plan');
const assign = ({ owner, path }: Seated, ...people: Person[]) =>
  owner.post<Rejection>(`${path}/seats/assign`, { kind: 'plan', people: people.map(({ userId }) => userId) });
const preview = ({ owner, path }: Seated, id: number, seats: number) =>
  owner.get<SeatsPreview & Rejection>(`${path}/orders/${id}/preview?seats=${seats}`);
const change = ({ owner, path }: Seated, id: number, seats: number, prorationDate: number | null = null) =>
  owner.patch<ChangedSeats & Rejection>(`${path}/orders/${id}`, { seats, prorationDate });
const cancel = ({ owner, path }: Seated, id: number) => owner.delete<Rejection>(`${path}/orders/${id}`);
const setLimit = ({ administrator, adminPath }: Seated, amount: number) =>
  administrator.put<OrganisationCredit>(`${adminPath}/credit-limit`, { amount });
const opens = async (client: Client) => (await accessOf(client, resourceId)).hasAccess;
const subscriptionsOf = ({ id }: Seated) =>
  portal.rows(
    'select status, seats, plan, stripe_subscription_id as stripe from subscriptions where organisation_id = $1 order by id',
    [id],
  );
const stripeIdOf = async (organisation: Seated) => String((await subscriptionsOf(organisation)).at(-1)?.stripe);

/** An organisation with a learner and seats of the monthly plan that were paid by card. */
async function withPlan(seats = 3, ...roles: Parameters<Seated['add']>[0][]) {
  const organisation = await seatedOrganisation(portal, 'learner', ...roles);
  const { body } = await order(organisation.owner, organisation, { seats });
  await portal.pay(body.clientSecret ?? '');
  await portal.runWebhooks();
  const [learner] = organisation.others as [Person];
  return { ...organisation, learner, orderId: body.id ?? 0 };
}

/** An organisation whose order of the annual plan by invoice was sent. */
async function withInvoice(limit = 0) {
  const organisation = await seatedOrganisation(portal, 'learner');
  if (limit > 0) await setLimit(organisation, limit);
  const { status, body } = await byInvoice(organisation);
  expect(status).toBe(200);
  const [learner] = organisation.others as [Person];
  return { ...organisation, learner, orderId: body.id ?? 0, sent: body };
}

async function payInvoice(organisation: Seated): Promise<void> {
  const subscription = await stripeIdOf(organisation);
  const [open] = (await portal.stripe.invoices.list({ subscription, status: 'open' })).data;
  await portal.stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' });
  await portal.runWebhooks();
}

const setPublished = (isPublished: boolean) =>
  portal.rows('update resources set is_published = $1 where id = $2', [isPublished, resourceId]);

describe('refused', () => {
  it('SEAT-01 seats of the plan are not sold while the subscription opens nothing', async () => {
    const organisation = await seatedOrganisation(portal);
    await setPublished(false);
    expect((await order(organisation.owner, organisation)).body.code).toBe('purchases.plan-not-offered');
    expect((await organisation.owner.get<Rejection>('/api/plan-seat-prices')).body.code).toBe(
      'purchases.plan-not-offered',
    );
    expect(await subscriptionsOf(organisation)).toEqual([]);
    await setPublished(true);
  });

  it('SEAT-01 SEAT-02 refuses managers, learners, outsiders and wrong orders, and begins nothing', async () => {
    const organisation = await seatedOrganisation(portal, 'manager', 'learner');
    for (const person of organisation.others) {
      expect((await order(person, organisation)).body.code).toBe('organisations.not-allowed');
      expect((await person.patch<Rejection>(`${organisation.path}/orders/1`, { seats: 3 })).body.code).toBe(
        'organisations.not-allowed',
      );
    }
    const { owner: stranger } = await seatedOrganisation(portal);
    expect((await order(stranger, organisation)).body.code).toBe('organisations.not-found');
    const wrong: [object, string][] = [
      [{ plan: null }, 'Seats of the plan name it, monthly or annual, and seats of a resource name none'],
      [{ plan: 'weekly' }, 'plan must be monthly or annual'],
      [{ resourceId }, 'Seats of a resource name it, seats of the plan name none'],
      [{ seats: 1 }, 'Seats must be a whole number from 2 to 500'],
      [{ seats: 501 }, 'Seats must be a whole number from 2 to 500'],
      [{ payment: 'invoice', billing }, 'The monthly plan is paid by card. Choose the annual plan to pay by invoice'],
      [{ plan: 'annual', payment: 'invoice' }, 'An order by invoice names who is billed, and one by card does not'],
    ];
    for (const [form, message] of wrong) {
      const { status, body } = await order(organisation.owner, organisation, form);
      expect([status, body.message]).toEqual([400, message]);
    }
    expect(await subscriptionsOf(organisation)).toEqual([]);
  });

  it('SEAT-01 only administrators set volume prices, each from more seats and cheaper', async () => {
    const { owner, administrator } = await seatedOrganisation(portal);
    const set = (client: Client, monthly: object[]) =>
      client.put<PlanSeatPrices & Rejection>('/api/admin/plan-seat-prices', { monthly, annual: [] });
    expect((await set(owner, [])).status).toBe(403);
    expect((await set(administrator, [{ fromSeats: 5, price: 13 }])).body.code).toBe('purchases.seat-steps');
    expect((await set(administrator, [{ fromSeats: 5, price: 0.01 }])).body.code).toBe('purchases.seat-price');
    expect((await owner.get<PlanSeatPrices>('/api/plan-seat-prices')).body).toMatchObject({
      currency: 'GBP',
      resources: 1,
      monthly: { price: 12.5, steps: [] },
      annual: { price: 120, steps: [] },
    });
    const steps = [{ fromSeats: 10, price: 10 }];
    expect((await set(administrator, steps)).body.monthly).toEqual({ price: 12.5, steps });
  });
});

describe('by card', () => {
  it('SEAT-01 SEAT-05 SUBSCR-07 seats of the plan work once they are paid, and open nothing for their payer', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const { owner } = organisation;
    const opened = await order(owner, organisation);
    expect(opened.body).toMatchObject({ amount: 37.5, listPrice: 37.5, currency: 'GBP', promoCode: null });
    expect([await poolOf(organisation), await ordersOf(organisation)]).toEqual([undefined, []]);
    // Repeating the order returns the same payment; another number of seats replaces it.
    expect((await order(owner, organisation)).body.clientSecret).toBe(opened.body.clientSecret);
    const other = await order(owner, organisation, { seats: 10 });
    expect(other.body).toMatchObject({ amount: 100 });
    await portal.pay(other.body.clientSecret ?? '');
    await portal.runWebhooks();
    expect(await ordersOf(organisation)).toMatchObject([
      {
        id: other.body.id,
        kind: 'plan',
        resourceId: null,
        plan: 'monthly',
        seats: 10,
        amount: 100,
        status: 'paid',
        endsAt: null,
      },
    ]);
    expect(await poolOf(organisation)).toMatchObject({ seats: 10, inUse: 0, available: 10 });
    const [learner] = organisation.others as [Person];
    expect((await assign(organisation, learner)).status).toBe(200);
    expect([await opens(learner), await opens(owner), await subscriptionOf(owner)]).toEqual([true, false, null]);
    expect((await owner.get<Billing>('/api/user/billing')).body.guarantee).toBeNull();
    expect((await order(owner, organisation)).body.code).toBe('purchases.plan-runs');
    // The payer can still subscribe alone.
    const own = await begin(owner, resourceId);
    await portal.pay(own.body.clientSecret);
    await portal.runWebhooks();
    expect([await opens(owner), (await subscriptionOf(owner))?.amount]).toEqual([true, 12.5]);
    expect((await subscriptionsOf(organisation)).map(({ status }) => status)).toEqual(['incomplete_expired', 'active']);
  });

  it('SEAT-01 two owners who order at once get one plan', { tags: 'long' }, async () => {
    const organisation = await seatedOrganisation(portal, 'owner');
    const [second] = organisation.others as [Person];
    const opened = await Promise.all([order(organisation.owner, organisation), order(second, organisation)]);
    const secrets = opened.flatMap(({ body }) => (body.clientSecret ? [body.clientSecret] : []));
    for (const secret of secrets) await portal.pay(secret);
    await portal.runWebhooks();
    const running = (await subscriptionsOf(organisation)).filter(({ status }) => status === 'active');
    expect([running.length, (await poolOf(organisation))?.seats]).toEqual([1, 3]);
  });

  it('SEAT-04 a renewal that fails pauses the seats after the days of grace, and a payment lets them work again', {
    tags: 'long',
  }, async () => {
    const organisation = await withPlan();
    await assign(organisation, organisation.learner);
    const stripeId = await stripeIdOf(organisation);
    const { customer } = await portal.stripe.subscriptions.retrieve(stripeId);
    const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: card.id });
    await letDaysPass(portal, 32);
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'overdue' });
    expect(await opens(organisation.learner)).toBe(true);
    const failed = portal.sentMails.findLast(({ subject }) => subject === 'Your payment of £37.50 did not go through');
    expect(failed?.text).toContain('cancel the order in your organisation');
    await portal.rows(
      "update subscriptions set grace_ends_at = now() - interval '1 minute' where stripe_subscription_id = $1",
      [stripeId],
    );
    expect([await opens(organisation.learner), (await poolOf(organisation))?.paused]).toEqual([false, 3]);
    const good = await portal.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
    await portal.stripe.subscriptions.update(stripeId, { default_payment_method: good.id });
    const [open] = (await portal.stripe.invoices.list({ subscription: stripeId, status: 'open' })).data;
    await portal.stripe.invoices.pay(open?.id ?? '');
    await portal.runWebhooks();
    expect([await opens(organisation.learner), (await poolOf(organisation))?.paused]).toEqual([true, 0]);
  });
});

describe('by invoice', () => {
  it('SEAT-02 the invoice of the plan is sent once, and its seats work when it is paid', async () => {
    const organisation = await withInvoice();
    expect(organisation.sent).toMatchObject({ status: 'unpaid', amount: 360, worksUntil: null });
    expect(organisation.sent.invoiceUrl).toContain('http');
    const again = await byInvoice(organisation);
    expect([again.status, again.body.id, again.body.invoiceUrl]).toEqual([
      200,
      organisation.orderId,
      organisation.sent.invoiceUrl,
    ]);
    expect((await byInvoice(organisation, { poNumber: 'PO-2' })).body.code).toBe('purchases.plan-unpaid');
    expect((await order(organisation.owner, organisation)).body.code).toBe('purchases.plan-unpaid');
    expect(await poolOf(organisation)).toBeUndefined();
    expect((await ordersOf(organisation))[0]).toMatchObject({
      status: 'unpaid',
      payment: 'invoice',
      poNumber: 'PO-2026-00902',
    });
    await payInvoice(organisation);
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'paid', plan: 'annual', amount: 360 });
    expect(await poolOf(organisation)).toMatchObject({ seats: 3, available: 3, paused: 0 });
    const copies = portal.sentMails.filter(({ subject }) => subject.startsWith('Your invoice for 3 seats of'));
    expect(copies).toHaveLength(1);
    const documents = await portal.rows('select buyer from documents where user_id = $1', [organisation.owner.userId]);
    expect(documents.map(({ buyer }) => (buyer as string[])[0])).toEqual(['Northmere Borough Council']);
  });

  it('SEAT-02 within the credit limit they work at once, pause after the days of grace, and an unpaid order ends', async () => {
    const organisation = await withInvoice(400);
    await assign(organisation, organisation.learner);
    expect([await opens(organisation.learner), organisation.sent.worksUntil !== null]).toEqual([true, true]);
    const { body: credit } = await organisation.administrator.get<OrganisationCredit>(
      `${organisation.adminPath}/credit`,
    );
    expect(credit).toMatchObject({ limit: 400, outstanding: 360, used: 360 });
    expect((await cancel(organisation, organisation.orderId)).body.code).toBe('purchases.order-in-use');
    await portal.runWebhooks();
    await portal.rows(
      `update subscriptions set invoice_due_at = now() - interval '60 days', credit_until = now() - interval '1 day'
       where organisation_id = $1`,
      [organisation.id],
    );
    expect(await opens(organisation.learner)).toBe(false);
    await portal.runTask('remind-overdue-orders');
    await portal.runTask('end-plans');
    await portal.runWebhooks();
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'canceled' });
    expect(await poolOf(organisation)).toBeUndefined();
    const [invoice] = (await portal.stripe.invoices.list({ subscription: await stripeIdOf(organisation) })).data;
    expect(invoice?.status).toBe('void');
  });

  it('SEAT-02 two clicks at once send one invoice, and a tax id that Stripe refuses none', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const rejected = await byInvoice(organisation, { taxId: 'GB-no-such-number' });
    expect(rejected.body.code).toBe('payments.tax-id-refused');
    expect(await ordersOf(organisation)).toEqual([]);
    const replies = await Promise.all([byInvoice(organisation), byInvoice(organisation)]);
    expect(new Set(replies.map(({ body }) => body.invoiceUrl)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const subscription = await stripeIdOf(organisation);
    expect((await portal.stripe.invoices.list({ subscription })).data.map(({ status }) => status)).toEqual(['open']);
    const copies = await portal.rows("select id from mails where dedupe_key like 'seat-invoice:' || $1", [
      replies[0]?.body.id,
    ]);
    expect(copies).toHaveLength(1);
  });

  it('SEAT-02 an order that an outage interrupts is finished by the job, once, with its place in the credit limit', {
    tags: 'long',
  }, async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    await setLimit(organisation, 400);
    const fault = { kind: 'fail', status: 500, method: 'POST', path: '/v1/invoices/', times: 20 };
    await portal.control('POST /sandbox/faults', fault);
    expect((await byInvoice(organisation)).status).toBe(503);
    await portal.control('DELETE /sandbox/faults');
    expect(await subscriptionsOf(organisation)).toMatchObject([{ status: 'incomplete', stripe: expect.any(String) }]);
    await portal.runTask('finish-plan-orders');
    expect(await poolOf(organisation)).toBeUndefined();
    await portal.rows(`update subscriptions set opened_at = now() - interval '3 minutes' where organisation_id = $1`, [
      organisation.id,
    ]);
    await portal.runTask('finish-plan-orders');
    await portal.runTask('finish-plan-orders');
    expect(await poolOf(organisation)).toMatchObject({ seats: 3 });
    const [sent, ...more] = await ordersOf(organisation);
    expect([sent, more]).toMatchObject([{ status: 'unpaid', invoiceUrl: expect.stringContaining('http') }, []]);
    const audited = await portal.rows(
      `select after from audit_log where action = 'order-by-invoice' and object_id = $1::text`,
      [organisation.id],
    );
    expect(audited).toMatchObject([{ after: { worksAtOnce: true } }]);
    expect((await byInvoice(organisation)).body.id).toBe(sent?.id);
  });

  it('SEAT-04 an owner cancels an order that is not paid', async () => {
    const organisation = await withInvoice();
    expect((await cancel(organisation, organisation.orderId)).body.message).toBe('The order is cancelled.');
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'canceled' });
    expect((await byInvoice(organisation, { poNumber: 'PO-3' })).status).toBe(200);
  });

  it('SEAT-04 more seats by invoice need room in the credit limit', { tags: 'long' }, async () => {
    const organisation = await withInvoice();
    await payInvoice(organisation);
    expect((await change(organisation, organisation.orderId, 5)).body.code).toBe('purchases.above-credit');
    expect((await poolOf(organisation))?.seats).toBe(3);
    await setLimit(organisation, 1000);
    expect((await change(organisation, organisation.orderId, 5)).body.message).toBe(
      'Your organisation now has 5 seats of the plan.',
    );
    expect((await poolOf(organisation))?.seats).toBe(5);
    await portal.runWebhooks();
    // Each invoice that is not paid counts, not the latest alone: 240 and 480 leave 280.
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'unpaid', dueAt: expect.any(String) });
    expect((await change(organisation, organisation.orderId, 9)).status).toBe(200);
    await portal.runWebhooks();
    const path = `${organisation.adminPath}/credit`;
    expect((await organisation.administrator.get<OrganisationCredit>(path)).body).toMatchObject({
      outstanding: 720,
      used: 720,
    });
    expect((await change(organisation, organisation.orderId, 12)).body.code).toBe('purchases.above-credit');
    expect((await poolOf(organisation))?.seats).toBe(9);
  });
});

describe('more seats by invoice, while Stripe makes the change', () => {
  /** Begins a change, and goes on when its call is at Stripe; a delayed one is answered once the faults are removed. */
  const begunChange = async (organisation: Seated & { orderId: number }, seats: number, fault: object) => {
    const path = `/v1/subscriptions/${await stripeIdOf(organisation)}`;
    await portal.control('POST /sandbox/faults', { method: 'POST', path, ...fault });
    const reply = change(organisation, organisation.orderId, seats);
    const waiting = async () => (await portal.control<{ calls: unknown[] }>('GET /sandbox/faults')).calls;
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000 });
    return { reply };
  };
  const orderOther = async ({ owner, path }: Seated, seats: number) => {
    const sold = await portal.addResource({ priceMinor: 2000 });
    const form = { kind: 'resource', resourceId: sold, seats, payment: 'invoice', billing };
    return (await owner.post<OpenOrder>(`${path}/orders`, form)).body;
  };
  const creditOf = async ({ administrator, adminPath }: Seated) =>
    (await administrator.get<OrganisationCredit>(`${adminPath}/credit`)).body;
  afterEach(async () => void (await portal.control('DELETE /sandbox/faults')));

  it('SEAT-02 SEAT-04 neither an order nor another change uses the rest of the credit limit as well', async () => {
    const organisation = await withInvoice();
    const { orderId } = organisation;
    await payInvoice(organisation);
    await setLimit(organisation, 300);
    const { reply } = await begunChange(organisation, 5, { kind: 'delay' });
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 0, used: 240 });
    expect(await orderOther(organisation, 4)).toMatchObject({ status: 'unpaid', worksUntil: null });
    for (const seats of [4, 5]) {
      expect((await change(organisation, orderId, seats)).body.code).toBe('purchases.change-under-way');
    }
    await portal.control('DELETE /sandbox/faults');
    expect((await reply).body.message).toBe('Your organisation now has 5 seats of the plan.');
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 320, used: 240 });
    // The rest of the credit can be used, and no more.
    expect((await change(organisation, orderId, 6)).body.code).toBe('purchases.above-credit');
    expect((await orderOther(organisation, 3)).worksUntil).not.toBeNull();
    expect((await poolOf(organisation))?.seats).toBe(5);
  });

  it('SEAT-04 a change that Stripe refuses gives its place back', { tags: 'long' }, async () => {
    const organisation = await withInvoice();
    await payInvoice(organisation);
    await setLimit(organisation, 300);
    const rejected = { kind: 'fail', status: 400, code: 'resource_missing' };
    const { reply } = await begunChange(organisation, 5, rejected);
    expect((await reply).status).toBeGreaterThanOrEqual(400);
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 0, used: 0 });
    expect((await poolOf(organisation))?.seats).toBe(3);
    expect((await change(organisation, organisation.orderId, 5)).status).toBe(200);
  });

  it('SEAT-04 the place of a change that was interrupted ends by itself', { tags: 'long' }, async () => {
    const organisation = await withInvoice();
    await payInvoice(organisation);
    await setLimit(organisation, 300);
    await portal.rows(
      `update subscriptions set credit_held_minor = 24000, credit_held_until = now() + interval '5 minutes'
       where organisation_id = $1`,
      [organisation.id],
    );
    expect((await change(organisation, organisation.orderId, 5)).body.code).toBe('purchases.change-under-way');
    expect((await orderOther(organisation, 4)).worksUntil).toBeNull();
    await portal.rows('update subscriptions set credit_held_until = now() where organisation_id = $1', [
      organisation.id,
    ]);
    expect(await creditOf(organisation)).toMatchObject({ used: 0 });
    expect((await change(organisation, organisation.orderId, 5)).status).toBe(200);
  });
});

describe('another number of seats', () => {
  it('SEAT-04 more seats are charged for the rest of the period and work at once', async () => {
    const organisation = await withPlan();
    const { orderId } = organisation;
    expect((await preview(organisation, orderId, 3)).body.code).toBe('purchases.same-seats');
    const { body: shown } = await preview(organisation, orderId, 5);
    expect(shown).toMatchObject({ dueNow: 25, amount: 62.5, currency: 'GBP' });
    expect((await poolOf(organisation))?.seats).toBe(3);
    expect((await change(organisation, orderId, 5, shown.prorationDate)).body).toEqual({
      message: 'Your organisation now has 5 seats of the plan.',
      payUrl: null,
    });
    expect([(await poolOf(organisation))?.seats, (await ordersOf(organisation))[0]?.amount]).toEqual([5, 62.5]);
    expect((await change(organisation, orderId, 5)).body.code).toBe('purchases.same-seats');
    expect((await change(organisation, orderId, 6, 1)).body.code).toBe('subscriptions.preview-outdated');
    expect((await change(organisation, orderId + 1000, 6)).body.code).toBe('purchases.order-not-found');
  });

  it('SEAT-04 fewer seats begin with the renewal, never below those in use, and can be taken back', {
    tags: 'long',
  }, async () => {
    const organisation = await withPlan(4, 'learner', 'learner', 'learner');
    const { orderId, others } = organisation;
    const [one, two, three, four] = others as [Person, Person, Person, Person];
    await assign(organisation, one, two, three);
    expect((await change(organisation, orderId, 2)).body).toMatchObject({
      code: 'purchases.seats-in-use',
      message: '3 of these seats are in use. Take some of them back first.',
    });
    const { body: shown } = await preview(organisation, orderId, 3);
    expect(shown).toMatchObject({ dueNow: 0, amount: 37.5 });
    expect((await change(organisation, orderId, 3)).body.message).toContain('with 3 seats');
    expect((await ordersOf(organisation))[0]).toMatchObject({ seats: 4, pendingSeats: 3, amount: 50 });
    // The fourth is paid, and is not given to a person who would lose it with the renewal.
    expect(await poolOf(organisation)).toMatchObject({ seats: 4, inUse: 3, available: 0 });
    expect((await assign(organisation, four)).body.code).toBe('organisations.seats-short');
    expect((await change(organisation, orderId, 4)).body.message).toContain('with 4 seats');
    expect((await ordersOf(organisation))[0]).toMatchObject({ pendingSeats: null });
    expect((await assign(organisation, four)).status).toBe(200);
    const { body: seats } = await organisation.owner.get<{ id: number; userId: number }[]>(
      `${organisation.path}/seats`,
    );
    const given = seats.find(({ userId }) => userId === four.userId);
    expect((await organisation.owner.delete(`${organisation.path}/seats/${given?.id}/person`)).status).toBe(200);
    expect((await change(organisation, orderId, 3)).status).toBe(200);
    await letDaysPass(portal, 32);
    expect(await poolOf(organisation)).toMatchObject({ seats: 3, inUse: 3, available: 0 });
    expect(await Promise.all([one, two, three, four].map(opens))).toEqual([true, true, true, false]);
    expect((await ordersOf(organisation))[0]).toMatchObject({ seats: 3, amount: 37.5, pendingSeats: null });
  });

  it('SEAT-04 the number of seats of a resource does not change', async () => {
    const organisation = await seatedOrganisation(portal);
    const sold = await portal.addResource({ priceMinor: 2000 });
    const form = { kind: 'resource', resourceId: sold, seats: 3, payment: 'invoice', billing };
    const { body } = await organisation.owner.post<OpenOrder>(`${organisation.path}/orders`, form);
    expect((await change(organisation, body.id ?? 0, 5)).body.code).toBe('purchases.order-fixed');
  });
});

describe('the end', () => {
  it('SEAT-04 cancelling ends the seats with their period, and the present number keeps them', async () => {
    const organisation = await withPlan();
    const { orderId, learner } = organisation;
    await assign(organisation, learner);
    expect((await cancel(organisation, orderId)).body.message).toContain('Nothing is charged any more.');
    const [order1] = await ordersOf(organisation);
    expect([order1?.status, order1?.endsAt !== null, order1?.renewsAt]).toEqual(['paid', true, null]);
    expect((await change(organisation, orderId, 5)).body.code).toBe('subscriptions.cancelling');
    expect((await change(organisation, orderId, 3)).body.message).toContain('renews on');
    expect((await ordersOf(organisation))[0]?.endsAt).toBeNull();
    await cancel(organisation, orderId);
    expect(await opens(learner)).toBe(true);
    await letDaysPass(portal, 32);
    expect([await opens(learner), await poolOf(organisation)]).toEqual([false, undefined]);
    expect((await ordersOf(organisation))[0]).toMatchObject({ status: 'removed' });
    expect(portal.sentMails.map(({ subject }) => subject)).toContain('The seats of your organisation have ended');
  });

  it('ORG-09 closing lets the plan end with what was paid, and a payment that comes after it goes back', {
    tags: 'long',
  }, async () => {
    const running = await withPlan();
    await assign(running, running.learner);
    const late = await seatedOrganisation(portal);
    const { body: opened } = await order(late.owner, late);
    for (const { owner, path } of [running, late]) {
      const closing = await owner.send({ method: 'DELETE', url: path, payload: { name: 'Northmere Council' } });
      expect(closing.status).toBe(200);
    }
    await portal.pay(opened.clientSecret ?? '');
    await portal.runWebhooks();
    await portal.runTask('end-plans');
    await portal.runWebhooks();
    expect(await opens(running.learner)).toBe(true);
    const plan = await portal.stripe.subscriptions.retrieve(await stripeIdOf(running));
    expect([plan.status, plan.cancel_at_period_end]).toEqual(['active', true]);
    expect((await portal.stripe.subscriptions.retrieve(await stripeIdOf(late))).status).toBe('canceled');
    const lots = await portal.rows('select id from seat_lots where organisation_id = $1', [late.id]);
    expect(lots).toEqual([]);
    await letDaysPass(portal, 32);
    expect(await opens(running.learner)).toBe(false);
  });

  it('SEAT-04 a plan whose payer is no owner any more ends with its period', { tags: 'long' }, async () => {
    const organisation = await withPlan(3, 'owner');
    const [, second] = organisation.others as [Person, Person];
    const demoted = `${organisation.path}/people/${organisation.owner.userId}`;
    expect((await second.patch(demoted, { role: 'manager' })).status).toBe(200);
    await portal.runTask('end-plans');
    await portal.runWebhooks();
    const { body } = await second.get<SeatOrder[]>(`${organisation.path}/orders`);
    expect([body[0]?.status, body[0]?.endsAt !== null]).toEqual(['paid', true]);
  });

  it('SEAT-04 ACCT-06 the seats of a payer who deletes the account stay to the end of what is paid', {
    tags: 'long',
  }, async () => {
    const organisation = await withPlan(3, 'owner');
    await assign(organisation, organisation.learner);
    const stripeId = await stripeIdOf(organisation);
    const { administrator, owner } = organisation;
    // Stripe does not answer at first, and until the end the subscription is synced as one that runs.
    const fault = { kind: 'fail', status: 500, method: 'DELETE', path: `/v1/subscriptions/${stripeId}`, times: 20 };
    await portal.control('POST /sandbox/faults', fault);
    expect((await administrator.delete(`/api/users/${owner.userId}`)).status).toBe(200);
    await portal.control('DELETE /sandbox/faults');
    await portal.stripe.subscriptions.update(stripeId, { description: 'Seats' });
    await portal.runWebhooks();
    expect(await opens(organisation.learner)).toBe(true);
    await portal.runTask('reconcile-customers');
    await portal.runTask('reconcile-customers');
    await portal.runWebhooks();
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect(await opens(organisation.learner)).toBe(true);
    const lots = await portal.rows('select ends_at > now() as live from seat_lots where organisation_id = $1', [
      organisation.id,
    ]);
    expect(lots).toEqual([{ live: true }]);
  });
});
