import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalyticsActivity, AnalyticsRow } from '#contract/operations/analytics.ts';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import type { Client } from '#tests/support/client.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { seed as runSeed } from '#tests/support/seed.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const range = 'from=2026-01-01&to=2026-04-30';
const recurring = async () =>
  (await administrator.get<AnalyticsActivity>(`/api/admin/analytics/activity?${range}`)).body.recurring;
const rowsBehind = (figure: string, more = '') =>
  administrator.get<AnalyticsRow[]>(`/api/admin/analytics/rows?figure=${figure}&${range}${more}`);

let subscriptions = 0;
async function subscribe(userId: number, plan: 'monthly' | 'annual', amountMinor: number, day: string) {
  subscriptions += 1;
  const [row] = await rows(
    `insert into subscriptions (user_id, plan, amount_minor, currency, stripe_subscription_id, started_at)
     values ($1, $2, $3, 'GBP', $4, now()) returning id`,
    [userId, plan, amountMinor, `sub_worth_${subscriptions}`],
  );
  await change(row?.id, day, `status = 'active'`);
  return Number(row?.id);
}

/** Changes a subscription on a day, as a sync does. */
async function change(id: number, day: string, set: string): Promise<void> {
  const [{ last }] = await rows('select coalesce(max(id), 0) as last from recurring_changes');
  await rows(`update subscriptions set ${set} where id = $1`, [id]);
  await portal.database.owner.query('update recurring_changes set changed_at = $1 where id > $2', [
    `${day}T10:00:00Z`,
    last,
  ]);
  await rows(
    'insert into subscription_states (subscription_id, status, snapshot_number) select id, status, 1 from subscriptions where id = $1',
    [id],
  );
}

it('PERM-01 refuses the rows behind a figure to visitors and members, and wrong figures and days', async () => {
  const address = `/api/admin/analytics/rows?figure=churn&${range}`;
  expect((await portal.visitor().get(address)).status).toBe(401);
  expect((await (await portal.member()).get(address)).status).toBe(403);
  expect((await rowsBehind('wages')).status).toBe(400);
  expect((await rowsBehind('churn', '&page=0')).status).toBe(400);
  const backwards = '/api/admin/analytics/rows?figure=churn&from=2026-02-01&to=2026-01-01';
  expect((await administrator.get(backwards)).body).toMatchObject({ message: 'from must not be after to' });
});

it('ADM-06 recurring revenue is what running subscriptions are worth, and each change of it is counted once', async () => {
  const [mira, jo] = [await portal.member(), await portal.member()];
  const first = await subscribe(mira.userId, 'monthly', 899, '2026-01-10');
  const second = await subscribe(jo.userId, 'annual', 10000, '2026-01-20');
  await change(first, '2026-02-03', `plan = 'annual', amount_minor = 8999`);
  // An update that leaves the monthly worth unchanged records no change.
  await change(second, '2026-02-04', `status = 'past_due'`);
  await change(second, '2026-02-05', `amount_minor = 12000`);
  await change(first, '2026-03-01', `status = 'canceled'`);
  const returned = await subscribe(mira.userId, 'monthly', 899, '2026-03-15');
  await change(returned, '2026-05-01', `status = 'canceled'`);
  const of = (kind: string, amount: number) => ({ kind, amount, subscriptions: 1 });
  expect(await recurring()).toEqual([
    { month: '2026-01', total: 17.32, changes: [{ kind: 'new', amount: 17.32, subscriptions: 2 }] },
    { month: '2026-02', total: 17.5, changes: [of('expansion', 1.67), of('contraction', -1.49)] },
    { month: '2026-03', total: 18.99, changes: [of('returned', 8.99), of('churn', -7.5)] },
    { month: '2026-04', total: 18.99, changes: [] },
  ]);
  const churned = await rowsBehind('churn');
  expect(churned.headers['x-total-count']).toBe('1');
  expect(churned.body).toEqual([
    expect.objectContaining({ day: '2026-03-01', amount: -7.5, memberId: mira.userId, resourceTitle: null }),
  ]);
});

it('ADM-06 trials, duplicates and unpaid attempts are worth nothing', async () => {
  const before = await recurring();
  for (const set of [`status = 'trialing'`, `status = 'incomplete'`, `status = 'active', is_duplicate = true`]) {
    const { userId } = await portal.member();
    subscriptions += 1;
    await rows(
      `insert into subscriptions (user_id, plan, amount_minor, currency, stripe_subscription_id, started_at)
       values ($1, 'monthly', 899, 'GBP', $2, now())`,
      [userId, `sub_worth_${subscriptions}`],
    );
    const [{ id }] = await rows('select max(id) as id from subscriptions');
    await change(id, '2026-01-15', set);
  }
  expect(await recurring()).toEqual(before);
});

