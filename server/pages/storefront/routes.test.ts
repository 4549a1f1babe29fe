import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO: '1' });
  await insertResource(portal.database, { title: 'Bias review', type: 'report', tags: ['fairness'] });
  await insertResource(portal.database, {
    title: 'Annual plan',
    type: 'book',
    access_type: 'purchase',
    price_minor: 500,
  });
  await insertResource(portal.database, { title: 'Draft plan', type: 'book', is_published: false });
});
afterAll(() => portal.close());

it('FRONT-10 unknown filters, sorts and pages are refused with 400', async () => {
  for (const query of ['type=none', 'sort=drop', 'page=0', 'pageSize=201', `search=${'x'.repeat(101)}`]) {
    expect([query, (await portal.visitor().get(`/api/public/resources?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await portal.visitor().get('/api/public/resources/x')).status).toBe(400);
});

it('FRONT-10 lists, counts and shows listed resources to other sites, without cookies', async () => {
  const list = await portal.visitor().get<{ title: string }[]>('/api/public/resources?search=plan');
  expect(list.body.map(({ title }) => title)).toEqual(['Annual plan']);
  expect(Object.keys(list.body[0] ?? {})).not.toContain('onlineProductId');
  const counts = await portal.visitor().get('/api/public/counts');
  expect(counts.body).toMatchObject({ type: { report: 1, book: 1 }, accessType: { free: 1, purchase: 1 } });
  const one = await portal.visitor().get('/api/public/resources/1');
  expect(one.body).toMatchObject({ title: 'Bias review', tags: ['fairness'], related: [] });
  for (const { headers } of [list, counts, one]) {
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
});

it('FRONT-13 searches of one network share a limit; lists, filters and repeated searches do not count', async () => {
  const counters = async () => {
    const { rows } = await portal.database.pool.query(
      `select coalesce(sum(hits), 0)::integer as hits from limit_counters where key like 'public-search:%'`,
    );
    return rows[0].hits as number;
  };
  const countedOf = async (query: string) => {
    const before = await counters();
    await portal.visitor().get(`/api/public/resources?${query}`);
    return (await counters()) - before;
  };
  for (const query of ['', 'type=book', 'page=2']) expect([query, await countedOf(query)]).toEqual([query, 0]);
  // A late notice of the catalogue's change may empty the cache once more.
  await expect.poll(() => countedOf('search=plan')).toBe(0);
  expect(await countedOf('search=never-asked-before')).toBe(1);
  await portal.database.pool.query(`update limit_counters set hits = 60000 where key like 'public-search:%'`);
  expect((await portal.visitor().get('/api/public/resources?search=one-more')).status).toBe(429);
  expect((await portal.visitor().get('/api/public/resources?type=report')).status).toBe(200);
});
