import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenOrder, OrganisationCredit, SeatOrder } from '#contract/commerce/purchases-seats.ts';
import type { SeatPool } from '#contract/commerce/seats.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { overdueAtOnce } from '#server/commerce/purchases/order-actions.ts';
import type { Client } from '#tests/support/client.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { letDaysPass } from '#tests/support/promotions.ts';
import { accessOf, addSubscriptionResource } from '#tests/support/subscriptions.ts';

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

const billing = {
  name: 'Northmere Borough Council',
  address: 'Guildhall, 2 Market Place',
  town: 'Northmere',
  postcode: 'NM1 4QT',
  country: 'GB',
  poNumber: 'PO-2026-00902',
  email: 'accounts.payable@northmere.example',
  dueDays: 30,
};

const order = (client: Client, { path }: { path: string }, resourceId: number, seats: number, changed: object = {}) =>
  client.post<OpenOrder & Rejection>(`${path}/orders`, {
    kind: 'resource',
    resourceId,
    seats,
    payment: 'invoice',
    billing: { ...billing, ...changed },
  });
const ordersOf = async ({ owner, path }: Seated) => (await owner.get<SeatOrder[]>(`${path}/orders`)).body;
const poolsOf = async ({ owner, path }: Seated) => (await owner.get<SeatPool[]>(`${path}/seat-pools`)).body;
const creditOf = async ({ administrator, adminPath }: Seated) =>
  (await administrator.get<OrganisationCredit>(`${adminPath}/credit`)).body;
const setLimit = ({ administrator, adminPath }: Seated, amount: number) =>
  administrator.put<OrganisationCredit & Rejection>(`${adminPath}/credit-limit`, { amount });
const cancel = ({ owner, path }: Seated, id: number) => owner.delete<Rejection>(`${path}/orders/${id}`);
const opens = async (client: Client, id: number) => (await accessOf(client, id)).hasAccess;
const assign = ({ owner, path }: Seated, resourceId: number, person: Person) =>
  owner.post(`${path}/seats/assign`, { kind: 'resource', resourceId, people: [person.userId] });
const attemptsOf = ({ id }: Seated) =>
  portal.rows('select status, seats, amount_minor from payment_attempts where organisation_id = $1 order by id', [id]);
const invoicesOf = async ({ id }: Seated) => {
  const { data } = await portal.stripe.invoices.list({ limit: 100, collection_method: 'send_invoice' });
  return data.filter(({ metadata }) => metadata?.organisationId === String(id));
};
const payInvoice = async (organisation: Seated) => {
  const [open] = (await invoicesOf(organisation)).filter(({ status }) => status === 'open');
  await portal.stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' });
  await portal.runWebhooks();
};

/** An organisation with a learner, and a new resource at £20.00 a seat. */
async function setUp(limit = 0) {
  const organisation = await seatedOrganisation(portal, 'learner');
  const resourceId = await portal.addResource({ priceMinor: 2000, title: 'Procurement Checks' });
  if (limit > 0) expect((await setLimit(organisation, limit)).status).toBe(200);
  const [learner] = organisation.others as [Person];
  return { ...organisation, resourceId, learner };
}

