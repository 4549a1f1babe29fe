import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import { liftLimits } from '#quality/fuzz/world.ts';
import type { Client } from '#tests/support/client.ts';
import { daysAround } from '#tests/support/days-around.ts';
import { insertResource } from '#tests/support/factories.ts';
import {
  buyer,
  chooser,
  debitor,
  endUnderWay,
  type Life,
  type Person,
  type Shop,
  subscriber,
} from '#tests/support/money-lives.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker } from '#tests/support/promotions.ts';
import { seed } from '#tests/support/seed.ts';
import { addSubscriptionResource } from '#tests/support/subscriptions.ts';
import { getBilling } from './ledger-actions.ts';

/**
 * Members buy and subscribe in every way, with their steps in random order while the clock moves on. Events arrive one
 * to three times, in any order; one in five does not arrive. Afterwards the sandbox's ledger and the portal agree in
 * every row.
 */
const sizes = [
  { buyers: 3, subscribers: 1, tags: [] },
  { buyers: 100, subscribers: 40, tags: ['long'], timeout: 3_600_000 },
];
const choose = chooser(seed);
const { random, chance, oneOf } = choose;

let portal: PayingPortal;
let administrator: Client;
async function open(): Promise<void> {
  portal = await createPayingPortal({ variables: { TAX: oneOf(['none', 'inclusive', 'exclusive', 'exclusive']) } });
  await liftLimits(portal.database);
  administrator = await portal.administrator();
  newest = '';
}

let newest = '';

/** Returns the events since the last call. */
async function freshEvents(): Promise<Stripe.Event[]> {
  const fresh: Stripe.Event[] = [];
  for await (const event of portal.stripe.events.list({ limit: 100 })) {
    if (event.id === newest) break;
    fresh.push(event);
  }
  newest = fresh[0]?.id ?? newest;
  return fresh;
}

/** Delivers the new events to the portal: shuffled, each one to three times, one in five not at all. */
async function deliver(): Promise<void> {
  const sendings = (await freshEvents()).flatMap((event) =>
    chance(0.2) ? [] : Array.from({ length: 1 + Math.floor(random() * 3) }, () => event),
  );
  const inOrder = sendings.map((event) => ({ event, place: random() })).sort((one, other) => one.place - other.place);
  for (const { event } of inOrder) await hand(JSON.stringify(event));
  await portal.runJobs();
}

async function hand(body: string): Promise<void> {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', portal.sandbox.webhookSecret).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  const { status } = await portal
    .visitor()
    .send({ method: 'POST', url: '/api/webhooks/stripe', payload: body, headers });
  expect(status).toBe(200);
}

async function openShop(): Promise<Shop> {
  await portal.control('POST /sandbox/payment-methods', { types: ['card', 'link', 'bacs_debit'] });
  await portal.control('POST /sandbox/tax', { registrations: ['GB', 'DE', 'FR'] });
  // The sandbox sends no events, because `deliver` hands them over itself.
  await portal.control('POST /sandbox/webhooks', { mode: 'drop' });
  const [withCard, withoutCard] = [await addSubscriptionResource(portal), await addSubscriptionResource(portal)];
  await portal.rows('update resources set trial_days = 7, trial_needs_card = id = $1 where id = any($2)', [
    withCard,
    [withCard, withoutCard],
  ]);
  return {
    portal,
    administrator,
    choose,
    newCode: await codeMaker(portal),
    free: (await insertResource(portal.database)).id,
    subscribed: await addSubscriptionResource(portal),
    trials: { withCard, withoutCard },
  };
}

for (const { buyers, subscribers, ...options } of sizes) {
  describe('members who buy and subscribe', options, () => {
    beforeAll(open);
    afterAll(() => portal.close());

    it(`CHECKOUT-11 ACCESS-01 TAX-11 ${buyers} purchases and ${subscribers} lives of subscriptions in random order agree with the ledger to the penny`, () =>
      liveThrough(buyers, subscribers));
  });
}

