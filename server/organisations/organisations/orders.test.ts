import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenPayment, Purchase } from '#contract/commerce/purchases.ts';
import type { SeatOrder, SeatPrices } from '#contract/commerce/purchases-seats.ts';
import type { SeatPool } from '#contract/commerce/seats.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type { AdminOrganisationDetail } from '#contract/organisations/organisations-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { accessOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { DEMO_LIMIT_FACTOR: '1000' } });
});
afterEach(async () => {
  await portal.runWebhooks();
  await portal.expectLedgersMatch();
});
afterAll(() => portal.close());

type Rejection = { code?: string; message: string };
type Seated = Awaited<ReturnType<typeof seatedOrganisation>>;

const order = (client: Client, path: string, resourceId: number, seats: number) =>
  client.post<OpenPayment & Rejection>(`${path}/orders`, { kind: 'resource', resourceId, seats });
const intentOf = ({ clientSecret = '' }: OpenPayment) => clientSecret.split('_secret_')[0] ?? '';
const ordersOf = async ({ owner, path }: Seated) => (await owner.get<SeatOrder[]>(`${path}/orders`)).body;
const poolsOf = async ({ owner, path }: Seated) => (await owner.get<SeatPool[]>(`${path}/seat-pools`)).body;
const opens = async (client: Client, id: number) => (await accessOf(client, id)).hasAccess;
const setPrices = (administrator: Client, id: number, steps: object[]) =>
  administrator.put<SeatPrices & Rejection>(`/api/admin/resources/${id}/seat-prices`, { steps });
const mailsTo = async ({ userId }: Person) => {
  const [row] = await portal.rows('select email from users where id = $1', [userId]);
  return portal.sentMails.filter(({ to }) => to === row?.email);
};
const attemptsOf = ({ id }: Seated) =>
  portal.rows('select status, seats, amount_minor from payment_attempts where organisation_id = $1 order by id', [id]);

/** An organisation whose owner has paid for seats of a new resource at £20.00, reported by the page or not. */
async function boughtSeats(seats: number, report = true) {
  const organisation = await seatedOrganisation(portal, 'learner', 'learner');
  const resourceId = await portal.addResource({ priceMinor: 2000, title: 'Procurement Checks' });
  const { status, body } = await order(organisation.owner, organisation.path, resourceId, seats);
  expect([status, body]).toMatchObject([200, { amount: seats * 20 }]);
  await portal.pay(body.clientSecret ?? '');
  const paymentIntentId = intentOf(body);
  if (report) {
    const done = await organisation.owner.post<Purchase>('/api/complete-purchase', { resourceId, paymentIntentId });
    expect([done.status, done.body.seats]).toEqual([200, seats]);
  }
  return { ...organisation, resourceId, paymentIntentId, clientSecret: body.clientSecret ?? '' };
}

async function refund({ administrator, owner }: Seated, body: object = {}) {
  const list = await administrator.get<{ id: number }[]>(`/api/admin/users/${owner.userId}/purchases`);
  const path = `/api/admin/users/${owner.userId}/purchases/${list.body[0]?.id}/refund`;
  expect((await administrator.post(path, body)).status).toBe(200);
  await portal.runWebhooks();
}

describe('refused orders', () => {
  it('SEAT-01 PERM-02 refuses managers, learners, outsiders and bad numbers, and opens no payment', async () => {
    const organisation = await seatedOrganisation(portal, 'manager', 'learner');
    const { path, owner, others } = organisation;
    const { owner: stranger } = await seatedOrganisation(portal);
    const resourceId = await portal.addResource();
    for (const person of others) {
      expect((await order(person, path, resourceId, 5)).body.code).toBe('organisations.not-allowed');
      expect((await person.get<Rejection>(`${path}/orders`)).body.code).toBe('organisations.not-allowed');
    }
    expect((await order(stranger, path, resourceId, 5)).body.code).toBe('organisations.not-found');
    expect((await stranger.get<Rejection>(`${path}/orders`)).body.code).toBe('organisations.not-found');
    for (const seats of [0, 1, 501, 2.5, -3, '5', null]) {
      const reply = await owner.post<Rejection>(`${path}/orders`, { kind: 'resource', resourceId, seats });
      expect([seats, reply.status, reply.body.message]).toEqual([
        seats,
        400,
        'Seats must be a whole number from 2 to 500',
      ]);
    }
    expect((await owner.post<Rejection>(`${path}/orders`, { kind: 'plan', seats: 5 })).status).toBe(400);
    expect(await attemptsOf(organisation)).toEqual([]);
  });

  it('SEAT-01 refuses free, unpublished and unknown resources, and more than one payment can be', async () => {
    const organisation = await seatedOrganisation(portal);
    const { owner, path } = organisation;
    const rejected: [number, string][] = [
      [await portal.addResource({ accessType: 'free', priceMinor: null }), 'purchases.not-for-sale'],
      [await portal.addResource({ isPublished: false }), 'catalogue.not-found'],
      [2_000_000_000, 'catalogue.not-found'],
      [await portal.addResource({ priceMinor: 50_000_000 }), 'purchases.above-maximum'],
    ];
    for (const [id, code] of rejected) expect((await order(owner, path, id, 2)).body.code).toBe(code);
    expect(await attemptsOf(organisation)).toEqual([]);
  });

  it('SEAT-01 a card that is declined gives no seats', async () => {
    const organisation = await seatedOrganisation(portal);
    const { body } = await order(organisation.owner, organisation.path, await portal.addResource(), 3);
    await portal.pay(body.clientSecret ?? '', 'pm_card_chargeDeclined');
    await portal.runWebhooks();
    expect([await ordersOf(organisation), await poolsOf(organisation)]).toEqual([[], []]);
  });
});

