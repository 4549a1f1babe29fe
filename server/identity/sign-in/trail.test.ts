import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let identity: TestIdentity;
beforeAll(async () => {
  identity = await startTestIdentity('http://portal.test');
  portal = await createTestPortal({}, { identityProvider: identity.provider });
});
afterAll(async () => {
  await portal.close();
  await identity.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const password = 'portal-demo';

let last: number;
beforeEach(async () => {
  last = Number((await rows('select coalesce(max(id), 0) as id from audit_log'))[0].id);
});

/** Returns the actions that the audit log kept of an account since the last call. */
async function actionsOf(userId: number): Promise<string[]> {
  const found = await rows(
    `select id, action from audit_log where id > $1 and object = 'user' and object_id = $2::text
       and member_user_id = $2::integer and actor_user_id = $2::integer and ip <> '' order by id`,
    [last, userId],
  );
  last = Number(found.at(-1)?.id ?? last);
  return found.map(({ action }) => action);
}

/** Signs in to an account and changes it step by step. @returns the actions in the audit log, for each step */
async function live(person: Client & { userId: number }): Promise<string[][]> {
  const { userId } = person;
  const kept: string[][] = [];
  const keep = async () => void kept.push(await actionsOf(userId));
  const { email } = (await rows('select email from users where id = $1', [userId]))[0];
  await rows('update users set email_verified_at = now() where id = $1', [userId]);
  await actionsOf(userId);
  const done = ({ status, body }: { status: number; body: unknown }) => expect([status, body]).toEqual([200, body]);
  const login = (client: Client, code?: string) =>
    client.post('/api/login', { email, password, ...(code && { code }) });
  await login(person);
  await keep();
  const elsewhere = portal.visitor();
  await login(elsewhere);
  await keep();
  const { secret } = (await elsewhere.post<{ secret: string }>('/api/user/two-factor/setup')).body;
  const code = () => new TOTP({ secret }).generate();
  done(await elsewhere.post('/api/user/two-factor/enable', { code: code() }));
  await keep();
  done(await elsewhere.post('/api/user/two-factor/disable', { password, code: code() }));
  await keep();
  done(
    await elsewhere.post('/api/user/change-password', {
      currentPassword: password,
      newPassword: 'another-portal',
      confirmPassword: 'another-portal',
      keep: ['devices'],
    }),
  );
  await keep();
  const byProvider = portal.visitor();
  await identity.come(byProvider, { email });
  await keep();
  const [{ id }] = await rows('select id from identities where user_id = $1', [userId]);
  done(await byProvider.delete(`/api/user/identities/${id}`));
  await keep();
  done(await byProvider.delete('/api/user/devices'));
  await keep();
  await byProvider.post('/api/forgot-password', { email });
  await portal.runJobs();
  const mail = portal.sentMails.findLast(({ to, text }) => to === email && text.includes('/reset-password?token='));
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await portal.visitor().post('/api/reset-password', { token, password });
  await keep();
  await login(elsewhere);
  await keep();
  done(await elsewhere.delete('/api/user/sign-ins'));
  await keep();
  return kept;
}

it('ACCT-09 keeps in the audit log how an administrator’s account is entered and changed', async () => {
  expect(await live(await portal.administrator())).toEqual([
    [],
    ['sign-in'],
    ['switch-on-second-factor'],
    ['switch-off-second-factor'],
    ['change-password'],
    ['link-identity', 'sign-in'],
    ['remove-identity'],
    ['forget-devices'],
    ['reset-password'],
    ['sign-in'],
    ['sign-out-everywhere'],
  ]);
});

it('ACCT-09 keeps nothing of the kind of members, and forgets origin and facts of an administrator with the account', async () => {
  expect((await live(await portal.member())).flat()).toEqual([]);
  const administrator = await portal.administrator();
  await live(administrator);
  const another = await portal.administrator();
  expect((await another.delete(`/api/users/${administrator.userId}`)).status).toBe(200);
  const own = await rows('select ip, user_agent, after from audit_log where actor_user_id = $1', [
    administrator.userId,
  ]);
  expect(own.length).toBeGreaterThan(8);
  expect(
    own.every(({ ip, user_agent, after }) => ip === '' && user_agent === null && [null, 'erased'].includes(after)),
  ).toBe(true);
});
