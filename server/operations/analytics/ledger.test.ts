import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsActivity, AnalyticsRow } from '#contract/operations/analytics.ts';
import { getBilling } from '#server/commerce/billing/ledger-actions.ts';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { seed as runSeed } from '#tests/support/seed.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
  resourceId = (await insertResource(portal.database, { title: 'Model register', access_type: 'purchase' })).id;
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const activity = async (from = '2026-01-01', to = '2026-12-31') => {
  const address = `/api/admin/analytics/activity?from=${from}&to=${to}`;
  return (await administrator.get<AnalyticsActivity>(address)).body;
};

let invoices = 0;
async function addInvoice(subscription: string | null, paidMinor: number, paidAt: string): Promise<number> {
  invoices += 1;
  const [row] = await rows(
    `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, status, description, total_minor,
       tax_minor, paid_minor, currency, attempt_count, issued_at, paid_at, last_snapshot_number)
     values ($1, $2, $3, 'paid', 'Portal Subscription', $4, 0, $4, 'GBP', 1, $5, $5, 1) returning id`,
    [member.userId, `in_${invoices}`, subscription, paidMinor, paidAt],
  );
  return row?.id;
}

const addRefund = (attemptId: number, amountMinor: number, at: string, status = 'succeeded') =>
  rows(
    `insert into refunds (attempt_id, amount_minor, reason, status, created_at)
     values ($1, $2, 'at_provider', $3, $4)`,
    [attemptId, amountMinor, status, at],
  );

const addReturn = (
  payment: { attempt: number } | { invoice: number | null },
  amountMinor: number,
  at: string,
  kind: string,
) => {
  const columns = ['attempt' in payment ? payment.attempt : null, 'invoice' in payment ? payment.invoice : null];
  return kind === 'dispute'
    ? rows(
        `insert into disputes (stripe_dispute_id, attempt_id, invoice_id, amount_minor, reason, status, created_at, updated_at)
         values ('dp_' || gen_random_uuid(), $1, $2, $3, 'fraudulent', 'lost', $4, $4)`,
        [...columns, amountMinor, at],
      )
    : rows(
        `insert into refunds (attempt_id, invoice_id, amount_minor, reason, status, created_at)
         values ($1, $2, $3, 'at_provider', $5, $4)`,
        [...columns, amountMinor, at, kind],
      );
};

/** Adds the invoice of a payment, with the buyer's country and tax. */
const addDocument = (
  payment: { attempt: number } | { invoice: number | null },
  country: string | null,
  taxMinor: number,
) =>
  rows(
    `insert into documents (kind, year, number, user_id, attempt_id, invoice_id, seller, buyer, lines, country, currency,
       tax_minor, total_minor, paid_at)
     select 'invoice', 2026, coalesce(max(number), 0) + 1, $1, $2, $3, '{}', '{}', '[]', $4, 'GBP', $5, 1999, now()
     from documents`,
    [
      member.userId,
      'attempt' in payment ? payment.attempt : null,
      'invoice' in payment ? payment.invoice : null,
      country,
      taxMinor,
    ],
  );

let lines = 0;
/** Adds a line of Stripe's balance with its fee. */
const addFee = (
  payment: { attempt: number } | { invoice: number | null },
  {
    feeMinor,
    at,
    kind = 'payment',
    currency = 'GBP',
  }: { feeMinor: number; at: string; kind?: string; currency?: string },
) => {
  lines += 1;
  const columns = ['attempt' in payment ? payment.attempt : null, 'invoice' in payment ? payment.invoice : null];
  return rows(
    `insert into payment_fees (stripe_balance_transaction_id, attempt_id, invoice_id, kind, amount_minor, fee_minor, currency,
       charged_at)
     values ($1, $2, $3, $4, 1999, $5, $6, $7)`,
    [`txn_${lines}`, ...columns, kind, feeMinor, currency, at],
  );
};