describe('refused orders by invoice', () => {
  it('SEAT-02 refuses managers, learners, outsiders and wrong details, and opens and sends nothing', async () => {
    const organisation = await seatedOrganisation(portal, 'manager', 'learner');
    const { owner, others, path } = organisation;
    const resourceId = await portal.addResource();
    for (const person of others) {
      expect((await order(person, organisation, resourceId, 5)).body.code).toBe('organisations.not-allowed');
      expect((await person.delete<Rejection>(`${path}/orders/1`)).body.code).toBe('organisations.not-allowed');
    }
    const { owner: stranger } = await seatedOrganisation(portal);
    expect((await order(stranger, organisation, resourceId, 5)).body.code).toBe('organisations.not-found');
    expect((await stranger.delete<Rejection>(`${path}/orders/1`)).body.code).toBe('organisations.not-found');
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'Organisation name is required'],
      [{ address: '' }, 'Address is required'],
      [{ country: 'XX' }, 'Choose a country'],
      [{ email: 'not an address' }, 'Invalid email address'],
      [{ dueDays: 31 }, 'dueDays must be 14, 30 or 45'],
      [{ country: 'JM', taxId: '123' }, 'Tax ids of this country cannot be checked here: leave it empty'],
    ];
    for (const [changed, message] of wrong) {
      const { status, body } = await order(owner, organisation, resourceId, 5, changed);
      expect([changed, status, body.message]).toEqual([changed, 400, message]);
    }
    const bare = { kind: 'resource', resourceId, seats: 5 };
    for (const body of [
      { ...bare, payment: 'invoice' },
      { ...bare, billing },
      { ...bare, payment: 'cheque' },
    ]) {
      expect((await owner.post(`${path}/orders`, body)).status).toBe(400);
    }
    expect((await order(owner, organisation, 2_000_000_000, 5)).body.code).toBe('catalogue.not-found');
    await portal.rows('update users set email_verified_at = null where id = $1', [owner.userId]);
    expect((await order(owner, organisation, resourceId, 5)).body.code).toBe('purchases.payer-unverified');
    expect([await attemptsOf(organisation), await invoicesOf(organisation)]).toEqual([[], []]);
  });

  it('SEAT-02 an invoice of an organisation that is not confirmed goes to a proven domain alone, and unpaid ones have a limit', async () => {
    const { id, owner, path, resourceId } = await setUp();
    await portal.rows('update organisations set confirmed_at = null where id = $1', [id]);
    await portal.rows(
      `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
       values ($1, 'northmere.example', repeat('s', 43), now()), ($1, 'other.example', repeat('s', 43), null)`,
      [id],
    );
    for (const email of ['a@other.example', 'a@evil.example', '"a@northmere.example"@evil.example', null]) {
      const { status } = await order(owner, { path }, resourceId, 5, { email });
      expect([email, status]).toEqual([email, email?.startsWith('"') ? 400 : 409]);
    }
    expect((await order(owner, { path }, resourceId, 5, { email: 'a@evil.example' })).body.code).toBe(
      'purchases.invoice-unconfirmed',
    );
    expect(await portal.rows('select 1 from payment_attempts where organisation_id = $1', [id])).toEqual([]);
    expect((await order(owner, { path }, resourceId, 5, { email: 'AP@Northmere.example' })).status).toBe(200);
    await portal.rows('update payment_attempts set amount_minor = 5000000 where organisation_id = $1', [id]);
    const another = await portal.addResource({ priceMinor: 2000, title: 'Another' });
    const rejected = await order(owner, { path }, another, 5);
    expect([rejected.body.code, rejected.body.message]).toEqual([
      'purchases.invoices-unpaid',
      expect.stringContaining('£49,999.99'),
    ]);
    await portal.rows('update payment_attempts set amount_minor = 10000 where organisation_id = $1', [id]);
  });

  it('SEAT-02 ten orders at once, one of them of the plan, pass the limit on unpaid invoices no further than one after another', {
    tags: 'long',
  }, async () => {
    const { id, owner, path } = await setUp();
    await portal.rows('update organisations set confirmed_at = null where id = $1', [id]);
    await portal.rows(
      `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
       values ($1, 'northmere-ten.example', repeat('s', 43), now())`,
      [id],
    );
    const email = 'ap@northmere-ten.example';
    const resourceIds = await Promise.all(
      Array.from({ length: 9 }, (_, index) => portal.addResource({ priceMinor: 500_000, title: `Audit ${index}` })),
    );
    await addSubscriptionResource(portal);
    const plan = { kind: 'plan', plan: 'annual', seats: 50, payment: 'invoice', billing: { ...billing, email } };
    const replies = await Promise.all([
      ...resourceIds.map((resourceId) => order(owner, { path }, resourceId, 2, { email })),
      owner.post<OpenOrder & Rejection>(`${path}/orders`, plan),
    ]);
    const rejected = replies.filter(({ status }) => status !== 200);
    expect(rejected.map(({ status, body }) => [status, body.code])).toEqual(
      rejected.map(() => [409, 'purchases.invoices-unpaid']),
    );
    const sums = replies.flatMap(({ status, body }) => (status === 200 ? [body.listPrice] : []));
    const sum = sums.reduce((total, amount) => total + amount, 0);
    expect(sum).toBeGreaterThanOrEqual(50_000);
    // Before the largest of them the limit was not reached.
    expect(sum - Math.max(...sums)).toBeLessThan(50_000);
    const sent = await portal.stripe.invoices.list({ limit: 100, collection_method: 'send_invoice', status: 'open' });
    expect(sent.data.filter(({ customer_email }) => customer_email === email)).toHaveLength(sums.length);
    // An order that is accepted is repeated, however much is unpaid.
    const [again] = resourceIds.filter((_, index) => replies[index]?.status === 200);
    if (again) expect((await order(owner, { path }, again, 2, { email })).status).toBe(200);
  });

  it('SEAT-02 refuses a due date that INVOICE_DUE_DAYS does not name, and sends nothing; visitors see the allowed ones', async () => {
    const strict = await createPayingPortal({ variables: { INVOICE_DUE_DAYS: '45,14' } });
    const organisation = await seatedOrganisation(strict);
    const resourceId = await strict.addResource();
    const rejected = await order(organisation.owner, organisation, resourceId, 5, { dueDays: 30 });
    expect([rejected.status, rejected.body.code, rejected.body.message]).toEqual([
      400,
      'purchases.due-days',
      'Invoices are due in 14 or 45 days on this portal. Reload the page and order again.',
    ]);
    expect(await strict.rows('select id from payment_attempts')).toEqual([]);
    expect((await strict.stripe.invoices.list()).data).toEqual([]);
    expect((await order(organisation.owner, organisation, resourceId, 5, { dueDays: 14 })).status).toBe(200);
    expect((await strict.visitor().get<PortalConfig>('/api/config')).body.payments.invoiceDueDays).toEqual([14, 45]);
    await strict.close();
  });

  it('SEAT-02 a tax id that Stripe refuses ends the order with a sentence, and sends nothing', async () => {
    const organisation = await setUp();
    const { owner, resourceId } = organisation;
    const rejected = await order(owner, organisation, resourceId, 5, { taxId: 'GB12' });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'payments.tax-id-refused']);
    expect([await ordersOf(organisation), await invoicesOf(organisation)]).toEqual([[], []]);
    expect((await order(owner, organisation, resourceId, 5)).status).toBe(200);
  });

  it('SEAT-02 administrators alone set the credit limit and cancel orders that work; wrong amounts change nothing', async () => {
    const organisation = await setUp(100);
    const { owner, adminPath, administrator } = organisation;
    expect((await owner.put(`${adminPath}/credit-limit`, { amount: 5 })).status).toBe(403);
    expect((await owner.get(`${adminPath}/credit`)).status).toBe(403);
    expect((await owner.delete(`${adminPath}/orders/1`)).status).toBe(403);
    for (const amount of [-1, 1_000_001, 'x', null]) {
      expect([amount, (await administrator.put(`${adminPath}/credit-limit`, { amount })).status]).toEqual([
        amount,
        400,
      ]);
    }
    expect((await setLimit(organisation, 1.005)).body.code).toBe('purchases.credit-limit');
    const unknown = '/api/admin/organisations/2000000000';
    expect((await administrator.put<Rejection>(`${unknown}/credit-limit`, { amount: 5 })).status).toBe(404);
    expect((await administrator.delete<Rejection>(`${adminPath}/orders/2000000000`)).body.code).toBe(
      'purchases.order-not-found',
    );
    expect(await creditOf(organisation)).toEqual({ currency: 'GBP', limit: 100, outstanding: 0, overdue: 0, used: 0 });
  });
});

