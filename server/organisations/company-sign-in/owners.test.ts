import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionTest } from '#contract/identity/connections.ts';
import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import type { CompanyConnection } from '#contract/organisations/company-sign-in.ts';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Counterpart, type Person, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const html = { accept: 'text/html' };

let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** A second owner of the company, whose sign-in is fresh. */
async function secondOwner(at = company) {
  const member = await portal.member();
  const place = 'insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)';
  await rows(place, [member.userId, at.id, 'owner']);
  const [{ email }] = await rows('select email from users where id = $1', [member.userId]);
  return Object.assign(member, { email: String(email) });
}

/** Tests a connection as this person at the provider. */
async function testAs(owner: Client, path: string, person: Person): Promise<ConnectionTest> {
  const begun = await owner.post(`${path}/test`);
  await owner.get(await counterpart.answerFor(String(begun.body.address), person), html);
  return (await owner.get<ConnectionTest>(`/api/sso/${path.split('/').at(-1)}/test`)).body;
}

const accountAt = async (name: string, change = 'email_verified_at = now()') => {
  const { userId } = await portal.member();
  await rows(`update users set email = $2, ${change} where id = $1`, [userId, `${name}@${company.domain}`]);
  return userId;
};

describe('a test of a connection', () => {
  it('SSO-03 only the tester sees the values of the claims that arrived; another owner sees which arrived', async () => {
    const test = await testAs(company.owner, company.connectionPath, company.person('secretive'));
    const email = `secretive@${company.domain}`;
    expect(test).toMatchObject({ isOwn: true, works: true });
    expect(test.claims).toContainEqual({ claim: 'email', isPresent: true, value: email });
    const second = await secondOwner();
    const shown = (await company.show(second)).test;
    expect(shown).toMatchObject({ isOwn: false, works: true, outcome: test.outcome });
    expect(shown?.claims).toEqual(test.claims.map((claim) => ({ ...claim, value: null })));
    expect(JSON.stringify(shown)).not.toContain('secretive');
    const rejected = await second.get(`/api/sso/${company.connectionId}/test`);
    expect([rejected.status, rejected.body.code]).toEqual([404, 'connections.test-not-found']);
    expect((await company.show()).test?.claims).toEqual(test.claims);
  });

  it('SSO-03 a test says what the portal would do with each kind of person, and links none', async () => {
    const outcomeOf = async (name: string) =>
      (await testAs(company.owner, company.connectionPath, company.person(name))).outcome;
    expect(await outcomeOf('newcomer')).toBe(
      'Open an account with this address, add it to Northmere Council as a learner and sign you in.',
    );
    await accountAt('known');
    expect(await outcomeOf('known')).toBe(
      'Ask you once to prove that the account with this address is yours, then link it.',
    );
    await accountAt('unproven', 'email_verified_at = null');
    expect(await outcomeOf('unproven')).toBe(
      'Empty the account with this address, which was never verified, and link it.',
    );
    const administrator = await accountAt('boss', `role = 'administrator'`);
    expect(await outcomeOf('boss')).toBe(
      'Refuse the sign-in, because the account is of an administrator of the portal.',
    );
    await rows(`update users set role = 'user' where id = $1`, [administrator]);
    expect(await rows('select subject from connection_identities')).toEqual([]);

    const browser = portal.visitor();
    await counterpart.come(browser, company.connectionId, company.person('linked'));
    expect(await outcomeOf('linked')).toBe('Sign you in: the account is linked already.');
    const { id } = (await browser.get('/api/user')).body;
    expect((await company.owner.delete(`${company.path}/people/${id}`)).status).toBe(200);
    expect(await outcomeOf('linked')).toMatch(/^Refuse the sign-in: Your organisation ended your membership\./);
  });

  it('SSO-03 a test of a connection of the portal says whether registration is open to the address', async () => {
    const administrator = await portal.administrator();
    const { issuer, clientId, clientSecret } = counterpart;
    const form = { name: 'Staff', issuer, clientId, clientSecret, vouches: 'all' };
    const { body } = await administrator.post<PortalConnection>('/api/admin/connections', form);
    counterpart.allow(body.redirectAddress);
    const outcomeOf = async () =>
      (await testAs(administrator, `/api/admin/connections/${body.id}`, company.person('anyone'))).outcome;
    expect(await outcomeOf()).toBe('Open an account with this address and sign you in.');
    const settings = (registration: string) =>
      administrator.put('/api/admin/portal-settings', { registration, registrationDomains: [] });
    expect((await settings('invited')).status).toBe(200);
    expect(await outcomeOf()).toBe('Refuse the sign-in, because registration is closed to this address.');
    await settings('open');
  });
});