async function liveThrough(buyers: number, subscribers: number): Promise<void> {
  const shop = await openShop();
  const people = [
    ...(await inTurn(buyers, () => buyer(shop))),
    ...(await inTurn(subscribers, () => subscriber(shop))),
    ...(await inTurn(Math.ceil(subscribers / 4), () => debitor(shop))),
  ];
  const total = people.reduce((sum, { steps }) => sum + steps.length, 0);
  // A little more than a month, so that each renews once and unpaid subscriptions end.
  const daysEach = 34 / (total / 12);
  const waiting = people.filter(({ steps }) => steps.length > 0);
  for (let taken = 1; waiting.length > 0; taken += 1) {
    const index = Math.floor(random() * waiting.length);
    const { life, steps } = waiting[index] ?? { steps: [] };
    try {
      await steps.shift()?.();
    } catch (error) {
      throw new Error(`seed ${seed}: ${life?.done.join(', ')}`, { cause: error });
    }
    if (steps.length === 0) waiting.splice(index, 1);
    if (taken % 12 === 0) await passDays(shop, people, daysEach);
    if (chance(0.15)) await deliver();
  }
  for (let day = 0; day < 17; day += 1) await passDays(shop, people, 1);
  await deliver();
  await compareAll();
  // A second comparison finds only events that the corrections of the first have caused, which the sandbox drops.
  await portal.runTask('reconcile-with-stripe');
  const last = await portal.rows(
    `select kind, subject, details from reconciliation_discrepancies
       where last_run_id = (select max(id) from reconciliation_runs) and kind <> 'event-undelivered'`,
  );
  expect(last).toEqual([]);
  await portal.expectLedgersMatch();
  await expectSubscriptionsMatch();
  await expectInvoicesMatch();
  const late = await expectLateMoneyReturned();
  // With few simulated lives, there may be no late payment of a renewal.
  if (subscribers >= 40) expect(late).toContain('subscription_cycle');
  await expectTaxesMatch();
  await expectDisputesMatch();
  await expectTotals();
  await expectAccountsMatch();
  await expectFeesMatch();
  await expectAccess(
    shop,
    people.flatMap(({ life, recipient }) => (recipient ? [life, recipient] : [life])),
  );
}

async function passDays(shop: Shop, people: readonly Person[], days: number): Promise<void> {
  await portal.control('POST /sandbox/advance', { days });
  await endUnderWay(shop, people);
}

async function inTurn<One>(count: number, make: () => Promise<One>): Promise<One[]> {
  const made: One[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make());
  return made;
}

async function compareAll(): Promise<void> {
  await portal.runTask('reconcile-payments', { atStart: true });
  await portal.runTask('reconcile-with-stripe');
  await portal.runJobs();
  await portal.runTask('reconcile-payments', { atStart: true });
}

const all = { limit: 100 };
const most = { limit: 10_000 };
const byId = (one: { id?: string }, other: { id?: string }) => (String(one.id) < String(other.id) ? -1 : 1);

/** Compares all subscriptions, ended ones included, in the sandbox and in the portal. */
async function expectSubscriptionsMatch(): Promise<void> {
  const theirs = await portal.stripe.subscriptions.list({ ...all, status: 'all' }).autoPagingToArray(most);
  const ours = await portal.rows(
    `select stripe_subscription_id as id, status from subscriptions where stripe_subscription_id is not null`,
  );
  expect(ours.map(({ id, status }) => ({ id, status })).sort(byId)).toEqual(
    theirs.map(({ id, status }) => ({ id, status })).sort(byId),
  );
}

/** Compares every invoice of a subscription: state, total, tax and charged amount. */
async function expectInvoicesMatch(): Promise<void> {
  const theirs = await portal.stripe.invoices.list(all).autoPagingToArray(most);
  // The amount charged for a void invoice is only in its payment.
  const payments = await portal.stripe.invoicePayments.list({ ...all, status: 'paid' }).autoPagingToArray(most);
  const takenMinor = new Map(payments.map(({ invoice, amount_paid }) => [String(invoice), amount_paid ?? 0]));
  const ours = await portal.rows(
    `select stripe_invoice_id as id, status, total_minor as total, tax_minor as tax, paid_minor as paid from invoices`,
  );
  expect([...ours].sort(byId)).toEqual(
    theirs
      .filter(({ status }) => status !== 'draft')
      .map(({ id, status, total, amount_paid: paid, total_taxes: taxes }) => ({
        id,
        status,
        total,
        tax: sum((taxes ?? []).map(({ amount }) => amount)),
        paid: status === 'void' ? (takenMinor.get(id) ?? 0) : paid,
      }))
      .sort(byId),
  );
}

/** Compares the tax of each payment on its document with that of Stripe, and each refund with its credit note. */
async function expectTaxesMatch(): Promise<void> {
  const documents = await portal.rows(
    `select d.kind, d.total_minor as total, d.tax_minor as tax, a.stripe_payment_intent_id as intent,
       i.stripe_invoice_id as invoice, r.stripe_refund_id as refund, r.status
     from documents d left join payment_attempts a on a.id = d.attempt_id left join invoices i on i.id = d.invoice_id
       left join refunds r on r.id = d.refund_id`,
  );
  for (const { kind, total, tax, intent, invoice, refund, status } of documents) {
    const which = `${kind} of ${refund ?? intent ?? invoice}`;
    if (kind === 'invoice') {
      expect({ which, tax }).toEqual({ which, tax: intent ? await taxOfPayment(intent) : await taxOfInvoice(invoice) });
    } else if (refund && status === 'succeeded') {
      expect({ which, total }).toEqual({ which, total: (await portal.stripe.refunds.retrieve(refund)).amount });
    }
  }
  const refunds = await portal.stripe.refunds.list(all).autoPagingToArray(most);
  const noted = new Set(documents.map(({ refund }) => refund));
  const made = refunds.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  expect(made.filter((id) => !noted.has(id))).toEqual([]);
}

