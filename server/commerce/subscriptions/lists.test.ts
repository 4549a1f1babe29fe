import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminSubscription } from '#contract/commerce/subscriptions.ts';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createPayingPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const list = (query = '') => administrator.get<AdminSubscription[]>(`/api/admin/subscriptions${query}`);

describe('the list for administrators', () => {
  beforeAll(async () => {
    const rows: object[] = [
      { status: 'active', started_at: new Date() },
      { status: 'trialing', started_at: new Date(), trial_end: new Date('2026-12-14T00:00:00Z') },
      { status: 'active', started_at: new Date(), cancel_at: new Date('2026-12-14T00:00:00Z') },
      { status: 'past_due', started_at: new Date(), suspended_at: new Date() },
      { status: 'canceled', started_at: new Date(), cancel_at_period_end: true, suspended_at: new Date() },
      { status: 'incomplete', stripe_subscription_id: 'sub_open' },
      // Attempts that have expired or never reached the provider are not shown.
      { status: 'incomplete_expired', stripe_subscription_id: 'sub_gone' },
      { status: 'incomplete' },
    ];
    for (const [index, fields] of rows.entries()) {
      const member = await portal.member({ firstName: `Ånsel ${index}`, lastName: '100%_sure' });
      await portal.database.db.kysely
        .insertInto('subscriptions')
        .values({ user_id: member.userId, amount_minor: 899, currency: 'GBP', ...fields })
        .execute();
    }
  });

  it('ADM-15 refuses the file of the list to others, and columns and statuses that it does not have', async () => {
    const path = '/api/admin/subscriptions/csv';
    expect((await portal.visitor().get(path)).status).toBe(401);
    expect((await (await portal.member()).get(path)).status).toBe(403);
    for (const query of ['columns=amount', 'status=paused']) {
      expect([query, (await administrator.get(`${path}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('ADM-15 ADM-SUB-03 the file has what the search finds, with the status that the list shows', async () => {
    const path = '/api/admin/subscriptions/csv?search=100%25_sure&columns=status&columns=trial';
    const file = await administrator.get(path);
    const [heading, ...lines] = file.raw.toString().trim().split('\n');
    expect(heading).toBe('Id,User,Status,Trial ends (UTC)');
    expect(lines.map((line) => line.replace(/^\d+,/, ''))).toEqual([
      'Ånsel 5 100%_sure,incomplete,',
      'Ånsel 4 100%_sure,canceled,',
      'Ånsel 3 100%_sure,suspended,',
      'Ånsel 2 100%_sure,cancelling,',
      'Ånsel 1 100%_sure,trialing,2026-12-14T00:00:00.000Z',
      'Ånsel 0 100%_sure,active,',
    ]);
    const cancelling = (await administrator.get(`${path}&status=cancelling`)).raw.toString();
    expect(cancelling.trim().split('\n')).toEqual([heading, lines[3]]);
  });

  it('API-53 ADM-SUB-01 lists subscriptions that ran or have an open first payment, newest first', async () => {
    const { body, headers } = await list();
    expect(
      body.map(({ status, temporarySuspended, cancelAtPeriodEnd }) => [status, temporarySuspended, cancelAtPeriodEnd]),
    ).toEqual([
      ['incomplete', false, false],
      ['canceled', false, false],
      ['past_due', true, false],
      ['active', false, true],
      ['trialing', false, false],
      ['active', false, false],
    ]);
    expect(headers['x-total-count']).toBe('6');
    expect(body[4]).toMatchObject({
      userName: 'Ånsel 1 100%_sure',
      userEmail: expect.stringContaining('@'),
      trialEnd: '2026-12-14T00:00:00.000Z',
      currentPeriodStart: null,
    });
    const second = await list('?page=2&pageSize=4');
    expect(second.body.map(({ status }) => status)).toEqual(['trialing', 'active']);
    expect(second.headers['x-total-count']).toBe('6');
  });

  it('ADM-SUB-02 searches subscriptions by name and address, ignoring case and accents, and filters them by status', async () => {
    expect((await list('?search=ansel%201')).body).toHaveLength(1);
    expect((await list('?search=MEMBER-')).body).toHaveLength(6);
    expect((await list('?search=100%25_')).body).toHaveLength(6);
    expect((await list('?search=100x')).body).toHaveLength(0);
    const found = async (status: string) => (await list(`?status=${status}`)).body.map((row) => row.status);
    expect(await found('suspended')).toEqual(['past_due']);
    expect(await found('cancelling')).toEqual(['active']);
    expect(await found('active')).toEqual(['past_due', 'active', 'active']);
    expect(await found('trialing')).toEqual(['trialing']);
    expect(await found('canceled')).toEqual(['canceled']);
    expect(await found('other')).toEqual(['incomplete']);
    expect(await found('past_due')).toEqual(['past_due']);
    expect((await list('?status=none')).status).toBe(400);
  });

  it('ADM-SUB-02 counts as active and on trial what the filter finds and the chart of Analytics ends with', async () => {
    const { body } = await administrator.get('/api/admin/subscriptions/counts');
    expect(body).toEqual({ active: 3, trial: 1, suspended: 1, cancelling: 1 });
    const today = new Date().toISOString().slice(0, 10);
    const activity = await administrator.get<AnalyticsActivity>(
      `/api/admin/analytics/activity?from=${today}&to=${today}`,
    );
    expect(activity.body.subscriptions).toMatchObject([{ active: 3, trial: 1 }]);
    const total = async (status: string) => (await list(`?status=${status}`)).headers['x-total-count'];
    expect([await total('active'), await total('trialing')]).toEqual(['3', '1']);
  });
});

describe('products and prices at Stripe', () => {
  const form = {
    type: 'report',
    accessType: 'subscription',
    title: 'A workspace',
    description: 'For many teams.',
    monthlyPrice: '12.50',
    annualPrice: '120',
    isPublished: true,
  };
  const productOf = async (id: number) => {
    const [row] = await portal.rows('select stripe_product_id as product from resources where id = $1', [id]);
    return String(row?.product);
  };

  it('SUBSCR-11 makes a product and its prices once by a job when a resource is saved, and renames the product with it', async () => {
    const { body } = await administrator.post<{ id: number }>('/api/admin/resources', form);
    await portal.runJobs();
    const product = await productOf(body.id);
    expect((await portal.stripe.products.retrieve(product)).name).toBe('A workspace');
    await administrator.put(`/api/admin/resources/${body.id}`, { ...form, title: 'A better one', monthlyPrice: '14' });
    await administrator.put(`/api/admin/resources/${body.id}`, { ...form, title: 'A better one', monthlyPrice: '14' });
    await portal.runJobs();
    expect(await productOf(body.id)).toBe(product);
    expect((await portal.stripe.products.retrieve(product)).name).toBe('A better one');
    const prices = (await portal.stripe.prices.list({ product, limit: 100 })).data;
    expect(prices.map(({ unit_amount }) => unit_amount).sort()).toEqual([12_000, 1250, 1400]);
    const { body: seen } = await administrator.get(`/api/resources/${body.id}`);
    expect(seen).toMatchObject({ stripeProductId: product, monthlyPrice: 14 });
  });

  it('makes no product for drafts, and makes missing ones by the sweep', async () => {
    const before = (await portal.stripe.products.list({ limit: 100 })).data.length;
    await administrator.post('/api/admin/resources', { ...form, isPublished: false });
    await portal.runJobs();
    expect((await portal.stripe.products.list({ limit: 100 })).data).toHaveLength(before);
    const restored = await portal.addResource({ title: 'Restored', accessType: 'subscription', priceMinor: null });
    await portal.runTask('sweep-stripe-prices');
    expect((await portal.stripe.products.retrieve(await productOf(restored))).name).toBe('Restored');
  });
});