it('ADM-06 counts a paused or suspended subscription as worth nothing, but not as lost or returned', async () => {
  const sums = async () => {
    const months = await recurring();
    return { last: months.at(-1)?.total ?? 0, kinds: months.at(-1)?.changes.map(({ kind }) => kind) ?? [] };
  };
  const { userId } = await portal.member();
  const before = (await sums()).last;
  const worth = async () => Math.round(((await sums()).last - before) * 100);
  const id = await subscribe(userId, 'monthly', 899, '2026-04-01');
  expect(await worth()).toBe(899);
  await change(id, '2026-04-02', `suspended_at = now()`);
  expect(await worth()).toBe(0);
  await change(id, '2026-04-03', `suspended_at = null`);
  expect(await worth()).toBe(899);
  // A pause begins and ends by the clock, without an update of the row.
  await change(
    id,
    '2026-04-04',
    `pause_starts_at = now() + interval '1 day', pause_ends_at = now() + interval '31 days'`,
  );
  expect(await worth()).toBe(899);
  await portal.database.owner.query(`alter table subscriptions disable trigger subscriptions_worth_noted`);
  await rows(`update subscriptions set pause_starts_at = '2026-04-05T10:00:00Z' where id = $1`, [id]);
  expect(await worth()).toBe(0);
  await rows(`update subscriptions set pause_ends_at = '2026-04-20T10:00:00Z' where id = $1`, [id]);
  expect(await worth()).toBe(899);
  await portal.database.owner.query(`alter table subscriptions enable trigger subscriptions_worth_noted`);
  expect(
    await rows(
      'select kind, change_minor, changed_at::date::text as day from recurring_changes where subscription_id = $1 order by id',
      [id],
    ),
  ).toEqual([
    { kind: 'new', change_minor: 899, day: '2026-04-01' },
    { kind: 'contraction', change_minor: -899, day: '2026-04-02' },
    { kind: 'expansion', change_minor: 899, day: '2026-04-03' },
    { kind: 'contraction', change_minor: -899, day: '2026-04-05' },
    { kind: 'expansion', change_minor: 899, day: '2026-04-20' },
  ]);
  await change(id, '2026-04-21', `status = 'canceled'`);
  expect(await worth()).toBe(0);
});

it('ADM-06 a price that includes tax is worth its net, as its latest paid invoice says; added tax changes nothing', async () => {
  const total = async () => (await recurring()).at(-1)?.total ?? 0;
  const before = await total();
  const [one, other] = [await portal.member(), await portal.member()];
  const inclusive = await subscribe(one.userId, 'annual', 12_000, '2026-04-01');
  const exclusive = await subscribe(other.userId, 'monthly', 1000, '2026-04-01');
  await change(inclusive, '2026-04-01', `tax_mode = 'inclusive'`);
  await change(exclusive, '2026-04-01', `tax_mode = 'exclusive'`);
  const pay = (id: number, userId: number, totalMinor: number, taxMinor: number) =>
    rows(
      `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, status, description, total_minor, tax_minor,
         paid_minor, currency, attempt_count, issued_at, paid_at, last_snapshot_number)
       select $2, 'in_worth_' || $1, stripe_subscription_id, 'paid', 'Portal Subscription', $3, $4, $3, 'GBP', 1, now(), now(), 1
       from subscriptions where id = $1::integer`,
      [id, userId, totalMinor, taxMinor],
    );
  await pay(inclusive, one.userId, 12_000, 2000);
  await pay(exclusive, other.userId, 1200, 200);
  // 100.00 a year net is 8.33 a month.
  expect(Math.round(((await total()) - before) * 100)).toBe(833 + 1000);
  const changes = await rows('select kind, change_minor from recurring_changes where subscription_id = $1', [
    inclusive,
  ]);
  expect(changes).toEqual([{ kind: 'new', change_minor: 833 }]);
  for (const id of [inclusive, exclusive]) await change(id, '2026-04-02', `status = 'canceled'`);
  const broken = await brokenInvariants(portal.database);
  expect(broken.filter(({ broken: which }) => which === 'I36')).toEqual([]);
});