async function taxOfPayment(payment_intent: string): Promise<number> {
  const found = await portal.stripe.tax.associations.find({ payment_intent }).catch(() => null);
  if (!found) return 0;
  const calculation = await portal.stripe.tax.calculations.retrieve(found.calculation);
  return calculation.tax_amount_exclusive + calculation.tax_amount_inclusive;
}

async function taxOfInvoice(id: string): Promise<number> {
  const { total_taxes: taxes } = await portal.stripe.invoices.retrieve(id);
  return sum((taxes ?? []).map(({ amount }) => amount));
}

/**
 * Expects that each late payment was refunded whole, unless it is disputed. Late is a payment on a void invoice, or
 * after the subscription's end for its first period or one that the end cut short.
 * @returns the billing reasons of the late payments
 */
async function expectLateMoneyReturned(): Promise<Set<string | null>> {
  const payments = await portal.stripe.invoicePayments.list({ ...all, status: 'paid' }).autoPagingToArray(most);
  const late = new Set<string | null>();
  for (const { id, invoice: invoiceId, payment, status_transitions: transitions } of payments) {
    const invoice = await portal.stripe.invoices.retrieve(String(invoiceId));
    const subscriptionId = invoice.parent?.subscription_details?.subscription;
    if (!payment.payment_intent || !subscriptionId) continue;
    const subscription = await portal.stripe.subscriptions.retrieve(String(subscriptionId));
    const isAfterEnd = subscription.ended_at !== null && (transitions.paid_at ?? 0) > subscription.ended_at;
    const lastsTo = Math.max(...invoice.lines.data.map(({ period }) => period.end));
    const neverBegan = invoice.billing_reason === 'subscription_create';
    const isUseless = isAfterEnd && (neverBegan || lastsTo > (subscription.ended_at ?? 0));
    if (invoice.status !== 'void' && !isUseless) continue;
    late.add(invoice.billing_reason);
    // A disputed payment is not refunded, because the bank may take the money back.
    const payment_intent = String(payment.payment_intent);
    if ((await portal.stripe.disputes.list({ payment_intent })).data.length > 0) continue;
    expect({ id, invoice: invoice.id, isKept: await isKept(payment_intent) }).toEqual({
      id,
      invoice: invoice.id,
      isKept: false,
    });
  }
  return late;
}

async function expectDisputesMatch(): Promise<void> {
  const theirs = await portal.stripe.disputes.list(all).autoPagingToArray(most);
  const ours = await portal.rows('select stripe_dispute_id as id, status, amount_minor as amount from disputes');
  expect([...ours].sort(byId)).toEqual(theirs.map(({ id, status, amount }) => ({ id, status, amount })).sort(byId));
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the successful charge of a payment. */
async function keptCharge(payment_intent: string): Promise<Stripe.Charge | undefined> {
  const { data } = await portal.stripe.charges.list({ payment_intent, limit: 100 });
  return data.find(({ paid }) => paid);
}

const isLost = ({ status }: Stripe.Dispute) => status === 'lost' || status.startsWith('appeal_');

/**
 * Checks access against the rules, which are written a second time here from the sandbox's charges, refunds and lost
 * disputes.
 */
async function expectAccess(shop: Shop, lives: readonly Life[]): Promise<void> {
  for (const { member, bought, isErased, suspended, done } of lives) {
    const ids = [...new Set([shop.free, shop.subscribed, ...bought.flatMap(({ opens }) => opens)])];
    const query = ids.map((id) => `resourceId=${id}`).join('&');
    const { status, body } = await member.get<{ resourceId: number; hasAccess: boolean }[]>(
      `/api/user/resource-access?${query}`,
    );
    const life = `seed ${seed}: ${done.join(', ')}`;
    expect(status, life).toBe(isErased ? 401 : 200);
    if (isErased) continue;
    const expected = new Set([shop.free]);
    for (const { intent, opens } of bought) {
      if (intent === null || (await isKept(intent))) for (const id of opens) expected.add(id);
    }
    const [payer] = await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [
      member.userId,
    ]);
    const subscriptions = payer
      ? (await portal.stripe.subscriptions.list({ ...all, customer: payer.id, status: 'all' })).data
      : [];
    // A pause and the days of grace end by the database's clock, which does not move here.
    const runs = subscriptions.some(
      ({ id, status: state }) => ['active', 'trialing', 'past_due'].includes(state) && !suspended.has(id),
    );
    if (runs) expected.add(shop.subscribed);
    const opened = body.filter(({ hasAccess }) => hasAccess).map(({ resourceId }) => resourceId);
    expect(
      opened.toSorted((one, other) => one - other),
      life,
    ).toEqual([...expected].sort((one, other) => one - other));
  }
}

