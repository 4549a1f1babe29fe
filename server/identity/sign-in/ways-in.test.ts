import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WaysIn } from '#contract/identity/sign-in-ways.ts';
import type { Client } from '#tests/support/client.ts';
import { requireSignIn } from '#tests/support/connections.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { waysIn } from './ways-in-actions.ts';

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
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const password = 'portal-demo';
const chosen = 'a chosen pass phrase';
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + steps * 30_000 });
const login = (email: string, secret: string, client: Client = portal.visitor()) =>
  client.post('/api/login', { email, password: secret });

/** A member with a second factor, a provider identity and a second known device that is signed out. */
async function prepared({ isVerified }: { isVerified: boolean }) {
  const member = await portal.member();
  const email = String((await member.get('/api/user')).body.email);
  const device = portal.visitor();
  await login(email, password, device);
  await device.post('/api/logout');
  const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
  await member.post('/api/user/two-factor/enable', { code: codeOf(secret) });
  await query(`insert into identities (user_id, issuer, subject, email) values ($1, 'http://google.test', $2, $2)`, [
    member.userId,
    `other-${email}`,
  ]);
  if (isVerified) await query('update users set email_verified_at = now() where id = $1', [member.userId]);
  return { member, device, email, secret };
}

const accountOf = (userId: number) => ({ statement: 'select from users where id = $1 for update', values: [userId] });

async function resetLink(email: string) {
  portal.sentMails.length = 0;
  await portal.visitor().post('/api/forgot-password', { email });
  await portal.runJobs();
  return /reset-password\?token=(\S+)/.exec(portal.sentMails.at(-1)?.text ?? '')?.[1] ?? '';
}

const reset = async (email: string, more = {}) =>
  (await portal.visitor().post('/api/reset-password', { token: await resetLink(email), password: chosen, ...more }))
    .status;

/** Counts an account's identities, sessions, devices and unused links, and says whether its second factor is on. */
const left = async (userId: number) =>
  (
    await query(
      `select (two_factor_enabled_at is not null) as factor,
         (select count(*)::int from identities where user_id = u.id) as identities,
         (select count(*)::int from sign_in_sessions where user_id = u.id and revoked_at is null) as sessions,
         (select count(distinct device_hash)::int from sign_in_sessions where user_id = u.id) as devices,
         (select count(*)::int from account_links where user_id = u.id and used_at is null) as links
       from users u where id = $1`,
      [userId],
    )
  )[0];