describe('an order by invoice', () => {
  it('SEAT-02 sends one invoice with the company, order number and due date; its payment opens the seats', async () => {
    const organisation = await setUp();
    const { owner, resourceId, learner, id } = organisation;
    const { status, body } = await order(owner, organisation, resourceId, 10, { taxId: 'GB 000 1234 56' });
    expect([status, body]).toMatchObject([
      200,
      { amount: 200, currency: 'GBP', status: 'unpaid', worksUntil: null, invoiceUrl: expect.stringContaining('http') },
    ]);
    expect(body.clientSecret).toBeUndefined();
    const [invoice, ...more] = await invoicesOf(organisation);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      status: 'open',
      customer_name: billing.name,
      customer_email: billing.email,
      customer_address: { line1: billing.address, city: 'Northmere', postal_code: 'NM1 4QT', country: 'GB' },
      customer_tax_ids: [{ type: 'gb_vat' }],
      custom_fields: [{ name: 'Purchase order', value: billing.poNumber }],
      amount_due: 20_000,
      hosted_invoice_url: body.invoiceUrl,
    });
    expect(invoice?.lines.data.map(({ description }) => description)).toEqual(['10 seats: Procurement Checks']);
    expect(((invoice?.due_date ?? 0) - (invoice?.created ?? 0)) / 86_400).toBe(30);
    // The owner's own Billing screen shows no orders of the organisation.
    expect((await owner.get<{ invoices: unknown[] }>('/api/user/billing')).body).not.toMatchObject({
      invoices: [expect.anything()],
    });
    expect(await poolsOf(organisation)).toEqual([]);
    expect(await ordersOf(organisation)).toMatchObject([
      { payment: 'invoice', status: 'unpaid', seats: 10, amount: 200, poNumber: billing.poNumber, documentId: null },
    ]);
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 200, overdue: 0, used: 0 });
    await payInvoice(organisation);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 10, inUse: 0, paused: 0 }]);
    expect((await assign(organisation, resourceId, learner)).status).toBe(200);
    expect([await opens(learner, resourceId), await opens(owner, resourceId)]).toEqual([true, false]);
    const [paid] = await ordersOf(organisation);
    expect(paid).toMatchObject({ id: body.id, payment: 'invoice', status: 'paid', documentId: expect.any(Number) });
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 0 });
    const [document] = await portal.rows('select buyer, country from documents where id = $1', [paid?.documentId]);
    expect(document?.country).toBe('GB');
    expect(document?.buyer).toEqual(
      expect.arrayContaining([billing.name, billing.address, 'NM1 4QT Northmere', 'Order number PO-2026-00902']),
    );
    expect((await cancel(organisation, paid?.id ?? 0)).body.code).toBe('purchases.order-final');
    const audited = await portal.rows(
      `select action from audit_log where object = 'organisation' and object_id = $1::text order by id`,
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['order-by-invoice', 'buy-seats', 'assign-seats']),
    );
  });

  it('SEAT-02 SEAT-06 an invoice that is marked as paid outside Stripe opens the seats, and nothing of it can be refunded', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp();
    const { owner, administrator, resourceId, learner } = organisation;
    const { body } = await order(owner, organisation, resourceId, 10);
    const [invoice] = await invoicesOf(organisation);
    const declined = { payment_method: 'pm_card_chargeDeclined' };
    await expect(portal.stripe.invoices.pay(invoice?.id ?? '', declined)).rejects.toThrow(/declined/);
    // The event of the cancelled payment comes alone, and after it that of the invoice.
    await portal.stripe.invoices.pay(invoice?.id ?? '', { paid_out_of_band: true });
    await portal.runWebhooks();
    expect(await portal.rows('select status, paid_with from payment_attempts where id = $1', [body.id])).toEqual([
      { status: 'succeeded', paid_with: null },
    ]);
    expect(await ordersOf(organisation)).toMatchObject([
      { id: body.id, payment: 'invoice', status: 'paid', amount: 200, documentId: expect.any(Number) },
    ]);
    expect((await assign(organisation, resourceId, learner)).status).toBe(200);
    expect(await opens(learner, resourceId)).toBe(true);
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 0 });
    const [purchase] = await portal.rows('select id from purchases where attempt_id = $1', [body.id]);
    const refund = await administrator.post<Rejection>(
      `/api/admin/users/${owner.userId}/purchases/${purchase?.id}/refund`,
      { amountMinor: 500, alreadyRefundedMinor: 0, reason: 'A mistake' },
    );
    expect(refund.body.code).toBe('billing.nothing-to-refund');
    await portal.runTask('reconcile-with-stripe');
    expect((await ordersOf(organisation))[0]?.status).toBe('paid');
    expect(portal.sentMails.filter(({ subject }) => subject.startsWith('Your receipt'))).not.toEqual([]);
  });

  it('SEAT-02 two owners and double clicks at two nodes send one invoice; another number waits for it', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp();
    const { owner, resourceId, add } = organisation;
    const second = await add('owner');
    await portal.rows('update users set email_verified_at = now() where id = $1', [second.userId]);
    const replies = await Promise.all([
      order(owner, organisation, resourceId, 5),
      order(owner, organisation, resourceId, 5),
      order(second, organisation, resourceId, 5),
    ]);
    const sent = replies.filter(({ status }) => status === 200);
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      replies.filter(({ status }) => status !== 200).map(() => 'purchases.invoice-open'),
    );
    expect(await invoicesOf(organisation)).toHaveLength(1);
    expect((await order(owner, organisation, resourceId, 6)).body.code).toBe('purchases.invoice-open');
    // Another resource, and a payment by card, are other sales.
    expect((await order(owner, organisation, await portal.addResource(), 2)).status).toBe(200);
    const card = { kind: 'resource', resourceId, seats: 6 };
    expect((await owner.post<OpenOrder>(`${organisation.path}/orders`, card)).body.clientSecret).toBeDefined();
    expect(await attemptsOf(organisation)).toHaveLength(3);
  });

  it('SEAT-04 an owner cancels an unpaid order: the invoice is void, and can be ordered again', async () => {
    const organisation = await setUp();
    const { owner, resourceId } = organisation;
    const { body } = await order(owner, organisation, resourceId, 5);
    expect((await cancel(organisation, body.id ?? 0)).status).toBe(200);
    await portal.runWebhooks();
    expect((await invoicesOf(organisation)).map(({ status }) => status)).toEqual(['void']);
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'canceled' }]);
    expect((await cancel(organisation, body.id ?? 0)).body.code).toBe('purchases.order-final');
    expect((await order(owner, organisation, resourceId, 6)).status).toBe(200);
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'unpaid', seats: 6 }, { status: 'canceled' }]);
  });

  it('SEAT-02 an invoice that could not be sent during an outage is sent once by the reconciler', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp();
    const { owner, resourceId } = organisation;
    await portal.control('POST /sandbox/faults', {
      kind: 'fail',
      when: 'before',
      status: 500,
      method: 'POST',
      path: '/v1/invoiceitems',
      times: 9,
    });
    const failed = await order(owner, organisation, resourceId, 5);
    expect([failed.status, failed.body.code]).toEqual([503, 'purchases.provider-failed']);
    await portal.control('DELETE /sandbox/faults');
    expect((await invoicesOf(organisation)).map(({ status }) => status)).toEqual(['draft']);
    await portal.runTask('reconcile-payments', { atStart: true });
    expect((await invoicesOf(organisation)).map(({ status }) => status)).toEqual(['open']);
    await portal.runTask('reconcile-payments', { atStart: true });
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'unpaid', seats: 5 }]);
    await payInvoice(organisation);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 5 }]);
  });

  it('SEAT-06 the reconciler opens the seats without a webhook; a full refund ends them', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp();
    const { owner, administrator, resourceId } = organisation;
    await order(owner, organisation, resourceId, 5);
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    await payInvoice(organisation);
    await portal.runTask('reconcile-with-stripe');
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 5 }]);
    const { body } = await administrator.get<{ id: number }[]>(`/api/admin/users/${owner.userId}/purchases`);
    expect(
      (await administrator.post(`/api/admin/users/${owner.userId}/purchases/${body[0]?.id}/refund`, {})).status,
    ).toBe(200);
    await portal.runWebhooks();
    expect([await poolsOf(organisation), await ordersOf(organisation)]).toMatchObject([[], [{ status: 'refunded' }]]);
  });
});

