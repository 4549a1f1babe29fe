/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewDirectoryToken } from '#contract/organisations/directory.ts';
import type { Client } from '#tests/support/client.ts';
import { connectedCompany } from '#tests/support/company.ts';
import { patchOf, scimUser } from '#tests/support/directory.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';
import { seed } from '#tests/support/seed.ts';

let counterpart: Counterpart;
let portal: TestPortal;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

it('SSO-05 SSO-08 SSO-10 in random histories nothing of an organisation opens for a person outside it', async () => {
  let state = seed;
  // Numbers of the minimal standard generator (Park and Miller).
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const company = await connectedCompany(portal, counterpart);
  const names = ['ada', 'ben', 'cleo', 'dina'];
  const browsers = new Map<string, Client[]>(names.map((name) => [name, []]));
  const idOf = async (name: string) =>
    (await rows('select id from users where email = $1 and deleted_at is null', [`${name}@${company.domain}`]))[0]?.id;

  const made = await company.owner.post<NewDirectoryToken>(`${company.path}/directory/tokens`, { name: 'Entra' });
  const scim = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    portal.app.inject({
      method,
      url: `/scim/v2/${company.id}/Users${path}`,
      headers: { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/scim+json' },
      ...(payload && { payload }),
    });
  const records = new Map<string, string>();
  /** Changes the directory's record of a person, which is added if there is none. */
  const setActive = async (name: string, active: boolean) => {
    const id = records.get(name);
    if (id) return scim('PATCH', `/${id}`, patchOf({ op: 'Replace', path: 'active', value: active }));
    const reply = await scim('POST', '', scimUser(name, company.domain, { active }));
    if (reply.statusCode === 201) records.set(name, String(reply.json().id));
    return reply;
  };

  const steps: Record<string, (name: string) => Promise<unknown>> = {
    come: async (name) => {
      const browser = portal.visitor();
      browsers.get(name)?.push(browser);
      const back = await counterpart.come(browser, company.connectionId, company.person(name));
      if (back.headers.location !== '/auth?view=link') return;
      await browser.post('/api/sso/pending/mail');
      await portal.runJobs();
      const mail = portal.sentMails.findLast(({ to, text }) => to.startsWith(name) && text.includes('view=link'));
      await browser.post('/api/sso/pending/link', { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none' });
    },
    remove: async (name) => company.owner.delete(`${company.path}/people/${(await idOf(name)) ?? 0}`),
    leave: async (name) => {
      const [browser] = browsers.get(name) ?? [];
      return browser?.delete(`${company.path}/people/${(await idOf(name)) ?? 0}`);
    },
    reactivate: (name) => setActive(name, true),
    deactivate: (name) => setActive(name, false),
    delete: async (name) => {
      const id = records.get(name);
      records.delete(name);
      return id && scim('DELETE', `/${id}`);
    },
    invite: (name) =>
      company.owner.post(`${company.path}/invitations`, { emails: [`${name}@${company.domain}`], role: 'learner' }),
    disable: () => company.owner.post(`${company.connectionPath}/disable`),
    activate: () => company.owner.post(`${company.connectionPath}/activate`),
    require: () =>
      rows(
        `update connections set state = 'enforced' where id = $1 and state = 'active'
      and exists (select from connection_domains d where d.connection_id = $1)`,
        [company.connectionId],
      ),
    lose: async () => {
      await rows(`update organisation_domains set dns_failing_since = now() - interval '8 days' where domain = $1`, [
        company.domain,
      ]);
      await runTask(portal, 'check-domains');
    },
    prove: async () => {
      const [domain] = await rows(
        `update organisation_domains set proven_at = now(), dns_proven_at = now(), dns_failing_since = null
         where domain = $1 returning id`,
        [company.domain],
      );
      await company.owner.patch(company.connectionPath, { domainIds: [domain.id] });
    },
  };
  const weighed = [
    ...Array<string>(6).fill('come'),
    'remove',
    'remove',
    'leave',
    'invite',
    'invite',
    'disable',
    'activate',
    'activate',
    'require',
    'lose',
    'prove',
    'prove',
    'reactivate',
    'reactivate',
    'reactivate',
    'deactivate',
    'deactivate',
    'delete',
  ];
  for (const name of names) await setActive(name, true);
  for (let count = 0; count < 150; count += 1) {
    const [step, name] = [pick(weighed), pick(names)];
    await steps[step]?.(name);
    await expectInvariants(portal.database);
    const inside = await rows(
      `select u.email from organisation_people p join users u on u.id = p.user_id where p.organisation_id = $1`,
      [company.id],
    );
    for (const [who, opened] of browsers) {
      if (inside.some(({ email }) => email === `${who}@${company.domain}`)) continue;
      for (const browser of opened) {
        const { status } = await browser.get('/api/user');
        expect([count, step, name, who, status]).toEqual([count, step, name, who, 401]);
      }
    }
  }
  expect(await rows('select from organisation_offboardings')).not.toEqual([]);
});