/** Sums the charged money by month in plain SQL over the ledger, without the tables of sums. */
async function ledgerByMonth(from = '2026-01-01', to = '2026-12-31') {
  return rows(
    `with taken as (
       select 'a' || a.id as payment, coalesce(p.purchased_at, a.succeeded_at, a.created_at) as at,
         a.amount_received_minor as amount
       from payment_attempts a left join purchases p on p.attempt_id = a.id
       where a.amount_received_minor > 0 and a.currency = 'GBP'
       union all
       select 'i' || id, paid_at, paid_minor from invoices where paid_minor > 0 and currency = 'GBP'
     )
     select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(amount)::integer as taken from taken
     where at >= $1::timestamp at time zone 'UTC' and at < ($2::date + 1)::timestamp at time zone 'UTC'
     group by 1 order by 1`,
    [from, to],
  );
}

/**
 * Computes in plain SQL over the ledger the sum of fees, the number of fees in other currencies, and the number of
 * payments without a known fee.
 */
const feesOfLedger = (from: string, to: string) =>
  rows(
    `with payments as (
       select a.id as attempt_id, null::integer as invoice_id, a.currency,
         coalesce(p.purchased_at, a.succeeded_at, a.created_at) as at
       from payment_attempts a left join purchases p on p.attempt_id = a.id where a.amount_received_minor > 0
       union all
       select null, id, currency, paid_at from invoices where paid_minor > 0
     ), fees as (
       select f.fee_minor, f.currency = 'GBP' and p.currency = 'GBP' as counts from payment_fees f
         join payments p on p.attempt_id = f.attempt_id or p.invoice_id = f.invoice_id
       where f.fee_minor > 0 and (f.charged_at at time zone 'UTC')::date between $1 and $2
     )
     select (select coalesce(sum(fee_minor) filter (where counts), 0)::integer from fees) as fees,
       (select count(*) filter (where not counts)::integer from fees) as others,
       (select count(*)::integer from payments p
         where p.currency = 'GBP' and (p.at at time zone 'UTC')::date between $1 and $2
           and not exists (select from payment_fees f where f.kind = 'payment'
             and (f.attempt_id = p.attempt_id or f.invoice_id = p.invoice_id))) as unknown`,
    [from, to],
  );