describe('the list of all ways in', () => {
  it('SET-20 knows every table that refers to an account, or that it leads into none', async () => {
    const known = new Set<string>(Object.values(waysIn).flatMap(({ tables }) => tables));
    const rows = await query(
      `with recursive reached as (
         select conrelid from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
         union select c.conrelid from pg_constraint c join reached r on c.confrelid = r.conrelid
           where c.contype = 'f' and r.conrelid::regclass::text = any ($1)
       ) select distinct conrelid::regclass::text as name from reached`,
      [[...known].filter((name) => name !== 'users')],
    );
    const unknown = rows.map(({ name }) => String(name)).filter((name) => !known.has(name) && !noWayIn.has(name));
    expect(unknown, 'add each to waysIn, or to noWayIn if its rows lead into no account').toEqual([]);
    const existing = new Set(rows.map(({ name }) => String(name)));
    expect([...noWayIn].filter((name) => !existing.has(name))).toEqual([]);
  });

  it("SET-20 shows the member's own ways in, without a secret, and each is removed by its call", async () => {
    const { member, secret } = await prepared({ isVerified: true });
    const stranger = await portal.member();
    const list = async () => (await member.get<WaysIn>('/api/user/ways-in')).body;
    const shown = await list();
    expect(shown).toMatchObject({
      hasPassword: true,
      twoFactorEnabled: true,
      recoveryCodesLeft: 10,
      identities: [{ issuer: 'http://google.test' }],
      links: [{ purpose: 'verify_email' }],
    });
    expect(shown.devices).toHaveLength(2);
    expect(JSON.stringify(shown)).not.toMatch(/hash|token|subject/);
    const id = shown.identities[0]?.id;
    expect((await stranger.delete(`/api/user/identities/${id}`)).body.code).toBe('accounts.identity-not-found');
    for (const path of ['devices', 'links']) expect((await stranger.delete(`/api/user/${path}`)).status).toBe(200);
    expect(await list()).toEqual(shown);

    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
      member.userId,
    ]);
    expect((await member.delete(`/api/user/identities/${id}`)).body.code).toBe('accounts.confirm-sign-in');
    await member.post('/api/user/confirm', { password, code: codeOf(secret, 1) });
    expect((await member.delete(`/api/user/identities/${id}`)).status).toBe(200);
    for (const path of ['devices', 'links']) expect((await member.delete(`/api/user/${path}`)).status).toBe(200);
    const after = await list();
    expect(after).toMatchObject({ identities: [], links: [] });
    expect(after.devices).toHaveLength(1);
  });

  it('SET-20 SSO-10 a company sign-in is removed by its person, but not a required one and not the only way in', async () => {
    const { member, secret } = await prepared({ isVerified: true });
    const stranger = await portal.member();
    const [connection] = await query(
      `insert into connections (name, slug, state, issuer, client_id, auth_method, scopes, email_claim, first_name_claim,
         last_name_claim, vouches)
       values ('Northmere account', 'northmere-ways', 'active', 'https://id.northmere.example', 'portal', 'client_secret',
         'openid', 'email', 'given_name', 'family_name', 'verified') returning id`,
    );
    const connectionId = String(connection?.id);
    const link = () =>
      query(
        `insert into connection_identities (connection_id, user_id, issuer, subject, email)
         values ($1, $2, 'https://id.northmere.example', 'ada', 'ada@northmere.example')`,
        [connectionId, member.userId],
      );
    const remove = (as: Client = member) => as.delete(`/api/user/company-sign-in/${connectionId}`);
    const linked = async () =>
      (await query('select id from connection_identities where connection_id = $1', [connectionId])).length;
    await link();
    expect((await stranger.delete('/api/user/company-sign-in/nothing')).status).toBe(400);
    expect((await remove(stranger)).body.code).toBe('connections.not-linked');
    expect(await linked()).toBe(1);

    // Required of the domain of the account's own address.
    const organisation = await seatedOrganisation(portal);
    const domain = 'northmere-ways.example';
    await query('update users set email = $2 where id = $1', [member.userId, `ada@${domain}`]);
    const requiredId = await requireSignIn(portal, { organisationId: organisation.id, domain });
    const move = (from: string, to: string) =>
      query('update connection_identities set connection_id = $2 where connection_id = $1', [from, to]);
    await move(connectionId, requiredId);
    await query(
      `insert into connection_sessions (session_id, connection_id, through, subject, ends_at)
       select max(id), $2, 'provider', 'ada', now() + interval '1 hour' from sign_in_sessions
       where user_id = $1 and revoked_at is null`,
      [member.userId, requiredId],
    );
    const asRequired = await member.delete(`/api/user/company-sign-in/${requiredId}`);
    expect([asRequired.status, asRequired.body.code]).toEqual([409, 'connections.link-required']);
    await query(`update connections set state = 'active' where id = $1`, [requiredId]);
    await query('delete from connection_sessions where connection_id = $1', [requiredId]);
    await move(requiredId, connectionId);
    expect(await linked()).toBe(1);

    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
      member.userId,
    ]);
    expect((await remove()).body.code).toBe('accounts.confirm-sign-in');
    await member.post('/api/user/confirm', { password, code: codeOf(secret, 1) });
    await query('update users set password_hash = null where id = $1', [member.userId]);
    await query('delete from identities where user_id = $1', [member.userId]);
    const alone = await remove();
    expect([alone.status, alone.body.code]).toEqual([409, 'accounts.password-first']);
    expect(await linked()).toBe(1);
    await query(
      `insert into identities (user_id, issuer, subject, email) values ($1, 'http://google.test', 'ada-2', 'ada@g.test')`,
      [member.userId],
    );
    expect((await remove()).status).toBe(200);
    expect(await linked()).toBe(0);
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  it('SET-20 the only sign-in by a provider of an account without a password stays', async () => {
    const { member } = await prepared({ isVerified: true });
    await query('update users set password_hash = null where id = $1', [member.userId]);
    const [identity] = (await member.get<WaysIn>('/api/user/ways-in')).body.identities;
    const answer = await member.delete(`/api/user/identities/${identity?.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'accounts.password-first']);
  });
});

/** Tables that refer to accounts, but whose rows are no way to sign in. */
const noWayIn = new Set<string>([
  'access_grants',
  'assessment_attempts',
  'assessment_round_shown',
  'assignments',
  'assistant_calls',
  'billing_details',
  'cancel_offers',
  'catalogue_imports',
  'certificates',
  'check_allowances',
  'check_attempts',
  'completions',
  'connection_emergency_owners',
  'connection_errands',
  'connection_sessions',
  'connection_tests',
  'connections',
  'content_versions',
  'data_exports',
  'documents',
  'files',
  'gifts',
  'invoices',
  'knowledge_check_versions',
  'member_notes',
  'news',
  'order_consents',
  'organisation_absences',
  'organisation_directory_people',
  'organisation_directory_tokens',
  'organisation_invitations',
  'organisation_offboardings',
  'organisation_people',
  'organisation_requests',
  'path_learners',
  'path_readings',
  'payment_attempts',
  'payment_methods',
  'portal_settings',
  'profile_pictures',
  'progress_sessions',
  'promo_checkouts',
  'promo_redemptions',
  'promo_validations',
  'purchases',
  'reconciliation_discrepancies',
  'refund_requests',
  'refunds',
  'saved_resources',
  'seat_lots',
  'seats',
  'stripe_customers',
  'subscription_blocks',
  'subscriptions',
  'voided_questions',
]);

describe('a new password', () => {
  it('RESET-18 a password by a mailed link ends every way into an account whose address was never verified', async () => {
    const { member: stranger, device, email } = await prepared({ isVerified: false });
    expect(await reset(email, { keep: ['identities', 'devices'] })).toBe(200);
    expect(await left(stranger.userId)).toEqual({ factor: false, identities: 0, sessions: 0, devices: 0, links: 0 });
    const owner = portal.visitor();
    expect((await login(email, chosen, owner)).status).toBe(200);
    await portal.runJobs();
    portal.sentMails.length = 0;
    // The stranger's browser is no longer known, so its sign-in is reported.
    await login(email, chosen, device);
    await portal.runJobs();
    expect(portal.sentMails.filter(({ subject }) => subject.startsWith('New sign-in'))).toHaveLength(1);
  });

  it('RESET-18 a password by a mailed link ends the programs of organisations that a never verified account alone owns', async () => {
    const own = async (isVerified: boolean) => {
      const { member, email } = await prepared({ isVerified });
      const organisation = async () => {
        const [{ id }] = await query(`insert into organisations (name) values ('Prepared') returning id`);
        await query(
          `insert into api_keys (kind, user_id, organisation_id, name, token_hash, token_start, scopes, expires_at)
          values ('organisation', $1, $2, 'A key', sha256($3), 'abcdefgh', '{organisation:read}', now() + interval '1 day')`,
          [member.userId, id, Buffer.from(`key-${id}`)],
        );
        await query(
          `insert into webhooks (organisation_id, url, types, sealed_secret)
           values ($1, 'https://hook.example/', '{seat.assigned}', '')`,
          [id],
        );
        await query(
          `insert into organisation_directory_tokens (organisation_id, name, token_start, token_hash, made_by)
           values ($1, 'Directory', 'abcdefgh', sha256($3), $2)`,
          [id, member.userId, Buffer.from(`token-${id}`)],
        );
        return Number(id);
      };
      return { member, email, id: await organisation() };
    };
    const join = (userId: number, id: number) =>
      query(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'owner')`, [userId, id]);
    const programs = async (id: number) =>
      (
        await query(
          `select (select count(*)::int from api_keys where organisation_id = $1) as keys,
             (select count(*)::int from webhooks where organisation_id = $1 and off_reason is null) as webhooks,
             (select count(*)::int from organisation_directory_tokens where organisation_id = $1) as tokens`,
          [id],
        )
      )[0];
    const [alone, shared, verified] = [await own(false), await own(false), await own(true)];
    for (const { member, id } of [alone, shared, verified]) await join(member.userId, id);
    await join((await portal.member()).userId, shared.id);
    for (const { email } of [alone, shared, verified]) expect(await reset(email)).toBe(200);
    expect(await programs(alone.id)).toEqual({ keys: 0, webhooks: 0, tokens: 0 });
    for (const { id } of [shared, verified]) expect(await programs(id)).toEqual({ keys: 1, webhooks: 1, tokens: 1 });
    const ended = await query(`select action from audit_log where object = 'key' and after ->> 'organisationId' = $1`, [
      String(alone.id),
    ]);
    expect(ended).toEqual([{ action: 'end' }]);
  });

  it('RESET-18 a password by a mailed link keeps the second factor of a verified address, and the rest only when it is chosen', async () => {
    const one = await prepared({ isVerified: true });
    expect(await reset(one.email)).toBe(200);
    const rest = { sessions: 0, links: 0 };
    expect(await left(one.member.userId)).toEqual({ factor: true, identities: 0, devices: 0, ...rest });
    const other = await prepared({ isVerified: true });
    expect(await reset(other.email, { keep: ['identities', 'devices'] })).toBe(200);
    expect(await left(other.member.userId)).toEqual({ factor: true, identities: 1, devices: 2, ...rest });
    expect(await reset(other.email, { keep: ['second-factor'] })).toBe(400);
  });

  it('SET-20 a new password of a signed-in member ends identities and known devices unless they are kept', async () => {
    const form = { currentPassword: password, newPassword: chosen, confirmPassword: chosen };
    const change = async (keep?: string[]) => {
      const { member, secret } = await prepared({ isVerified: true });
      const body = { ...form, code: codeOf(secret, 1), keep };
      expect((await member.post('/api/user/change-password', body)).status).toBe(200);
      expect((await member.get('/api/user')).status).toBe(200);
      return left(member.userId);
    };
    expect(await change()).toMatchObject({ factor: true, identities: 0, devices: 1, sessions: 1 });
    expect(await change(['devices'])).toMatchObject({ factor: true, identities: 0, devices: 2, sessions: 1 });
    expect(await change(['identities'])).toMatchObject({ factor: true, identities: 1, devices: 1, sessions: 1 });
  });

  it('ACCT-03 a changed address ends devices and identities; the second factor outlives the reset behind it', async () => {
    const { member, email } = await prepared({ isVerified: true });
    const administrator = await portal.administrator();
    const moved = `moved-${email}`;
    const form = { firstName: 'A', lastName: 'B', email: moved };
    expect((await administrator.put(`/api/users/${member.userId}`, form)).status).toBe(200);
    expect(await left(member.userId)).toMatchObject({ factor: true, identities: 0, devices: 0, sessions: 0, links: 1 });
    expect(await reset(moved)).toBe(200);
    expect(await left(member.userId)).toMatchObject({ factor: true });
  });

  it('RESET-18 a password by a link and a change of the address at the same moment do not deadlock', async () => {
    const { member, email } = await prepared({ isVerified: true });
    const administrator = await portal.administrator();
    const token = await resetLink(email);
    const form = { firstName: 'A', lastName: 'B', email: `moved-${email}` };
    const replies = await queueBehind(portal.database, accountOf(member.userId), [
      () => administrator.put(`/api/users/${member.userId}`, form),
      () => portal.visitor().post('/api/reset-password', { token, password: chosen }),
    ]);
    // The change ended the link that the reset waited to use.
    expect(replies.map(({ status }) => status)).toEqual([200, 400]);
  });
});

