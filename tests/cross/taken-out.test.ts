import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import { isEndpoint } from '#server/platform/http/openapi.ts';
import { oneQuestion, publishCheck } from '#tests/support/checks.ts';
import { insertResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Person;
let resourceId: number;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  organisation = await seatedOrganisation(portal, 'manager', 'learner');
  resourceId = (await insertResource(portal.database, {})).id;
  await portal.database.pool.query(
    `insert into assignments (organisation_id, user_id, resource_id, made_by, due_on)
     values ($1, $2, $3, $4, current_date + 30)`,
    [organisation.id, organisation.others[1]?.userId, resourceId, organisation.owner.userId],
  );
  await publishCheck(administrator, resourceId, [oneQuestion('first')]);
});
afterAll(() => portal.close());

const day = new Date().toISOString().slice(0, 10);
const month = day.slice(0, 7);

/** Calls of each file that names people or holds what is sold, with the entry that a download adds. */
const taken: Record<string, { query: string; entry: string }[]> = {
  '/api/users/csv': [{ query: '?search=example&columns=email', entry: 'user download list' }],
  '/api/admin/subscriptions/csv': [{ query: '?search=example&columns=status', entry: 'subscription download list' }],
  '/api/admin/audit-log/csv': [{ query: '?person=example', entry: 'audit-log download list' }],
  '/api/admin/accounts/csv': [
    { query: `?month=${month}&part=entries`, entry: `accounts download ${month}` },
    { query: `?month=${month}&part=fees`, entry: `accounts download ${month}` },
  ],
  // Codes are worth money, and a check's file has the right answers.
  '/api/admin/promo-codes/csv': [{ query: '?search=example&columns=used', entry: 'promo-code download list' }],
  '/api/admin/resources/csv': [{ query: '?search=example&columns=status', entry: 'resource download list' }],
  '/api/admin/catalogue-export': [
    { query: '?format=csv', entry: 'catalogue download list' },
    { query: '?format=json', entry: 'catalogue download list' },
  ],
  '/api/admin/resources/:id/check/export': [{ query: '', entry: 'resource export-check :id' }],
  '/api/organisations/:id/assignments/csv': [{ query: '?search=example', entry: 'organisation download-assignments' }],
  '/api/organisations/:id/directory/ended/csv': [{ query: '', entry: 'organisation download-offboardings' }],
  '/api/organisations/:id/evidence': [{ query: `?from=${day}&to=${day}`, entry: 'organisation download-evidence' }],
};

/** Files that leave no entry, with the reason. */
const withoutEntry: Record<string, string> = {
  '/api/admin/content/versions/:version': 'Texts and questions that every member sees',
  '/api/admin/imports/:id/report': 'What is wrong with the file that the administrator sent',
  '/api/user/data-export': 'About the caller alone',
};

it('ADM-32 every file of rows that the API has, and every file for administrators, leaves an audit entry, or has a reason why not', () => {
  const isList = (type: string) => type === 'text/csv' || type === 'application/zip';
  const paths = Object.values(endpointFiles)
    .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
    .filter(
      ({ caller, responseTypes = [] }) =>
        responseTypes.some(isList) || (caller === 'administrator' && responseTypes.length > 0),
    )
    .map(({ path }) => path);
  expect(paths.toSorted()).toEqual([...Object.keys(taken), ...Object.keys(withoutEntry)].toSorted());
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
    const isOfOrganisation = path.startsWith('/api/organisations/');
    const ofOrganisation = path.includes('/directory/') ? organisation.owner : (organisation.others[0] as Person);
    const caller = isOfOrganisation ? ofOrganisation : administrator;
    for (const { query, entry } of calls) {
      const url = `${path.replace(':id', String(isOfOrganisation ? organisation.id : resourceId))}${query}`;
      const before = await lastEntry();
      const rejected = isOfOrganisation ? (organisation.others[1] as Person) : caller;
      if (isOfOrganisation) expect((await rejected.get(url)).status).toBe(403);
      else expect((await (await portal.member()).get(url)).status).toBe(403);
      expect((await caller.send({ method: 'HEAD', url })).status).toBe(200);
      expect(await entriesSince(before)).toEqual([]);
      expect((await caller.get(url)).status).toBe(200);
      const left = await entriesSince(before);
      expect(left).toEqual([
        { entry: entry.replace(':id', String(resourceId)), after: expect.any(Object), actor: caller.userId },
      ]);
      expect(JSON.stringify(left)).not.toContain('example');
    }
  },
);

it('ADM-32 a list is not handed out when its entry cannot be written', async () => {
  await portal.database.owner.query(`create function refuse_entries() returns trigger language plpgsql as $$ begin raise 'No entry'; end $$;
    create trigger refused before insert on audit_log for each row execute function refuse_entries()`);
  const urls = ['/api/users/csv?columns=email', '/api/admin/catalogue-export?format=json'];
  const answers = await Promise.all(urls.map((url) => administrator.get<string>(url)));
  await portal.database.owner.query('drop function refuse_entries cascade');
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/@|accessType/);
});