describe('revenue', () => {
  it('revenue is counted by month and kind, refunds on the day they are made, never above what was taken', async () => {
    const bought = await insertPurchase(portal.database, {
      userId: member.userId,
      resourceId,
      purchased_at: '2026-03-10T12:00:00Z',
    });
    await addRefund(bought.attempt_id, 1500, '2026-04-01T00:00:00Z');
    await addRefund(bought.attempt_id, 1500, '2026-05-01T00:00:00Z', 'pending');
    await addRefund(bought.attempt_id, 400, '2026-05-02T00:00:00Z', 'failed');
    // The later invoice is recorded first.
    const renewal = await addInvoice('sub_a', 899, '2026-04-05T00:00:00Z');
    expect((await activity()).revenue[3]).toMatchObject({ month: '2026-04', newSubscriptions: 8.99, renewals: 0 });
    await addInvoice('sub_a', 0, '2026-02-05T00:00:00Z');
    await addInvoice('sub_a', 899, '2026-03-05T23:59:59Z');
    await rows(
      `insert into disputes (stripe_dispute_id, invoice_id, amount_minor, reason, status, updated_at)
       values ('dp_a', $1, 899, 'fraudulent', 'lost', '2026-06-30T23:00:00Z')`,
      [renewal],
    );
    const { revenue, currency } = await activity();
    expect(currency).toBe('GBP');
    expect(revenue).toHaveLength(12);
    const nothing = { oneOff: 0, newSubscriptions: 0, renewals: 0, refunds: 0, net: 0, tax: 0, fees: 0 };
    expect(revenue.slice(1, 7)).toEqual([
      { ...nothing, month: '2026-02' },
      { ...nothing, month: '2026-03', oneOff: 19.99, newSubscriptions: 8.99, net: 28.98 },
      { ...nothing, month: '2026-04', renewals: 8.99, refunds: 15, net: -6.01 },
      { ...nothing, month: '2026-05', refunds: 4.99, net: -4.99 },
      { ...nothing, month: '2026-06', refunds: 8.99, net: -8.99 },
      { ...nothing, month: '2026-07' },
    ]);
  });

  it('revenue begins and ends with the days of the range, and leaves other currencies out', async () => {
    await insertPurchase(portal.database, {
      userId: (await portal.member()).userId,
      resourceId,
      purchased_at: '2026-03-10T00:00:00Z',
    });
    const { attempt_id } = await insertPurchase(portal.database, {
      userId: (await portal.member()).userId,
      resourceId,
      purchased_at: '2026-03-10T00:00:00Z',
    });
    await rows(`update payment_attempts set currency = 'USD', amount_received_minor = 5000 where id = $1`, [
      attempt_id,
    ]);
    expect((await activity('2026-03-10', '2026-03-10')).revenue).toMatchObject([{ oneOff: 39.98 }]);
    expect((await activity('2026-03-11', '2026-03-31')).revenue).toMatchObject([{ oneOff: 0 }]);
  });

  it('ADM-10 fees count on the day they are charged, those of other currencies apart, and one that is not known is no 0', async () => {
    const days = ['2026-08-01', '2026-09-30'] as const;
    const buy = async (at: string) => {
      const { userId } = await portal.member();
      return { attempt: (await insertPurchase(portal.database, { userId, resourceId, purchased_at: at })).attempt_id };
    };
    const [first, second] = [await buy('2026-08-31T23:00:00Z'), await buy('2026-09-10T10:00:00Z')];
    expect((await activity(...days)).fees).toEqual({ unknown: 2, others: 0 });
    await addFee(first, { feeMinor: 49, at: '2026-09-01T00:00:00Z' });
    await addFee(first, { feeMinor: 2000, at: '2026-09-20T00:00:00Z', kind: 'dispute' });
    // A line of the balance without a fee counts nowhere.
    await addFee(first, { feeMinor: 0, at: '2026-09-21T00:00:00Z', kind: 'refund' });
    await addFee(second, { feeMinor: 60, at: '2026-09-10T10:00:01Z', currency: 'EUR' });
    const dollars = await buy('2026-09-12T10:00:00Z');
    await rows(`update payment_attempts set currency = 'USD', amount_received_minor = 5000 where id = $1`, [
      dollars.attempt,
    ]);
    await addFee(dollars, { feeMinor: 70, at: '2026-09-12T10:00:01Z' });
    const { revenue, fees, byResource } = await activity(...days);
    expect(revenue.map((month) => month.fees)).toEqual([0, 20.49]);
    expect(fees).toEqual({ unknown: 0, others: 2 });
    expect(byResource).toMatchObject([{ resourceId, taken: 39.98, fees: 20.49 }]);
    const behind = await administrator.get<AnalyticsRow[]>(
      `/api/admin/analytics/rows?figure=fee&from=${days[0]}&to=${days[1]}`,
    );
    expect(behind.body).toMatchObject([
      { day: '2026-09-20', amount: 20, note: 'dispute', resourceTitle: 'Model register' },
      { day: '2026-09-01', amount: 0.49, note: 'payment' },
    ]);
  });

  it('equals plain SQL over the ledger and the billing pages of all members, whatever happens to payments', async () => {
    const buyers = [member, await portal.member(), await portal.member()];
    for (let number = 0; number < 40; number += 1) {
      const day = `2026-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`;
      const { id, attempt_id } = await insertPurchase(portal.database, {
        userId: buyers[number % 3]?.userId ?? member.userId,
        resourceId: (await insertResource(portal.database)).id,
        purchased_at: `${day}T10:00:00Z`,
      });
      if (number % 3 === 0) await addRefund(attempt_id, 700 * (1 + (number % 4)), `${day}T11:00:00Z`);
      if (number % 7 === 0) await activity();
      if (number % 5 === 0) await rows(`update refunds set status = 'canceled' where attempt_id = $1`, [attempt_id]);
      if (number % 11 === 0) {
        // Without its purchase, a payment counts on the day of its attempt.
        await rows('update payment_attempts set succeeded_at = $2 where id = $1', [attempt_id, `${day}T10:00:00Z`]);
        await rows('delete from purchases where id = $1', [id]);
      }
      if (number % 4 === 0) await addInvoice(`sub_${number % 3}`, 899 + number, `${day}T09:00:00Z`);
    }
    for (const [index, instant] of ['01-31T23:59:59', '02-01T00:00:00', '02-28T23:59:59', '03-01T00:00:00'].entries()) {
      await addInvoice('sub_edge', 101 * (index + 1), `2026-${instant}Z`);
    }
    await addInvoice('sub_edge', 777, '2026-12-31T23:59:59Z');
    await addInvoice('sub_edge', 888, '2027-01-01T00:00:00Z');
    const minor = (amount: number) => Math.round(amount * 100);
    const { revenue } = await activity('2026-01-01', '2027-01-31');
    // The last instants of a month and of a year belong to it; the first ones of the next do not.
    for (const [from, to] of [
      ['2026-01-01', '2026-12-31'],
      ['2026-01-31', '2026-02-01'],
      ['2026-02-28', '2026-03-01'],
      ['2026-02-10', '2026-02-10'],
      ['2026-03-09', '2026-07-17'],
      ['2026-06-30', '2026-06-30'],
      ['2025-12-31', '2026-01-01'],
      ['2025-12-15', '2027-01-15'],
    ] as const) {
      const taken = (await activity(from, to)).revenue.map((one) => ({
        month: one.month,
        taken: minor(one.oneOff) + minor(one.newSubscriptions) + minor(one.renewals),
      }));
      expect(taken.filter((one) => one.taken > 0)).toEqual(await ledgerByMonth(from, to));
    }

    const people = await rows('select distinct user_id from payment_attempts union select user_id from invoices');
    let kept = 0;
    for (const { user_id } of people) kept += await spentBy(user_id);
    expect(revenue.reduce((sum, { net }) => sum + minor(net), 0)).toBe(kept);
  });

  it('ADM-08 revenue by resource and by country adds up to all revenue, and to the rows behind, in random histories', {
    tags: 'long',
  }, async () => {
    let seed = 1 + (runSeed % 2147483646);
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const resources = await Promise.all(
      Array.from({ length: 14 }, (_, index) => insertResource(portal.database, { title: `Sold ${index}` })),
    );
    const kinds = ['succeeded', 'pending', 'failed', 'dispute'];
    for (let number = 0; number < 60; number += 1) {
      const day = `2026-${String(next(12) + 1).padStart(2, '0')}-${String(next(28) + 1).padStart(2, '0')}T10:00:00Z`;
      const isSubscription = next(3) === 0;
      const { userId } = await portal.member();
      const payment = isSubscription
        ? { invoice: await addInvoice(`sub_random_${next(6)}`, 500 + next(2000), day) }
        : {
            attempt: (
              await insertPurchase(portal.database, {
                userId,
                resourceId: resources[next(14)]?.id ?? 0,
                purchased_at: day,
              })
            ).attempt_id,
          };
      if (next(5) > 0) await addFee(payment, { feeMinor: next(90), at: day, currency: next(9) === 0 ? 'EUR' : 'GBP' });
      if (next(6) === 0) await addFee(payment, { feeMinor: 2000, at: day.replace('T10', 'T12'), kind: 'dispute' });
      if (next(4) > 0) await addDocument(payment, ['GB', 'DE', null][next(3)] ?? null, next(300));
      for (let back = next(3); back > 0; back -= 1) {
        await addReturn(payment, 1 + next(1800), day.replace('T10', `T1${back}`), kinds[next(4)] ?? 'succeeded');
      }
      if (next(9) === 0) await activity();
    }
    const minor = (amount: number) => Math.round(amount * 100);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + minor(amount), 0);
    const pageOf = async (search: string) => {
      const answer = await administrator.get<AnalyticsRow[]>(`/api/admin/analytics/rows?pageSize=200&${search}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['x-total-count']).toBe(String(answer.body.length));
      return sum(answer.body.map(({ amount }) => amount));
    };
    for (const [from, to] of [
      ['2026-01-01', '2026-12-31'],
      ['2026-03-09', '2026-07-17'],
      ['2026-05-05', '2026-05-05'],
    ] as const) {
      const { revenue, byResource, byCountry, returns, fees } = await activity(from, to);
      const [net, refunds] = [sum(revenue.map((month) => month.net)), sum(revenue.map((month) => month.refunds))];
      for (const places of [byResource, byCountry]) {
        expect([sum(places.map((place) => place.net)), sum(places.map((place) => place.refunds))]).toEqual([
          net,
          refunds,
        ]);
        expect(sum(places.map((place) => place.fees))).toBe(sum(revenue.map((month) => month.fees)));
      }
      const days = `from=${from}&to=${to}`;
      const [ledger] = await feesOfLedger(from, to);
      expect([sum(revenue.map((month) => month.fees)), fees]).toEqual([
        ledger?.fees,
        { unknown: ledger?.unknown, others: ledger?.others },
      ]);
      expect(await pageOf(`figure=fee&${days}`)).toBe(ledger?.fees);
      const unknown = await administrator.get(`/api/admin/analytics/rows?figure=unknown-fee&${days}`);
      expect(unknown.headers['x-total-count']).toBe(String(ledger?.unknown));
      for (const { kind, resourceId, net: kept } of byResource.filter((place) => place.kind !== 'others')) {
        const figure = kind === 'resource' ? `figure=payment&resourceId=${resourceId}` : 'figure=subscription-payment';
        expect(await pageOf(`${figure}&${days}`)).toBe(minor(kept));
      }
      for (const { country, net: kept } of byCountry) {
        expect(await pageOf(`figure=payment&country=${country ?? 'none'}&${days}`)).toBe(minor(kept));
      }
      expect(await pageOf(`figure=lost-dispute&${days}`)).toBe(minor(returns.lostAmount));
      expect(await pageOf(`figure=refund&${days}`)).toBe(refunds);
      const opened = await administrator.get<AnalyticsRow[]>(`/api/admin/analytics/rows?figure=dispute&${days}`);
      expect(opened.headers['x-total-count']).toBe(String(returns.disputes));
    }
    const people = await rows('select distinct user_id from payment_attempts union select user_id from invoices');
    let kept = 0;
    for (const { user_id } of people) kept += await spentBy(user_id);
    const { revenue } = await activity('2026-01-01', '2027-01-31');
    expect(sum(revenue.map(({ net }) => net))).toBe(kept);
    expect((await brokenInvariants(portal.database)).filter(({ broken }) => broken.startsWith('I22'))).toEqual([]);
  });

  it('revenue is answered from sums: payments themselves are not read', async () => {
    const before = await activity();
    const other = await portal.database.owner.connect();
    await other.query('begin');
    await other.query(`lock table payment_attempts, purchases, invoices in access exclusive mode`);
    expect(await activity()).toEqual(before);
    await other.query('rollback');
    other.release();
  });

  it('many changes at once are worked off in parts, and working one off again changes nothing', async () => {
    await rows('insert into analytics_changes (source, subject) select $1, id from payment_attempts', ['attempt']);
    const [{ folded } = { folded: 0 }] = await rows('select fold_analytics(5) as folded');
    expect(folded).toBe(5);
    const sums = await rows('select * from analytics_days order by 1, 2, 3');
    await rows('select fold_analytics(10000)');
    expect(await rows('select * from analytics_days order by 1, 2, 3')).toEqual(sums);
    expect(await rows('select * from analytics_changes')).toEqual([]);
  });
});

/** Returns the total of a member's own billing page, in minor units. */
async function spentBy(userId: number): Promise<number> {
  const actor = {
    userId,
    role: 'user' as const,
    signInId: 0,
    signedInSecondsAgo: 0,
    connectionId: null,
    isFresh: true,
    allowsCounting: false,
    timeZone: 'UTC',
  };
  const origin = { ip: '', requestId: 'test' };
  const billing = await getBilling({ db: portal.database.db, now: new Date(), actor, origin }, 'GBP');
  return Math.round(billing.totalSpent * 100);
}
