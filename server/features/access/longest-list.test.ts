import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const listed = 10_001;
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  const client = await portal.database.owner.connect();
  // Without triggers, which would take ten times as long; what they count is added by itself.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into resources (title, description, type, access_type, currency, is_published)
     select 'Item ' || n, 'What was found out.', 'report', 'free', 'GBP', true from generate_series(1, ${listed}) as n`,
  );
  await client.query(
    `insert into resource_counts (type, access_type, principles_bits, resources) values ('report', 'free', 0, ${listed})
     on conflict (type, access_type, principles_bits) do update set resources = excluded.resources`,
  );
  client.release(true);
});
afterAll(() => portal.close());

it('ACCESS-09 names the first 10,000 of more resources, says how many there are, and counts them once', async () => {
  const member = await portal.member();
  const ask = () => member.get<{ resourceId: number }[]>('/api/user/resource-access');
  const first = await ask();
  expect(first.body.map(({ resourceId }) => resourceId)).toEqual(Array.from({ length: 10_000 }, (_, n) => n + 1));
  expect(first.headers['x-total-count']).toBe(String(listed));

  const query = vi.spyOn(portal.database.pool, 'query');
  const second = await ask();
  // Who is asking, and what is theirs.
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
  expect([second.body, second.headers['x-total-count']]).toEqual([first.body, String(listed)]);
});
