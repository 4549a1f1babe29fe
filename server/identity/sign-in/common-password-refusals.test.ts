import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { appointAdministrator } from './admin-actions.ts';

const common =
  'password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer trustno1 sunshine ' +
  'iloveyou computer michelle starwars 87654321 88888888 Corvette PASSWORD1';
const twenty = common.split(' ');
const rejected = {
  status: 400,
  body: {
    code: 'accounts.common-password',
    message: 'This password is too common and easy to guess. Please choose another.',
  },
};
const person = (email: string, password: string) => ({ email, password, firstName: 'Nadia', lastName: 'Okonwell' });

let portal: TestPortal;
const open = (variables?: Record<string, string>) => async () => {
  portal = await createTestPortal({ PUBLIC_URL: 'https://learn.example.org', ...variables });
};
const close = () => portal.close();
const accounts = async () => (await portal.database.pool.query('select * from users order by id')).rows;
const linkFor = async (email: string) => {
  const origin = { ip: 'console', requestId: 'test' };
  const link = await portal.database.transaction((db) =>
    appointAdministrator({ db, now: new Date(), actor: null, origin }, email, portal.env.publicUrl),
  );
  return new URL(link).searchParams.get('token') ?? '';
};
const mailedToken = async () => {
  await portal.runJobs();
  return /token=([\w-]+)/.exec(portal.sentMails.at(-1)?.text ?? '')?.[1];
};

describe('where PASSWORD_MIN is 8, a common password is refused, and nothing changes', () => {
  beforeAll(open({ PASSWORD_MIN: '8' }));
  afterAll(close);
  beforeEach(async () => {
    await portal.database.owner.query('truncate limit_counters');
  });

  it('V6.2.4 V6.2.12 H08 refuses a common password on registering', async () => {
    const before = await accounts();
    for (const password of twenty) {
      expect(await portal.visitor().post('/api/register', person('new@example.org', password))).toMatchObject(rejected);
    }
    expect(await accounts()).toEqual(before);
    const other = person('new@example.org', 'harbour of words');
    expect((await portal.visitor().post('/api/register', other)).status).toBe(201);
  });

  it('V6.2.4 V6.2.12 H08 refuses a common password by the link of the command, of a reset and of an invitation, which stay good', async () => {
    const administrator = await portal.administrator();
    const tokens = [await linkFor('first@example.org')];
    await portal.visitor().post('/api/register', person('forgetful@example.org', 'harbour of words'));
    await portal.runJobs();
    await portal.visitor().post('/api/forgot-password', { email: 'forgetful@example.org' });
    tokens.push((await mailedToken()) ?? '');
    const invited = { ...person('invited@example.org', 'chosen-for-you'), role: 'user' };
    expect((await administrator.post('/api/users', invited)).status).toBe(201);
    tokens.push((await mailedToken()) ?? '');
    expect(new Set(tokens).size).toBe(3);
    const before = await accounts();
    for (const token of tokens) {
      for (const password of twenty) {
        expect(await portal.visitor().post('/api/reset-password', { token, password })).toMatchObject(rejected);
      }
    }
    expect(await accounts()).toEqual(before);
    for (const token of tokens) {
      const answer = await portal.visitor().post('/api/reset-password', { token, password: 'another harbour' });
      expect(answer.status).toBe(200);
    }
  });

  it('V6.2.4 V6.2.12 H08 refuses a common password in the settings', async () => {
    const member = await portal.member();
    const before = await accounts();
    const change = (password: string) =>
      member.post('/api/user/change-password', {
        currentPassword: 'portal-demo',
        newPassword: password,
        confirmPassword: password,
      });
    for (const password of twenty) expect(await change(password)).toMatchObject(rejected);
    expect(await accounts()).toEqual(before);
    expect((await change('harbour of words')).status).toBe(200);
  });

  it('V6.2.4 V6.2.12 H08 refuses a common password when an administrator opens an account', async () => {
    const administrator = await portal.administrator();
    const before = await accounts();
    const create = (password: string) =>
      administrator.post('/api/users', { ...person('colleague@example.org', password), role: 'user' });
    for (const password of twenty) expect(await create(password)).toMatchObject(rejected);
    expect(await accounts()).toEqual(before);
    expect((await create('harbour of words')).status).toBe(201);
  });

  it('V6.2.4 AUTH-21 a member with a common password signs in with it and may change it', async () => {
    const member = await portal.member();
    const { email } = (await member.get('/api/user')).body as { email: string };
    const passwordHash = await hashPassword('password');
    await portal.database.pool.query('update users set password_hash = $1 where email = $2', [passwordHash, email]);
    const browser = portal.visitor();
    expect((await browser.post('/api/login', { email, password: 'password' })).status).toBe(200);
    const change = {
      currentPassword: 'password',
      newPassword: 'harbour of words',
      confirmPassword: 'harbour of words',
    };
    expect((await browser.post('/api/user/change-password', change)).status).toBe(200);
  });
});

describe('with the default of 6 characters', () => {
  beforeAll(open());
  afterAll(close);

  it('AUTH-21 length is the only rule, on registering, in the settings, by a link and for an administrator', async () => {
    const browser = portal.visitor();
    expect((await browser.post('/api/register', person('plain@example.org', '123456'))).status).toBe(201);
    const change = { currentPassword: '123456', newPassword: 'password', confirmPassword: 'password' };
    expect((await browser.post('/api/user/change-password', change)).status).toBe(200);
    const token = await linkFor('plain@example.org');
    expect((await portal.visitor().post('/api/reset-password', { token, password: 'baseball' })).status).toBe(200);
    const administrator = await portal.administrator();
    const created = { ...person('other@example.org', 'football'), role: 'user' };
    expect((await administrator.post('/api/users', created)).status).toBe(201);
  });
});
