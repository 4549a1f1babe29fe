import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WaysIn } from '#contract/identity/sign-in-ways.ts';
import { appointAdministrator } from '#server/identity/sign-in/admin-actions.ts';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

// A private address gets a link that gives the account to its reader, so it must be the person's own.

let counterpart: Counterpart;
let identity: TestIdentity;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  identity = await startTestIdentity('http://portal.test');
  const { outbound } = counterpart;
  portal = await createTestPortal({}, { outbound, identityProvider: identity.provider });
  company = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
  await identity.close();
});
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const password = 'portal-demo';
const chosen = 'quiet-harbour-9';
const path = '/api/user/private-address';
const code = async (answer: Promise<{ status: number; body: { code?: unknown } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const privateOf = async (userId: number) =>
  (await rows('select email, new_email from private_addresses where user_id = $1', [userId]))[0];
const mailsTo = (to: string) => portal.sentMails.filter((one) => one.to === to);

let people = 0;
/** An account that a person of the mailbox `private` has registered and prepared by a private address. */
async function prepared({ isVerified }: { isVerified: boolean }) {
  const member = await portal.member();
  people += 1;
  const email = `person-${people}@${company.domain}`;
  const home = `former-${people}@home.example`;
  await rows(`update users set email = $2, email_verified_at = case when $3 then now() end where id = $1`, [
    member.userId,
    email,
    isVerified,
  ]);
  await rows('insert into private_addresses (user_id, email) values ($1, $2)', [member.userId, home]);
  await rows(
    `insert into confirm_codes (user_id, code_hash, expires_at) values ($1, '', now() + interval '9 minutes')`,
    [member.userId],
  );
  return { member, userId: member.userId, email, home, name: `person-${people}` };
}

async function linkTo(email: string, pattern: RegExp) {
  await portal.runJobs();
  return mailsTo(email)
    .map(({ text }) => pattern.exec(text)?.[1])
    .findLast((token) => token !== undefined);
}

async function resetBy(email: string, more = {}) {
  await portal.visitor().post('/api/forgot-password', { email });
  const token = await linkTo(email, /reset-password\?token=([\w-]+)/);
  return (await portal.visitor().post('/api/reset-password', { token, password: chosen, ...more })).status;
}

async function codeMailedTo(email: string) {
  await portal.runJobs();
  return /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0];
}

describe('a private address of a former holder', () => {
  it('SSO-05 RESET-18 a private address of a former holder gets no link to an account that the company gave to its person', async () => {
    const { member: stranger, userId, email, home, name } = await prepared({ isVerified: false });
    const person = portal.visitor();
    const back = await counterpart.come(person, company.connectionId, company.person(name));
    expect([back.headers.location, (await person.get('/api/user')).body.id]).toEqual(['/', userId]);
    expect(await privateOf(userId)).toBeUndefined();
    expect((await stranger.get('/api/user')).status).toBe(401);
    expect((await company.owner.delete(`${company.path}/people/${userId}`)).status).toBe(200);
    await portal.runJobs();
    expect(mailsTo(home)).toEqual([]);
    expect(await rows('select email, password_hash from users where id = $1', [userId])).toEqual([
      { email, password_hash: null },
    ]);
  });

  const handOvers: [
    how: string,
    isVerified: boolean,
    handOver: (one: Awaited<ReturnType<typeof prepared>>) => unknown,
  ][] = [
    ['a reset', false, ({ email }) => resetBy(email)],
    ['a reset of a verified address', true, ({ email }) => resetBy(email)],
    [
      'a link that verifies the address',
      false,
      async ({ member, email }) => {
        await member.post('/api/user/verification-mail');
        const token = await linkTo(email, /verify-email\?token=([\w-]+)/);
        expect((await portal.visitor().post('/api/verify-email', { token })).status).toBe(200);
      },
    ],
    [
      'Google',
      false,
      ({ email }) => identity.come(portal.visitor(), { email, isVerified: 'true', isWorkspace: 'true' }),
    ],
    [
      'an administrator who changes the address',
      true,
      async ({ userId }) => {
        const form = { firstName: 'A', lastName: 'B', email: `moved-${userId}@example.org` };
        expect((await (await portal.administrator()).put(`/api/users/${userId}`, form)).status).toBe(200);
      },
    ],
    [
      'the command that appoints an administrator',
      false,
      ({ email }) =>
        portal.database.transaction((db) =>
          appointAdministrator(
            { db, now: new Date(), actor: null, origin: { ip: 'console', requestId: 'test' } },
            email,
            portal.env.publicUrl,
          ),
        ),
    ],
  ];
  it.each(handOvers)(
    'RESET-18 a private address of a former holder ends with %s',
    async (_how, isVerified, handOver) => {
      const one = await prepared({ isVerified });
      await handOver(one);
      expect(await privateOf(one.userId)).toBeUndefined();
      expect(await rows('select from confirm_codes where user_id = $1', [one.userId])).toEqual([]);
      expect((await one.member.get('/api/user')).status).toBe(401);
    },
  );

  it.each(['stored', 'confirmed'])(
    'RESET-18 a private address is not %s by a call that was under way when the owner of the address reset the password',
    async (deed) => {
      const { member, userId, email, home } = await prepared({ isVerified: true });
      await member.put(path, { email: `other-${home}` });
      const mailed = await codeMailedTo(`other-${home}`);
      await portal.visitor().post('/api/forgot-password', { email });
      const token = await linkTo(email, /reset-password\?token=([\w-]+)/);
      const account = { statement: 'select from users where id = $1 for update', values: [userId] };
      const [reset, late] = await queueBehind(portal.database, account, [
        () => portal.visitor().post('/api/reset-password', { token, password: chosen }),
        () =>
          deed === 'stored'
            ? member.put(path, { email: `third-${home}` })
            : member.post(`${path}/confirm`, { code: mailed }),
      ]);
      expect([reset?.status, late?.status]).toEqual([200, 401]);
      expect(await privateOf(userId)).toBeUndefined();
    },
  );
});

describe('the own private address', () => {
  it('SSO-05 a private address is refused while the address of the account is not verified', async () => {
    const member = await portal.member();
    await rows('update users set email_verified_at = null where id = $1', [member.userId]);
    const asked = () => code(member.put(path, { email: 'own@home.example' }));
    expect(await asked()).toEqual([409, 'connections.private-unverified']);
    expect(await privateOf(member.userId)).toBeUndefined();
    await portal.runJobs();
    expect(mailsTo('own@home.example')).toEqual([]);
    await rows('update users set email_verified_at = now() where id = $1', [member.userId]);
    expect(await asked()).toEqual([200, undefined]);
  });

  it('SET-20 RESET-18 a private address is kept by a new password when its member asks for that', async () => {
    const keep = ['private-address'];
    const reset = await prepared({ isVerified: true });
    expect(await resetBy(reset.email, { keep })).toBe(200);
    expect(await privateOf(reset.userId)).toMatchObject({ email: reset.home });
    const change = async (more: object) => {
      const { member, userId } = await prepared({ isVerified: true });
      const form = { currentPassword: password, newPassword: chosen, confirmPassword: chosen, ...more };
      expect((await member.post('/api/user/change-password', form)).status).toBe(200);
      return (await privateOf(userId)) !== undefined;
    };
    expect([await change({}), await change({ keep })]).toEqual([false, true]);
    const stranger = await prepared({ isVerified: false });
    expect(await resetBy(stranger.email, { keep })).toBe(200);
    expect(await privateOf(stranger.userId)).toBeUndefined();
  });

  it('SET-20 a private address is listed with the ways into the account once it is confirmed, and goes by its call', async () => {
    const { member, home } = await prepared({ isVerified: true });
    const listed = async (by: Client) => (await by.get<WaysIn>('/api/user/ways-in')).body.privateAddress;
    expect(await listed(member)).toBe(home);
    expect(await listed(await portal.member())).toBeNull();
    expect((await member.delete(path)).status).toBe(200);
    expect(await listed(member)).toBeNull();
  });

  it('ACCT-09 a private address leaves an entry in the audit log when an administrator confirms and removes it', async () => {
    const actions = async (person: Client & { userId: number }) => {
      await rows('update users set email_verified_at = now() where id = $1', [person.userId]);
      const email = `private-${person.userId}@home.example`;
      await person.put(path, { email });
      expect((await person.post(`${path}/confirm`, { code: await codeMailedTo(email) })).status).toBe(200);
      for (let time = 1; time <= 2; time += 1) expect((await person.delete(path)).status).toBe(200);
      const text = `select action, after from audit_log where object = 'user' and actor_user_id = $1 and member_user_id = $1
        and action like '%private%' order by id`;
      return rows(text, [person.userId]);
    };
    expect(await actions(await portal.administrator())).toEqual([
      { action: 'set-private-address', after: null },
      { action: 'remove-private-address', after: null },
    ]);
    expect(await actions(await portal.member())).toEqual([]);
  });
});

describe('codes to private addresses', () => {
  it('SSO-05 codes to private addresses are limited to five a day for one address in any spelling, and to fifty for one network', async () => {
    const strict = await createTestPortal(production);
    const query = async (text: string) => (await strict.database.pool.query(text)).rows;
    const askers: Client[] = [];
    const mailed = async (email: string, client: Client) => (await client.put(path, { email })).status;
    const asker = async () => {
      const member = await strict.member();
      await strict.database.pool.query('update users set email_verified_at = now() where id = $1', [member.userId]);
      return member;
    };
    for (let person = 0; person < 6; person += 1) askers.push(await asker());
    const [first, second] = askers as [Client, Client];
    // A call that is refused for another reason mails nothing, and counts for no address.
    const unverified = await strict.member();
    for (let time = 0; time < 5; time += 1) expect(await mailed('one@home.example', unverified)).toBe(409);
    for (let time = 0; time < 3; time += 1) expect(await mailed('one@home.example', first)).toBe(200);
    for (let time = 0; time < 2; time += 1) expect(await mailed('ONE@home.example', second)).toBe(200);
    const rejected = await second.put(path, { email: 'One@Home.example' });
    expect([rejected.status, rejected.body.code]).toEqual([429, 'request.too-many']);
    const [{ count }] = await query(`select count(*)::int from mails where dedupe_key like 'private-address:%'`);
    expect(count).toBe(5);
    const statuses: number[] = [];
    for (const [place, client] of askers.slice(1).entries()) {
      for (let time = 0; time < 10; time += 1) statuses.push(await mailed(`a${place}-${time}@home.example`, client));
    }
    // The three of the second asker and its refused one counted as well.
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([44, 429]);
    await strict.close();
  });
});