describe('what owners learn of a connection', () => {
  it('SSO-13 all owners are mailed when a connection becomes active and when it changes, with the name of who did it', async () => {
    const at = await connectedCompany(portal, counterpart, { name: 'Harbour account' });
    const second = await secondOwner(at);
    await portal.runJobs();
    const mailsTo = (email: string) =>
      portal.sentMails.filter(({ to, subject }) => to === email && subject.startsWith('Harbour account'));
    const [{ email: first, name }] = await rows(
      `select email, trim(first_name || ' ' || last_name) as name from users where id = $1`,
      [at.owner.userId],
    );
    expect(mailsTo(first)).toMatchObject([
      {
        subject: 'Harbour account is offered to your people',
        text: expect.stringContaining(`${name} offered Harbour account to the people of your organisation.`),
      },
    ]);
    // It is active already.
    expect((await at.owner.post(`${at.connectionPath}/activate`)).status).toBe(200);
    expect((await at.owner.patch(at.connectionPath, { sessionHours: 8 })).status).toBe(200);
    await portal.runJobs();
    for (const email of [first, second.email]) {
      expect(mailsTo(email)).toMatchObject([
        { subject: 'Harbour account is offered to your people' },
        {
          subject: 'Harbour account was changed',
          text: expect.stringContaining(`${name} changed the sign-in with Harbour account.`),
        },
      ]);
    }
  });

  it('SSO-13 each change of an organisation’s connection is an entry in the audit log, without a secret', async () => {
    const at = await connectedCompany(portal, counterpart);
    await at.owner.patch(at.connectionPath, { name: 'Quay account', clientSecret: 'another secret of tests' });
    await at.owner.post(`${at.connectionPath}/disable`);
    await at.owner.delete(at.connectionPath);
    const entries = await rows(
      `select action, actor_user_id, before, after from audit_log where object = 'connection' and object_id = $1 order by id`,
      [at.connectionId],
    );
    expect(entries.map(({ action }) => action)).toEqual(['create', 'test', 'activate', 'update', 'disable', 'delete']);
    for (const entry of entries) {
      expect(entry.after).toMatchObject({ organisationId: at.id });
      expect(entry.actor_user_id).toBe(at.owner.userId);
    }
    expect(entries[3]).toMatchObject({
      before: { name: 'Fairbourne account' },
      after: { name: 'Quay account', newProof: true },
    });
    expect(JSON.stringify(entries)).not.toMatch(/another secret|a secret of tests/);
  });
});

describe('the domains and the issuer of a connection', () => {
  it('SSO-01 a domain moves to the connection that the owner chooses, and one that is foreign or not verified to none', async () => {
    const at = await connectedCompany(portal, counterpart);
    const find = async () =>
      (await portal.visitor().post('/api/sso/find', { email: `anyone@${at.domain}` })).body.connection;
    const { issuer, clientId, clientSecret } = counterpart;
    const form = { name: 'Second account', issuer, clientId, clientSecret };
    const second = await at.owner.post<CompanyConnection>(`${at.path}/connections`, form);
    // The domain leads to the first connection already.
    expect(second.body.domains).toEqual([]);
    const path = `${at.path}/connections/${second.body.id}`;
    const [own] = (await at.show()).domains;
    const domainId = own?.id ?? 0;
    const foreign = (await company.show()).domains[0]?.id;
    const unproven = (await at.owner.post(`${at.path}/domains`, { domain: 'quay.example' })).body.id;
    for (const [id, name] of [
      [foreign, String(foreign)],
      [unproven, 'quay.example'],
    ]) {
      const rejected = await at.owner.patch(path, { name: 'Renamed', domainIds: [domainId, id] });
      expect([rejected.status, rejected.body.message]).toEqual([
        409,
        `“${name}” is not verified by its DNS record. Verify it first.`,
      ]);
    }
    expect((await at.show()).domains).toEqual([own]);
    expect(await find()).toMatchObject({ connectionId: at.connectionId });

    const moved = await at.owner.patch<CompanyConnection>(path, { domainIds: [domainId] });
    expect(moved.body).toMatchObject({ name: 'Second account', domains: [own] });
    expect((await at.show()).domains).toEqual([]);
    // The second one is not offered yet.
    expect(await find()).toBeNull();
    await at.owner.patch(at.connectionPath, { domainIds: [domainId] });
    expect(await find()).toMatchObject({ connectionId: at.connectionId });
    expect((await company.show()).domains).toHaveLength(1);
    await expectInvariants(portal.database);
  });

  it('SSO-10 a required connection whose last domain moves to another one becomes optional, and owners are mailed', async () => {
    const { issuer, clientId, clientSecret } = counterpart;
    const form = { name: 'Second account', issuer, clientId, clientSecret };
    for (const isNew of [true, false]) {
      const at = await connectedCompany(portal, counterpart, { name: `First account ${isNew}` });
      const [own] = (await at.show()).domains;
      const domainIds = [own?.id ?? 0];
      const second = isNew ? null : (await at.owner.post(`${at.path}/connections`, form)).body.id;
      await rows(`update connections set state = 'enforced', enforced_at = now(), enforced_by = $2 where id = $1`, [
        at.connectionId,
        at.owner.userId,
      ]);
      const moved =
        second === null
          ? await at.owner.post(`${at.path}/connections`, { ...form, domainIds })
          : await at.owner.patch(`${at.path}/connections/${second}`, { domainIds });
      expect(moved.body).toMatchObject({ domains: [own] });
      expect(await at.show()).toMatchObject({ state: 'active', domains: [] });
      await expectInvariants(portal.database);
      await portal.runJobs();
      expect(portal.sentMails.filter(({ subject }) => subject.includes(`First account ${isNew} is no longer`))).toEqual(
        [expect.objectContaining({ text: expect.stringContaining('allowed other ways to sign in') })],
      );
    }
  });

  it('SSO-02 a connection is not saved with another issuer than its discovery document names, not even by a slash', async () => {
    const at = await connectedCompany(portal, counterpart);
    const { clientId, clientSecret } = counterpart;
    const issuer = `${counterpart.issuer}/`;
    const message = `The discovery document names another issuer: ${counterpart.issuer}. Enter exactly that one if it is yours.`;
    const before = await at.show();
    const form = { name: 'Slash', issuer, clientId, clientSecret };
    for (const rejected of [
      await at.owner.post(`${at.path}/connections`, form),
      await at.owner.patch(at.connectionPath, { issuer, name: 'Slash' }),
    ]) {
      expect([rejected.status, rejected.body.code, rejected.body.message]).toEqual([
        409,
        'connections.issuer-other',
        message,
      ]);
    }
    expect(await at.show()).toEqual(before);
    expect(await rows('select from connections where issuer = $1', [issuer])).toEqual([]);
  });
});