it('RESET-18 refuses a sign-in provider that was being connected when the owner of the address reset the password', async () => {
  const former = await portal.member();
  const email = String((await former.get('/api/user')).body.email);
  const token = await resetLink(email);
  const begun = await former.post('/api/user/identities');
  const back = await identity.chooseAt(String(begun.body.address), { email: 'former@gmail.com' });
  const [reset, connected] = await queueBehind(portal.database, accountOf(former.userId), [
    () => portal.visitor().post('/api/reset-password', { token, password: chosen }),
    () => former.get(back),
  ]);
  expect([reset?.status, connected?.body.code]).toEqual([200, 'accounts.sign-in-required']);
  expect(await left(former.userId)).toMatchObject({ identities: 0, sessions: 0 });
});

it('RESET-18 refuses a change of the password that was under way when the owner of the address reset it', async () => {
  const former = await portal.member();
  const email = String((await former.get('/api/user')).body.email);
  const token = await resetLink(email);
  const other = 'another pass phrase';
  const form = { currentPassword: password, newPassword: other, confirmPassword: other };
  const [reset, change] = await queueBehind(portal.database, accountOf(former.userId), [
    () => portal.visitor().post('/api/reset-password', { token, password: chosen }),
    () => former.post('/api/user/change-password', form),
  ]);
  expect([reset?.status, change?.body.code]).toEqual([200, 'accounts.wrong-password']);
  expect([(await login(email, chosen)).status, (await login(email, other)).status]).toEqual([200, 401]);
  expect(await left(former.userId)).toMatchObject({ sessions: 1 });
});

