import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import { isEndpoint } from '#server/platform/http/openapi.ts';
import { insertResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Person;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  organisation = await seatedOrganisation(portal, 'manager', 'learner');
  const resourceId = (await insertResource(portal.database, {})).id;
  await portal.database.pool.query(
    `insert into assignments (organisation_id, user_id, resource_id, made_by, due_on)
     values ($1, $2, $3, $4, current_date + 30)`,
    [organisation.id, organisation.others[1]?.userId, resourceId, organisation.owner.userId],
  );
});
afterAll(() => portal.close());

const day = new Date().toISOString().slice(0, 10);
const month = day.slice(0, 7);

/** Calls of each file about several people, with the entry that a download adds. */
const taken: Record<string, { query: string; entry: string }[]> = {
  '/api/users/csv': [{ query: '?search=example&columns=email', entry: 'user download list' }],
  '/api/admin/subscriptions/csv': [{ query: '?search=example&columns=status', entry: 'subscription download list' }],
  '/api/admin/audit-log/csv': [{ query: '?person=example', entry: 'audit-log download list' }],
  '/api/admin/accounts/csv': [
    { query: `?month=${month}&part=entries`, entry: `accounts download ${month}` },
    { query: `?month=${month}&part=fees`, entry: `accounts download ${month}` },
  ],
  '/api/organisations/:id/assignments/csv': [{ query: '?search=example', entry: 'organisation download-assignments' }],
  '/api/organisations/:id/evidence': [{ query: `?from=${day}&to=${day}`, entry: 'organisation download-evidence' }],
};

/** Files about no person except the caller. */
const withoutPeople = new Set([
  '/api/admin/catalogue-export',
  '/api/admin/imports/:id/report',
  '/api/admin/promo-codes/csv',
  '/api/admin/resources/csv',
  '/api/user/data-export',
]);

const lists = new Set(['text/csv', 'application/zip']);

it('ADM-32 every file of rows that the API has either leaves an audit entry or names no person', () => {
  const paths = Object.values(endpointFiles)
    .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
    .filter(({ replyTypes = [] }) => replyTypes.some((type) => lists.has(type)))
    .map(({ path }) => path);
  expect(paths.toSorted()).toEqual([...Object.keys(taken), ...withoutPeople].toSorted());
});

const entriesSince = async (id: number) =>
  (
    await portal.database.pool.query<{ entry: string; after: object; actor: number }>(
      `select object || ' ' || action || case when object = 'organisation' then '' else ' ' || object_id end as entry,
         after, actor_user_id as actor from audit_log where id > $1 order by id`,
      [id],
    )
  ).rows;
const lastEntry = async () =>
  Number((await portal.database.pool.query('select coalesce(max(id), 0) as id from audit_log')).rows[0].id);

it.each(Object.entries(taken))(
  'ADM-32 %s leaves an audit entry with its caller and without what was searched for',
  async (path, calls) => {
    const isOfOrganisation = path.includes(':id');
    const caller = isOfOrganisation ? (organisation.others[0] as Person) : administrator;
    for (const { query, entry } of calls) {
      const url = `${path.replace(':id', String(organisation.id))}${query}`;
      const before = await lastEntry();
      const refused = isOfOrganisation ? (organisation.others[1] as Person) : caller;
      if (isOfOrganisation) expect((await refused.get(url)).status).toBe(403);
      else expect((await (await portal.member()).get(url)).status).toBe(403);
      expect((await caller.send({ method: 'HEAD', url })).status).toBe(200);
      expect(await entriesSince(before)).toEqual([]);
      expect((await caller.get(url)).status).toBe(200);
      const left = await entriesSince(before);
      expect(left).toEqual([{ entry, after: expect.any(Object), actor: caller.userId }]);
      expect(JSON.stringify(left)).not.toContain('example');
    }
  },
);

it('ADM-32 a list is not handed out when its entry cannot be written', async () => {
  await portal.database.owner.query(`create function refuse_entries() returns trigger language plpgsql as $$ begin raise 'No entry'; end $$;
    create trigger refused before insert on audit_log for each row execute function refuse_entries()`);
  const answer = await administrator.get<string>('/api/users/csv?columns=email');
  await portal.database.owner.query('drop function refuse_entries cascade');
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toContain('@');
});