it('ADM-07 the rows behind revenue are its payments and refunds, page by page, and add up to it', async () => {
  const buyers = [await portal.member(), await portal.member(), await portal.member()];
  const { id: resourceId } = await insertResource(portal.database, { title: 'Bought thrice', access_type: 'purchase' });
  for (const [index, { userId }] of buyers.entries()) {
    const { attempt_id } = await insertPurchase(portal.database, {
      userId,
      resourceId,
      purchased_at: `2026-02-0${index + 1}T10:00:00Z`,
    });
    await rows(
      `insert into refunds (attempt_id, amount_minor, reason, status, created_at)
       values ($1, 500, 'at_provider', 'succeeded', '2026-02-20T10:00:00Z')`,
      [attempt_id],
    );
  }
  await portal.database.pool.query(`update users set deleted_at = now() where id = $1`, [buyers[0]?.userId]);
  const { revenue } = (await administrator.get<AnalyticsActivity>(`/api/admin/analytics/activity?${range}`)).body;
  const pages = [await rowsBehind('one-off', '&pageSize=2'), await rowsBehind('one-off', '&pageSize=2&page=2')];
  expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(['3', '3']);
  const bought = pages.flatMap(({ body }) => body);
  expect(bought.map(({ day, memberId }) => [day, memberId])).toEqual(
    buyers.map(({ userId }, index) => [`2026-02-0${index + 1}`, userId]).toReversed(),
  );
  expect(bought.every(({ resourceTitle }) => resourceTitle === 'Bought thrice')).toBe(true);
  expect(bought.at(-1)?.memberEmail).toBeNull();
  const inMinor = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  expect(inMinor(bought.map(({ amount }) => amount))).toBe(inMinor(revenue.map(({ oneOff }) => oneOff)));
  const back = (await rowsBehind('refund')).body;
  expect(inMinor(back.map(({ amount }) => amount))).toBe(inMinor(revenue.map(({ refunds }) => refunds)));
});

it('ADM-08 SUBSCR-23 cancellations are counted by reason, and trials and losses open the subscriptions behind them', async () => {
  const [one, other, silent] = [await portal.member(), await portal.member(), await portal.member()];
  const ids = [];
  for (const { userId } of [one, other, silent]) ids.push(await subscribe(userId, 'monthly', 899, '2026-01-05'));
  const cancel = (id: number | undefined, reason: string | null, comment: string | null) =>
    rows(
      `update subscriptions set cancelled_at = '2026-02-10T10:00:00Z', cancel_reason = $2, cancel_comment = $3 where id = $1`,
      [id, reason, comment],
    );
  await cancel(ids[0], 'unused', 'No time');
  await cancel(ids[1], 'unused', null);
  await cancel(ids[2], null, null);
  const { body } = await administrator.get<AnalyticsActivity>(`/api/admin/analytics/activity?${range}`);
  expect(body.cancellations).toEqual([
    { reason: 'unused', subscriptions: 2, stayed: 0 },
    { reason: null, subscriptions: 1, stayed: 0 },
  ]);
  const cancelled = await rowsBehind('cancellation');
  expect(cancelled.headers['x-total-count']).toBe('3');
  expect(cancelled.body.map(({ note }) => note).toSorted()).toEqual(['unused', 'unused: No time', null].toSorted());
  const sums = (figure: 'lost' | 'trialsEnded' | 'trialsConverted') =>
    body.subscriptions.reduce((sum, month) => sum + month[figure], 0);
  for (const [figure, count] of [
    ['lost', sums('lost')],
    ['trial-ended', sums('trialsEnded')],
    ['trial-converted', sums('trialsConverted')],
  ] as const) {
    expect((await rowsBehind(figure)).headers['x-total-count']).toBe(String(count));
  }
  for (const wrong of ['&country=gb', '&resourceId=0']) expect((await rowsBehind('payment', wrong)).status).toBe(400);
});

it('ADM-06 whatever happens to a subscription, its changes add up to what it is worth', { tags: 'long' }, async () => {
  const states = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'];
  let seed = 1 + (runSeed % 2147483646);
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let one = 0; one < 12; one += 1) {
    const id = await subscribe((await portal.member()).userId, 'monthly', 899, '2026-01-01');
    for (let step = 0; step < 12; step += 1) {
      const plan = next(2) === 0 ? 'monthly' : 'annual';
      await rows(
        `update subscriptions set plan = $2, amount_minor = $3, status = $4, is_duplicate = $5 where id = $1`,
        [id, plan, next(20_000), states[next(states.length)], next(5) === 0],
      );
    }
    await rows(`update subscriptions set status = 'canceled', is_duplicate = false where id = $1`, [id]);
    await rows(
      'insert into subscription_states (subscription_id, status, snapshot_number) select id, status, 2 from subscriptions where id = $1',
      [id],
    );
    const [{ sum }] = await rows('select sum(change_minor) as sum from recurring_changes where subscription_id = $1', [
      id,
    ]);
    expect(sum).toBe(0);
  }
  const broken = await brokenInvariants(portal.database);
  expect(broken.filter(({ broken: which }) => which === 'I36')).toEqual([]);
});
