import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalyticsActivity } from '#contract/operations/analytics.ts';
import type { Client } from '#tests/support/client.ts';
import { daysAround } from '#tests/support/days-around.ts';
import { insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { visitsOf } from './rules.ts';
import { createVisitLimits } from './visit-limits.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO: '1' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const address = '/api/public/visits';
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const visit = (landing: string, host: string) => portal.visitor().post(address, { landing, host });
const activity = async () =>
  (
    await administrator.get<AnalyticsActivity>(
      `/api/admin/analytics/activity?from=${daysAround.from}&to=${daysAround.to}`,
    )
  ).body;
/** Returns the counted visits; reading the figures stores the counts of this process. */
const counted = async () => {
  await activity();
  return rows('select landing, host, visits from visit_days order by landing, host');
};
const register = (email: string, arrival?: object) =>
  portal.visitor().post('/api/register', {
    firstName: 'Iona',
    lastName: 'Castellane',
    password: 'portal-demo',
    email,
    ...(arrival && { arrival }),
  });

const noHosts = [
  '',
  'localhost',
  '192.168.1.5',
  'Example.org',
  'a b.org',
  'https://a.org/x',
  `${'a.'.repeat(130)}org`,
  7,
];
const rejected: [object, string][] = [
  [{}, 'landing must be one of catalogue, resource, assessment'],
  [{ landing: 'browse', host: 'direct' }, 'landing must be one of catalogue, resource, assessment'],
  ...noHosts.map((host): [object, string] => [
    { landing: 'catalogue', host },
    'host must be the name of a host such as example.org, "direct" or "other"',
  ]),
];

it.each(rejected)('FRONT-15 the visit %j is refused with 400 and not counted', async (given, message) => {
  const before = await counted();
  const { status, body } = await portal.visitor().post(address, given);
  expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
  expect(await counted()).toEqual(before);
});

it('FRONT-15 refuses visits that another site sends, and of pages that are closed, and counts none of them', async () => {
  const foreign = await portal.app.inject({
    method: 'POST',
    url: address,
    headers: { origin: 'https://elsewhere.example' },
    payload: { landing: 'catalogue', host: 'elsewhere.example' },
  });
  expect(foreign.statusCode).toBe(403);
  await administrator.put('/api/admin/portal-settings', { catalogueIsPublic: false });
  expect((await visit('catalogue', 'closed.example')).status).toBe(404);
  expect((await visit('resource', 'closed.example')).status).toBe(404);
  expect((await visit('assessment', 'open.example')).status).toBe(200);
  await administrator.put('/api/admin/portal-settings', { catalogueIsPublic: true, assessmentIsPublic: false });
  expect((await visit('assessment', 'closed.example')).status).toBe(404);
  await administrator.put('/api/admin/portal-settings', { assessmentIsPublic: true });
  expect(await counted()).toEqual([{ landing: 'assessment', host: 'open.example', visits: 1 }]);
  await rows('delete from visit_days');
});

it('FRONT-15 counts visits by day, page and host, and keeps nothing about the visitor', async () => {
  const before = await rows('select key from limit_counters order by key');
  for (const host of ['news.example', 'news.example', 'direct']) {
    const { status, headers } = await visit('catalogue', host);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  }
  await visit('resource', 'news.example');
  expect(await counted()).toEqual([
    { landing: 'catalogue', host: 'direct', visits: 1 },
    { landing: 'catalogue', host: 'news.example', visits: 2 },
    { landing: 'resource', host: 'news.example', visits: 1 },
  ]);
  await visit('resource', 'news.example');
  expect(await activity()).toMatchObject({
    visitsByHost: [
      { host: 'news.example', visits: 4, registrations: 0, firstPurchases: 0 },
      { host: 'direct', visits: 1, registrations: 0, firstPurchases: 0 },
    ],
    visitsByLanding: [
      { landing: 'catalogue', visits: 3 },
      { landing: 'resource', visits: 2 },
    ],
  });
  expect(await rows('select key from limit_counters order by key')).toEqual(before);
  await rows('delete from visit_days');
});

it('FRONT-15 names at most 200 hosts of a day and counts the visits of others as "other"', async () => {
  await rows(
    `insert into visit_days (day, landing, host, visits)
     select (now() at time zone 'UTC')::date, 'catalogue', 'h' || n || '.example', 1 from generate_series(1, 199) as n`,
  );
  for (const host of ['seldom.example', 'often.example', 'often.example', 'h1.example', 'direct']) {
    await visit('resource', host);
  }
  await activity();
  const found = await rows(`select host, visits from visit_days where landing = 'resource' order by host`);
  expect(found).toEqual([
    { host: 'direct', visits: 1 },
    { host: 'h1.example', visits: 1 },
    { host: 'often.example', visits: 2 },
    { host: 'other', visits: 1 },
  ]);
  await rows('delete from visit_days');
});

it('FRONT-15 limits the hosts and the visits that one network can add', () => {
  const limits = createVisitLimits({ visits: 5, hosts: 2 });
  const take = (network: string, host: string, atMs = 0) => limits.take(network, host, atMs);
  expect(['a.example', 'b.example', 'c.example', 'a.example', 'direct'].map((host) => take('one', host))).toEqual([
    'a.example',
    'b.example',
    'other',
    'a.example',
    'direct',
  ]);
  expect(() => take('one', 'direct')).toThrow('Too many attempts. Please try again in 1 hour.');
  expect(take('two', 'c.example')).toBe('c.example');
  expect(take('one', 'c.example', 3_600_000)).toBe('c.example');
});

it('FRONT-15 counts registrations from public pages, and the first payment of their members once', async () => {
  const bad = await register('bad@example.org', { landing: 'resource', host: 'not a host' });
  expect(bad.status).toBe(400);
  expect(await rows(`select from users where email = 'bad@example.org'`)).toEqual([]);
  const arrival = { landing: 'resource', host: 'news.example' };
  const buyer = (await register('buyer@example.org', arrival)).body;
  await register('reader@example.org', arrival);
  await register('subscriber@example.org', { landing: 'assessment', host: 'direct' });
  await register('nowhere@example.org');
  const first = { visits: 0, registrations: 2, firstPurchases: 0 };
  expect((await activity()).visitsByHost).toEqual([
    { host: 'news.example', ...first },
    { host: 'direct', ...first, registrations: 1 },
  ]);

  for (const _ of [1, 2]) {
    const { id } = await insertResource(portal.database, { access_type: 'purchase', price_minor: 900 });
    await insertPurchase(portal.database, { userId: Number(buyer.id), resourceId: id });
  }
  await rows(
    `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, status, description, total_minor,
       tax_minor, paid_minor, currency, attempt_count, issued_at, paid_at, last_snapshot_number)
     select id, 'in_visit', 'sub_visit', 'paid', 'Portal Subscription', 900, 0, 900, 'EUR', 1, now(), now(), 1
     from users where email in ('subscriber@example.org')`,
  );
  expect((await activity()).visitsByHost).toEqual([
    { host: 'news.example', visits: 0, registrations: 2, firstPurchases: 1 },
    { host: 'direct', visits: 0, registrations: 1, firstPurchases: 1 },
  ]);
  expect((await activity()).visitsByLanding).toEqual([
    { landing: 'resource', visits: 0, registrations: 2, firstPurchases: 1 },
    { landing: 'assessment', visits: 0, registrations: 1, firstPurchases: 1 },
  ]);
});

it('FRONT-15 a deleted account no longer says where its member came from', async () => {
  const member = portal.visitor();
  await member.post('/api/register', {
    firstName: 'Iona',
    lastName: 'Castellane',
    password: 'portal-demo',
    email: 'leaver@example.org',
    arrival: { landing: 'catalogue', host: 'leaver.example' },
  });
  const ofLeaver = () => rows(`select id from users where arrival_host = 'leaver.example'`);
  expect(await ofLeaver()).toHaveLength(1);
  const leaving = { method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } } as const;
  expect((await member.send(leaving)).status).toBe(200);
  expect(await ofLeaver()).toEqual([]);
});

it('FRONT-15 visits are deleted when no range of days reaches them', async () => {
  await rows(
    `insert into visit_days (day, landing, host, visits)
     select (now() at time zone 'UTC')::date - days, 'catalogue', 'direct', 1 from unnest(array[1100, 1101]) as days`,
  );
  await rows(`select graphile_worker.add_job('delete-old-visits')`);
  await portal.runJobs();
  expect(await rows(`select (now() at time zone 'UTC')::date - day as days from visit_days`)).toEqual([{ days: 1100 }]);
});

it('FRONT-15 figures name the hosts with the most visits and sum the others up', () => {
  const of = (host: string, visits: number) => ({
    landing: 'catalogue' as const,
    host,
    visits,
    registrations: 1,
    firstPurchases: 0,
  });
  const found = [of('other', 90), of('a.example', 1), of('b.example', 5), of('c.example', 7)];
  expect(visitsOf(found, 2).visitsByHost).toEqual([
    { host: 'c.example', visits: 7, registrations: 1, firstPurchases: 0 },
    { host: 'b.example', visits: 5, registrations: 1, firstPurchases: 0 },
    { host: 'other', visits: 91, registrations: 2, firstPurchases: 0 },
  ]);
});