describe('the price', () => {
  it('SEAT-01 administrators set volume steps; wrong ones are refused and change nothing', async () => {
    const { administrator, owner } = await seatedOrganisation(portal);
    const id = await portal.addResource({ priceMinor: 3200 });
    const steps = [
      { fromSeats: 10, price: 27.2 },
      { fromSeats: 25, price: 24 },
    ];
    expect((await setPrices(owner, id, steps)).status).toBe(403);
    expect((await setPrices(administrator, id, steps)).body).toMatchObject({ price: 32, currency: 'GBP', steps });
    const wrong: [object[], string][] = [
      [[{ fromSeats: 10, price: 32 }], 'purchases.seat-steps'],
      [
        [
          { fromSeats: 10, price: 20 },
          { fromSeats: 25, price: 20 },
        ],
        'purchases.seat-steps',
      ],
      [
        [
          { fromSeats: 10, price: 20 },
          { fromSeats: 10, price: 10 },
        ],
        'purchases.seat-steps',
      ],
      [[{ fromSeats: 10, price: 1.005 }], 'purchases.seat-price'],
      [[{ fromSeats: 10, price: -1 }], 'purchases.seat-price'],
      [[{ fromSeats: 3, price: 0.01 }], 'purchases.seat-price'],
    ];
    for (const [set, code] of wrong)
      expect([set, (await setPrices(administrator, id, set)).body.code]).toEqual([set, code]);
    expect((await setPrices(administrator, id, [{ fromSeats: 2, price: 1 }])).status).toBe(400);
    expect((await owner.get<SeatPrices>(`/api/resources/${id}/seat-prices`)).body.steps).toEqual(steps);
  });

  it('SEAT-01 computes the price of the step that is reached, and replaces the open payment of another number', async () => {
    const organisation = await seatedOrganisation(portal);
    const { administrator, owner, path } = organisation;
    const id = await portal.addResource({ priceMinor: 3200 });
    await setPrices(administrator, id, [
      { fromSeats: 10, price: 27.2 },
      { fromSeats: 25, price: 24 },
    ]);
    const amounts: number[] = [];
    for (const seats of [2, 9, 10, 24, 25, 500]) amounts.push((await order(owner, path, id, seats)).body.amount);
    expect(amounts).toEqual([64, 288, 272, 652.8, 600, 12_000]);
    // The price of a seat came down below a step: the step saves nothing and is not shown.
    await portal.rows('update resources set price_minor = 2500 where id = $1', [id]);
    const last = await order(owner, path, id, 10);
    expect(last.body.amount).toBe(250);
    expect((await owner.get<SeatPrices>(`/api/resources/${id}/seat-prices`)).body.steps).toEqual([
      { fromSeats: 25, price: 24 },
    ]);
    const again = await order(owner, path, id, 10);
    expect(again.body.clientSecret).toBe(last.body.clientSecret);
    const open = (await attemptsOf(organisation)).filter(({ status }) => status === 'open');
    expect(open).toEqual([{ status: 'open', seats: 10, amount_minor: 25_000 }]);
  });

  it('SEAT-01 an order never takes the place of an own checkout of the same resource', { tags: 'long' }, async () => {
    const { owner, path } = await seatedOrganisation(portal);
    const id = await portal.addResource({ priceMinor: 2000 });
    const own = await portal.openPayment(owner, id);
    const ordered = await order(owner, path, id, 2);
    expect(intentOf(ordered.body)).not.toBe(own.paymentIntentId);
    await portal.pay(ordered.body.clientSecret ?? '');
    await portal.runWebhooks();
    expect(await opens(owner, id)).toBe(false);
    await portal.pay(own.clientSecret);
    await portal.runWebhooks();
    expect(await opens(owner, id)).toBe(true);
  });
});