it.each([
  [
    'a change of the password',
    (member: Client) =>
      member.post('/api/user/change-password', {
        currentPassword: password,
        newPassword: 'another pass phrase',
        confirmPassword: 'another pass phrase',
      }),
  ],
  ['the removal of a sign-in', (member: Client, id: number) => member.delete(`/api/user/identities/${id}`)],
])('AUTH-28 %s that was under way when every device was signed out opens no new session', async (_, change) => {
  const thief = await portal.member();
  const email = String((await thief.get('/api/user')).body.email);
  const [identity] = await query(
    `insert into identities (user_id, issuer, subject, email) values ($1, 'http://google.test', $2, $2) returning id`,
    [thief.userId, email],
  );
  const owner = portal.visitor();
  await login(email, password, owner);
  const [ended, changed] = await queueBehind(portal.database, accountOf(thief.userId), [
    () => owner.delete('/api/user/sign-ins'),
    () => change(thief, identity.id),
  ]);
  expect([ended?.status, changed?.status, changed?.body.code]).toEqual([200, 401, 'accounts.sign-in-required']);
  expect((await thief.get('/api/user')).status).toBe(401);
  expect(await left(thief.userId)).toMatchObject({ identities: 1, sessions: 0 });
  expect((await login(email, password)).status).toBe(200);
});