describe('the credit limit', () => {
  it('SEAT-02 seats work at once up to the limit, which two orders at two nodes never both use', async () => {
    const organisation = await setUp(200);
    const { owner, resourceId, learner } = organisation;
    const others = [await portal.addResource({ priceMinor: 2000 }), await portal.addResource({ priceMinor: 2000 })];
    const replies = await Promise.all(others.map((id) => order(owner, organisation, id, 6)));
    expect(replies.map(({ body }) => body.worksUntil !== null).toSorted()).toEqual([false, true]);
    expect(await creditOf(organisation)).toEqual({
      currency: 'GBP',
      limit: 200,
      outstanding: 240,
      overdue: 0,
      used: 120,
    });
    const rest = await order(owner, organisation, resourceId, 4);
    expect(rest.body).toMatchObject({ worksUntil: expect.any(String) });
    expect((await assign(organisation, resourceId, learner)).status).toBe(200);
    expect(await opens(learner, resourceId)).toBe(true);
    expect((await cancel(organisation, rest.body.id ?? 0)).body.code).toBe('purchases.order-in-use');
    expect((await order(owner, organisation, await portal.addResource(), 2)).body.worksUntil).toBeNull();
  });

  it('SEAT-04 an unpaid invoice pauses its seats after the days of grace, and a late payment brings them back', async () => {
    const organisation = await setUp(500);
    const { owner, resourceId, learner } = organisation;
    await order(owner, organisation, resourceId, 4, { dueDays: 14 });
    await assign(organisation, resourceId, learner);
    const pass = (days: number) =>
      portal.rows(
        `with late as (update payment_attempts set invoice_due_at = invoice_due_at - make_interval(days => $2),
             credit_until = credit_until - make_interval(days => $2) where organisation_id = $1 returning id, credit_until)
         update seat_lots l set pauses_at = late.credit_until from late where l.attempt_id = late.id`,
        [organisation.id, days],
      );
    await portal.runTask('remind-overdue-orders');
    await pass(15);
    for (const _ of [1, 2]) await portal.runTask('remind-overdue-orders');
    const [row] = await portal.rows('select email from users where id = $1', [owner.userId]);
    const reminders = portal.sentMails.filter(({ to, subject }) => to === row?.email && subject.endsWith('is overdue'));
    expect(reminders.map(({ subject }) => subject)).toEqual(['Your invoice of £80.00 is overdue']);
    expect(reminders[0]?.text).toContain('the seats pause on');
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'overdue' }]);
    expect(await creditOf(organisation)).toMatchObject({ outstanding: 80, overdue: 80 });
    expect(await opens(learner, resourceId)).toBe(true);
    await pass(7);
    expect(await opens(learner, resourceId)).toBe(false);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 4, inUse: 1, paused: 4 }]);
    await letDaysPass(portal, 22);
    await payInvoice(organisation);
    expect(await opens(learner, resourceId)).toBe(true);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 4, inUse: 1, paused: 0 }]);
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'paid' }]);
    expect((await invoicesOf(organisation)).length).toBe(1);
  });

  it('SEAT-04 each of more overdue orders than one part of the job has gets its reminder', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp(500);
    const { owner, resourceId } = organisation;
    await order(owner, organisation, resourceId, 4, { dueDays: 14 });
    const others = await Promise.all(Array.from({ length: overdueAtOnce }, () => portal.addResource()));
    await portal.rows(
      `insert into payment_attempts (user_id, resource_id, organisation_id, seats, amount_minor, currency, billing,
         stripe_payment_intent_id, stripe_invoice_id, invoice_url, invoice_due_at)
       select a.user_id, o.id, a.organisation_id, a.seats, a.amount_minor, a.currency, a.billing,
         'pi_overdue' || o.id, 'in_overdue' || o.id, a.invoice_url, a.invoice_due_at
       from payment_attempts a, unnest($2::integer[]) o (id) where a.organisation_id = $1`,
      [organisation.id, others],
    );
    await portal.rows(
      `update payment_attempts set invoice_due_at = now() - interval '1 hour' where organisation_id = $1`,
      [organisation.id],
    );
    for (const _ of [1, 2]) await portal.runTask('remind-overdue-orders');
    const [row] = await portal.rows('select email from users where id = $1', [owner.userId]);
    const reminders = portal.sentMails.filter(({ to, subject }) => to === row?.email && subject.endsWith('is overdue'));
    expect(reminders).toHaveLength(overdueAtOnce + 1);
    await portal.rows(`delete from payment_attempts where stripe_invoice_id like 'in_overdue%'`, []);
  });

  it('SEAT-04 an administrator cancels an order that works, or voids its invoice at Stripe: its seats end', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp(500);
    const { owner, administrator, adminPath, resourceId, learner } = organisation;
    const { body } = await order(owner, organisation, resourceId, 4);
    await assign(organisation, resourceId, learner);
    expect((await administrator.delete(`${adminPath}/orders/${body.id}`)).status).toBe(200);
    await portal.runWebhooks();
    expect([await opens(learner, resourceId), await poolsOf(organisation)]).toEqual([false, []]);
    await order(owner, organisation, resourceId, 3);
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 3 }]);
    const [open] = (await invoicesOf(organisation)).filter(({ status }) => status === 'open');
    await portal.stripe.invoices.voidInvoice(open?.id ?? '');
    await portal.runWebhooks();
    expect(await poolsOf(organisation)).toEqual([]);
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  it('ORG-09 closing voids the invoices of seats that do not work, and what works is still paid for', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp(80);
    const { owner, path, resourceId, id } = organisation;
    const other = await portal.addResource({ priceMinor: 2000 });
    await order(owner, organisation, resourceId, 4);
    await order(owner, organisation, other, 5);
    const closing = await owner.send({ method: 'DELETE', url: path, payload: { name: 'Northmere Council' } });
    expect(closing.status).toBe(200);
    await portal.runTask('reconcile-payments', { atStart: true });
    await portal.runWebhooks();
    expect((await invoicesOf(organisation)).map(({ status }) => status).toSorted()).toEqual(['open', 'void']);
    await payInvoice(organisation);
    const [lot] = await portal.rows(
      `select l.purchase_id is not null as is_paid, l.pauses_at, l.ends_at = o.closed_at + interval '30 days' as ends
       from seat_lots l join organisations o on o.id = l.organisation_id where o.id = $1`,
      [id],
    );
    expect(lot).toEqual({ is_paid: true, pauses_at: null, ends: true });
    expect(
      await portal.rows(
        `select r.id from refunds r join payment_attempts a on a.id = r.attempt_id
      where a.organisation_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });
});

describe('a payment beside a cancellation', () => {
  it('SEAT-04 an order that was paid a moment before stays: the owner is refused, and the seats come', {
    tags: 'long',
  }, async () => {
    const organisation = await setUp();
    const { owner, resourceId } = organisation;
    const { body } = await order(owner, organisation, resourceId, 5);
    await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
    const [open] = await invoicesOf(organisation);
    await portal.stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' });
    expect((await cancel(organisation, body.id ?? 0)).body.code).toBe('purchases.order-final');
    await portal.control('POST /sandbox/webhooks', { mode: 'normal' });
    expect(await poolsOf(organisation)).toMatchObject([{ seats: 5 }]);
    expect(await ordersOf(organisation)).toMatchObject([{ status: 'paid' }]);
  });
});

describe('with tax', () => {
  it('SEAT-02 TAX-09 an exclusive tax is on top of the invoice, and on the document of its payment', {
    tags: 'long',
  }, async () => {
    const taxed = await createPayingPortal({ variables: { DEMO_LIMIT_FACTOR: '1000', TAX: 'exclusive' } });
    const organisation = await seatedOrganisation(taxed);
    const resourceId = await taxed.addResource({ priceMinor: 2000 });
    const { body } = await order(organisation.owner, organisation, resourceId, 10);
    expect(body).toMatchObject({ amount: 240, listPrice: 200, tax: { net: 200, tax: 40, isIncluded: false } });
    const { data } = await taxed.stripe.invoices.list({ status: 'open' });
    await taxed.stripe.invoices.pay(data[0]?.id ?? '', { payment_method: 'pm_card_visa' });
    await taxed.runWebhooks();
    expect((await organisation.owner.get<SeatOrder[]>(`${organisation.path}/orders`)).body).toMatchObject([
      { status: 'paid', amount: 240 },
    ]);
    expect(await taxed.rows('select tax_minor, total_minor from documents')).toEqual([
      { tax_minor: 4000, total_minor: 24_000 },
    ]);
    await taxed.expectLedgersMatch();
    await taxed.close();
  });
});