describe('an order that was paid', () => {
  it('SEAT-01 SEAT-03 opens exactly these seats, which are assigned and open the resource; its payer owns nothing', async () => {
    const bought = await boughtSeats(2);
    const { path, owner, others, resourceId } = bought;
    expect(await poolsOf(bought)).toMatchObject([{ kind: 'resource', resourceId, seats: 2, inUse: 0, available: 2 }]);
    expect(await opens(owner, resourceId)).toBe(false);
    const { name } = (await owner.get<Organisation>('/api/user/organisation')).body;
    expect((await owner.get('/api/user/purchases')).body).toMatchObject([{ seats: 2, boughtFor: name }]);
    const assign = (people: Person[]) =>
      owner.post<Rejection>(`${path}/seats/assign`, {
        kind: 'resource',
        resourceId,
        people: people.map(({ userId }) => userId),
      });
    expect((await assign([...others, owner])).body.code).toBe('organisations.seats-short');
    expect((await assign(others)).status).toBe(200);
    for (const person of others) expect(await opens(person, resourceId)).toBe(true);
    expect(await ordersOf(bought)).toMatchObject([
      {
        kind: 'resource',
        resourceId,
        title: 'Procurement Checks',
        seats: 2,
        amount: 40,
        currency: 'GBP',
        status: 'paid',
      },
    ]);
  });

  it('SEAT-01 webhooks, a page that reports twice and the reconciler together open the seats once, with one mail', {
    tags: 'long',
  }, async () => {
    const bought = await boughtSeats(3, false);
    await portal.control('POST /sandbox/webhooks', { mode: 'duplicate' });
    const { owner, resourceId, paymentIntentId } = bought;
    const report = () => owner.post('/api/complete-purchase', { resourceId, paymentIntentId });
    const replies = await Promise.all([report(), report(), report()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await portal.runWebhooks();
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    await portal.runTask('reconcile-with-stripe');
    expect(await poolsOf(bought)).toMatchObject([{ seats: 3 }]);
    const mails = (await mailsTo(owner)).filter(({ subject }) => subject.startsWith('Your receipt'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('3 seats of “Procurement Checks”');
    expect(mails[0]?.text).toContain('/organisation?tab=seats');
  });

  it('SEAT-01 the reconciler opens the seats without any webhook or report', { tags: 'long' }, async () => {
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const bought = await boughtSeats(4, false);
    await portal.runTask('reconcile-with-stripe');
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    expect(await poolsOf(bought)).toMatchObject([{ seats: 4 }]);
  });

  it('SEAT-01 a second order adds seats; the invoice names the seats and is the payer’s alone', async () => {
    const bought = await boughtSeats(2);
    const { owner, path, resourceId, add, administrator, id } = bought;
    const second = await order(owner, path, resourceId, 5);
    await portal.pay(second.body.clientSecret ?? '');
    await portal.runWebhooks();
    expect(await poolsOf(bought)).toMatchObject([{ seats: 7 }]);
    const orders = await ordersOf(bought);
    expect(orders.map(({ seats }) => seats)).toEqual([5, 2]);
    const [line] = await portal.rows(`select lines -> 0 ->> 'description' as text from documents where id = $1`, [
      orders[0]?.documentId,
    ]);
    expect(line?.text).toBe('5 seats: Procurement Checks');
    const other = await add('owner');
    const seen = (await other.get<SeatOrder[]>(`${path}/orders`)).body;
    expect(seen.map(({ documentId }) => documentId)).toEqual([null, null]);
    const audited = await portal.rows(
      `select after ->> 'seats' as seats from audit_log where action = 'buy-seats' and object_id = $1::text order by id`,
      [id],
    );
    expect(audited).toEqual([{ seats: '2' }, { seats: '5' }]);
    const detail = (await administrator.get<AdminOrganisationDetail>(`/api/admin/organisations/${id}`)).body;
    expect(detail.lots.map(({ seats, isBought }) => [seats, isBought])).toEqual([
      [5, true],
      [2, true],
    ]);
    const admin = await administrator.get<SeatOrder[]>(`/api/admin/organisations/${id}/orders?pageSize=1`);
    expect([admin.headers['x-total-count'], admin.body]).toMatchObject(['2', [{ seats: 5, documentId: null }]]);
    expect((await administrator.get<Rejection>('/api/admin/organisations/2000000000/orders')).status).toBe(404);
    const end = await administrator.delete<Rejection>(`/api/admin/organisations/${id}/seats/${detail.lots[0]?.id}`);
    expect(end.body.code).toBe('organisations.seats-bought');
  });
});

describe('money that goes back', () => {
  it('SEAT-06 a full refund ends the seats at once and says so; a partial one keeps them', async () => {
    const bought = await boughtSeats(2);
    const { owner, path, others, resourceId } = bought;
    const [learner] = others as [Person, Person];
    await owner.post(`${path}/seats/assign`, { kind: 'resource', resourceId, people: [learner.userId] });
    await refund(bought, { amount: 10 });
    expect(await opens(learner, resourceId)).toBe(true);
    await refund(bought);
    expect([await opens(learner, resourceId), await poolsOf(bought)]).toEqual([false, []]);
    expect(await ordersOf(bought)).toMatchObject([{ seats: 2, status: 'refunded' }]);
    const [mail] = (await mailsTo(owner)).filter(({ text }) => text.includes('have ended'));
    expect(mail?.text).toContain('With the refund the 2 seats of your organisation have ended.');
  });

  it('SEAT-06 a dispute that is lost ends the seats, those of other orders stay', { tags: 'long' }, async () => {
    const bought = await boughtSeats(2);
    const { owner, path, resourceId } = bought;
    const second = await order(owner, path, resourceId, 3);
    await portal.pay(second.body.clientSecret ?? '', 'pm_card_createDispute');
    await portal.runWebhooks();
    const [dispute] = (await portal.stripe.disputes.list()).data;
    await portal.stripe.disputes.close(dispute?.id ?? '');
    await portal.runWebhooks();
    expect(await poolsOf(bought)).toMatchObject([{ seats: 2 }]);
  });

  it('SEAT-06 a refund that fails at the bank opens the seats again; people with another seat keep that one', {
    tags: 'long',
  }, async () => {
    const organisation = await seatedOrganisation(portal, 'learner', 'learner');
    const { owner, path, others, give } = organisation;
    const [kept, moved] = others as [Person, Person];
    const resourceId = await portal.addResource({ priceMinor: 2000 });
    const { body } = await order(owner, path, resourceId, 2);
    await portal.pay(body.clientSecret ?? '', 'pm_card_refundFail');
    await portal.runWebhooks();
    const assign = (...people: Person[]) =>
      owner.post(`${path}/seats/assign`, { kind: 'resource', resourceId, people: people.map(({ userId }) => userId) });
    expect((await assign(kept, moved)).status).toBe(200);
    await portal.stripe.refunds.create({ payment_intent: intentOf(body) });
    await portal.runWebhooks();
    expect([await opens(kept, resourceId), await opens(moved, resourceId)]).toEqual([false, false]);
    await give(1, resourceId);
    expect((await assign(moved)).status).toBe(200);
    await portal.control('POST /sandbox/advance', { days: 1 });
    await portal.runWebhooks();
    expect([await opens(kept, resourceId), await opens(moved, resourceId)]).toEqual([true, true]);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 3, inUse: 2, available: 1 }]);
  });

  it('SEAT-06 an administrator removes the purchase: its seats end', async () => {
    const bought = await boughtSeats(2);
    const { administrator, owner } = bought;
    const list = await administrator.get<{ id: number }[]>(`/api/admin/users/${owner.userId}/purchases`);
    await administrator.delete(`/api/admin/users/${owner.userId}/purchases/${list.body[0]?.id}`);
    expect(await poolsOf(bought)).toEqual([]);
  });

  it('ORG-09 SEAT-01 a payment that arrives after its organisation was closed is refunded, and gives no seats', async () => {
    const organisation = await seatedOrganisation(portal);
    const { owner, path, id } = organisation;
    const resourceId = await portal.addResource({ priceMinor: 2000 });
    const { body } = await order(owner, path, resourceId, 2);
    expect((await owner.send({ method: 'DELETE', url: path, payload: { name: 'Northmere Council' } })).status).toBe(
      200,
    );
    await portal.pay(body.clientSecret ?? '');
    await portal.runWebhooks();
    expect(await portal.rows('select id from seat_lots where organisation_id = $1', [id])).toEqual([]);
    const refunds = await portal.rows(
      `select r.amount_minor, r.reason, r.status from refunds r join payment_attempts a on a.id = r.attempt_id
       where a.organisation_id = $1`,
      [id],
    );
    expect(refunds).toEqual([{ amount_minor: 4000, reason: 'duplicate', status: 'succeeded' }]);
    const subjects = (await mailsTo(owner)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('We are refunding your payment'))).toHaveLength(1);
    expect((await owner.get<Organisation | null>('/api/user/organisation')).body).toBeNull();
  });
});
