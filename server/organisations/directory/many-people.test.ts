import { afterAll, beforeAll, expect, it } from 'vitest';
import { elapsedMs } from '#server/platform/clock.ts';
import { organisationWithDirectory, patchOf, scimUser } from '#tests/support/directory.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterAll(() => portal.close());

it('SCIM-05 500 people are created, changed and deactivated in one go, four requests at a time', {
  tags: 'long',
}, async () => {
  const { scim, domain, id } = await organisationWithDirectory(portal);
  const names = Array.from({ length: 500 }, (_, index) => `person-${index}`);
  const ids = new Map<string, string>();
  const inTurns = async (work: (name: string) => Promise<{ status: number }>, status: number) => {
    const times: number[] = [];
    const queue = [...names];
    const run = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const start = elapsedMs();
        const reply = await work(name);
        times.push(elapsedMs() - start);
        expect([name, reply.status]).toEqual([name, status]);
      }
    };
    await Promise.all([run(), run(), run(), run()]);
    times.sort((one, other) => one - other);
    return `p50 ${Math.round(times[250] ?? 0)} ms, p95 ${Math.round(times[475] ?? 0)} ms`;
  };
  const created = await inTurns(async (name) => {
    const reply = await scim('POST', '/Users', scimUser(name, domain));
    ids.set(name, String(reply.body.id));
    return reply;
  }, 201);
  const changed = await inTurns(
    (name) => scim('PATCH', `/Users/${ids.get(name)}`, patchOf({ op: 'Replace', path: 'displayName', value: name })),
    200,
  );
  const ended = await inTurns(
    (name) => scim('PATCH', `/Users/${ids.get(name)}`, patchOf({ op: 'Replace', path: 'active', value: 'False' })),
    200,
  );
  process.stdout.write(`500 people: created ${created}; changed ${changed}; deactivated ${ended}\n`);
  const { rows } = await portal.database.pool.query(
    `select action, count(*)::integer as entries from audit_log
     where object = 'organisation' and object_id = $1::text and action like '%by-directory' group by 1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { action: 'add-by-directory', entries: 500 },
    { action: 'change-by-directory', entries: 500 },
    { action: 'end-by-directory', entries: 500 },
  ]);
  const page = await scim('GET', '/Users?startIndex=301&count=500');
  expect(page.body).toMatchObject({ totalResults: 500, startIndex: 301, itemsPerPage: 200 });
  await expectInvariants(portal.database);
});