async function isKept(payment_intent: string): Promise<boolean> {
  const charge = await keptCharge(payment_intent);
  const disputes = (await portal.stripe.disputes.list({ payment_intent })).data;
  return charge !== undefined && charge.amount_refunded < charge.amount && !disputes.some(isLost);
}

/** Compares the sum of all members' totals with the sandbox's charges less its refunds and losses, to the penny. */
async function expectTotals(): Promise<void> {
  let shownMinor = 0;
  for (const { id: userId } of await portal.rows('select id from users')) {
    const freshness = {
      signInId: 0,
      signedInSecondsAgo: 0,
      connectionId: null,
      isFresh: true,
      allowsCounting: false,
      timeZone: 'UTC',
    };
    const actor = { userId, role: 'user' as const, ...freshness };
    const context = { db: portal.database.db, now: new Date(), actor, origin: { ip: '', requestId: 'test' } };
    shownMinor += Math.round((await getBilling(context, 'GBP')).totalSpent * 100);
  }
  expect(shownMinor).toBe(await keptMinor());
}

/** Returns the sum of the sandbox's charges, less refunds and lost disputes. */
async function keptMinor(): Promise<number> {
  const charges = await portal.stripe.charges.list(all).autoPagingToArray(most);
  const disputes = await portal.stripe.disputes.list(all).autoPagingToArray(most);
  const lost = new Map(disputes.filter(isLost).map((one) => [String(one.charge), one.amount]));
  // A lost dispute takes the whole charge, so its earlier refunds are returned to the seller.
  const kept = charges
    .filter(({ paid }) => paid)
    .map((one) => Math.max(0, one.amount_captured - one.amount_refunded - (lost.get(one.id) ?? 0)));
  return sum(kept);
}

/**
 * Compares the sum of the accountant's entries of all months with the sandbox's charges less refunds and lost disputes,
 * plus the payments by credit.
 */
async function expectAccountsMatch(): Promise<void> {
  const months = await portal.rows(
    `select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month
     from (select issued_at as at from documents union all select lost_at from disputes where lost_at is not null) all_times`,
  );
  let totalMinor = 0;
  for (const { month } of months) {
    const { raw } = await administrator.get(`/api/admin/accounts/csv?part=entries&month=${month}`);
    const entries = raw
      .toString()
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','));
    const valid = entries.filter((fields) => fields[3] === 'Valid');
    totalMinor += sum(valid.map((fields) => Math.round(Number(fields.at(-2)) * 100)));
  }
  // The part of an invoice that a credit balance paid is on the invoice, but was never charged to a card.
  const invoices = await portal.stripe.invoices.list({ ...all, status: 'paid' }).autoPagingToArray(most);
  const byCredit = invoices.filter(({ total }) => total > 0).map((one) => one.total - one.amount_paid);
  expect(totalMinor).toBe((await keptMinor()) + sum(byCredit));
}

/**
 * Checks that every fee of the sandbox's balance is known, and that analytics and the accountant's files have the same
 * sums.
 */
async function expectFeesMatch(): Promise<void> {
  const lines = await portal.stripe.balanceTransactions.list(all).autoPagingToArray(most);
  const feesMinor = sum(lines.map(({ fee }) => fee));
  expect(feesMinor).toBeGreaterThan(0);
  const [known] = await portal.rows('select sum(fee_minor)::integer as minor from payment_fees');
  expect(known?.minor).toBe(feesMinor);
  const address = `/api/admin/analytics/activity?${new URLSearchParams(daysAround)}`;
  const { revenue, fees } = (await administrator.get<AnalyticsActivity>(address)).body;
  expect(fees).toEqual({ unknown: 0, others: 0 });
  expect(sum(revenue.map((month) => Math.round(month.fees * 100)))).toBe(feesMinor);
  let filedMinor = 0;
  for (const { month } of revenue) {
    const { raw } = await administrator.get(`/api/admin/accounts/csv?part=fees&month=${month}`);
    const filed = raw.toString().trim().split(/\r?\n/).slice(1);
    filedMinor += sum(filed.map((line) => Math.round(Number(line.split(',').at(-5)) * 100)));
  }
  expect(filedMinor).toBe(feesMinor);
}
