import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOutbound } from '#server/platform/outbound.ts';
import type { Client } from '#tests/support/client.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { ownPath } from './rules.ts';

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
  identity.alter(null);
  await portal.runJobs();
  portal.sentMails.length = 0;
});

let people = 0;
const newEmail = () => `person-${++people}@example.org`;
const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const nobodyIn = async (browser: Client) => expect((await browser.get('/api/user')).status).toBe(401);
const counts = () =>
  query('select (select count(*) from users) as users, (select count(*) from identities) as identities');
const emailOf = async (client: Client) => String((await client.get('/api/user')).body.email);
const html = { accept: 'text/html' };

describe('the way to the provider', () => {
  it('AUTH-17 API-03 the way to the provider leads to the issuer with state, nonce and an S256 challenge, kept in a cookie of ten minutes', async () => {
    const browser = portal.visitor();
    const answer = await browser.get('/api/auth/google');
    expect(answer.status).toBe(302);
    const address = new URL(String(answer.headers.location));
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'portal',
      redirect_uri: 'http://portal.test/api/auth/google/callback',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThan(20);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('answers 404 where there is no provider, and 503 or a page that says so where it does not answer', async () => {
    const without = await createTestPortal();
    expect((await without.visitor().get('/api/auth/google')).body.code).toBe('accounts.no-provider');
    expect((await without.visitor().get('/api/config')).body.googleSignIn).toBe(false);
    await without.close();
    const dead = createIdentityProvider({
      issuer: 'http://127.0.0.1:9',
      clientId: 'portal',
      clientSecret: 'x',
      redirectUri: 'http://portal.test/api/auth/google/callback',
      fetch: openOutbound({ demo: true, allowedNetworks: [] }).portal.fetch,
      log: () => {},
    });
    const cut = await createTestPortal({}, { identityProvider: dead });
    expect((await cut.visitor().get('/api/auth/google')).status).toBe(503);
    const rejected = await cut.visitor().get('/api/auth/google', html);
    expect(rejected.headers.location).toBe('/auth?outcome=provider-unreachable');
    await cut.close();
  });

  it.each([
    ['/browse?type=book', '/browse?type=book'],
    [undefined, '/'],
    ['https://evil.test', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/\u0009/evil.test', '/'],
    ['/a\r\nSet-Cookie: x', '/'],
    ['javascript:alert(1)', '/'],
  ])('the way to the provider goes back to own paths only: %s', (given, path) => {
    expect(ownPath(given)).toBe(path);
  });
});

describe('the answer of the provider', () => {
  it('AUTH-20 API-61 the answer of the provider is refused with a wrong state, without the cookie, or a second time', async () => {
    const before = await counts();
    const email = newEmail();
    const browser = portal.visitor();
    const good = await identity.choose(browser, { email });
    const stranger = portal.visitor();
    expect((await stranger.get(good)).body.code).toBe('accounts.provider-refused');
    await nobodyIn(stranger);
    const forged = await browser.get(good.replace(/state=[^&]+/, 'state=forged'));
    expect([forged.status, forged.body.code]).toEqual([400, 'accounts.provider-refused']);
    // The rejected callback has used up the cookie.
    expect((await browser.get(good)).status).toBe(400);
    await nobodyIn(browser);
    const rejected = await portal.visitor().get('/api/auth/google/callback?code=x&state=forged', html);
    expect([rejected.status, rejected.headers.location]).toEqual([302, '/auth?outcome=provider-refused']);
    expect(await counts()).toEqual(before);
  });

  it.each([
    ['another issuer', { iss: 'http://127.0.0.1:1' }],
    ['another audience', { aud: 'another portal' }],
    ['a time that is over', { exp: 1 }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: '' }],
    ['no subject', { sub: '' }],
    ['no address', { email: '' }],
    ['an end that is no time', { exp: 'soon' }],
  ])('V10 refuses a token with %s', async (_what, change) => {
    const before = await counts();
    identity.alter((claims) => ({ ...claims, ...change }));
    const browser = portal.visitor();
    const answer = await identity.come(browser, { email: newEmail() });
    expect(answer.body.code).toBe('accounts.provider-refused');
    await nobodyIn(browser);
    expect(await counts()).toEqual(before);
  });

  it('AUTH-18 the answer of the provider is refused when the provider does not call the address verified', async () => {
    const before = await counts();
    const member = await portal.member();
    for (const email of [newEmail(), await emailOf(member)]) {
      const browser = portal.visitor();
      expect((await identity.come(browser, { email, isVerified: 'false' })).body.code).toBe(
        'accounts.provider-unverified',
      );
      await nobodyIn(browser);
    }
    expect((await counts())[0].identities).toBe(before[0].identities);
    expect((await member.get('/api/user')).body.emailVerified).toBe(false);
  });
});

describe('whom the provider leads back', () => {
  it('AUTH-17 a new account of the provider gets a welcome mail without a verification link; a known one gets none', async () => {
    const email = newEmail();
    for (const _ of [1, 2]) await identity.come(portal.visitor(), { email });
    await portal.runJobs();
    const welcomes = portal.sentMails.filter((mail) => mail.to === email && mail.subject.startsWith('Welcome to'));
    expect(welcomes).toHaveLength(1);
    expect(welcomes[0]?.text).toContain('http://portal.test/browse');
    expect(portal.sentMails.filter((mail) => mail.to === email && mail.text.includes('verify'))).toEqual([]);
  });

  it('AUTH-17 AUTH-18 the provider leads to a new account with a verified address and no password, and to the same one again', async () => {
    const email = newEmail();
    const browser = portal.visitor();
    const answer = await identity.come(browser, { email });
    expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    const user = (await browser.get('/api/user')).body;
    expect(user).toMatchObject({ email, firstName: 'Iona', emailVerified: true, hasPassword: false, role: 'user' });
    const again = portal.visitor();
    const path = `?returnTo=${encodeURIComponent('/browse?type=book')}`;
    expect((await identity.come(again, { email }, path)).headers.location).toBe('/browse?type=book');
    expect((await again.get('/api/user')).body.id).toBe(user.id);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
  });

  it('AUTH-18 an account of the provider is known by issuer and subject, not by its address', async () => {
    const email = newEmail();
    const first = portal.visitor();
    await identity.come(first, { email });
    identity.alter((claims) => ({ ...claims, email: 'moved@example.org' }));
    const later = portal.visitor();
    await identity.come(later, { email });
    expect(await emailOf(later)).toBe(email);
  });

  it('AUTH-18 an account of the provider is linked to an account with a verified address, whose password and sessions stay', async () => {
    const member = await portal.member();
    const email = await emailOf(member);
    await query('update users set email_verified_at = now() where id = $1', [member.userId]);
    const browser = portal.visitor();
    await identity.come(browser, { email: email.toUpperCase() });
    expect((await browser.get('/api/user')).body).toMatchObject({ id: member.userId, hasPassword: true });
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(200);
    await portal.runJobs();
    expect(portal.sentMails.map(({ subject }) => subject)).toContain(
      'Google sign-in was added to your RAPP Learning account',
    );
  });

  it('AUTH-18 an unverified account made by another person is handed over without its password, sessions, links and second factor', async () => {
    const attacker = await portal.member();
    const email = await emailOf(attacker);
    const { secret } = (await attacker.post('/api/user/two-factor/setup')).body as { secret: string };
    await attacker.post('/api/user/two-factor/enable', { code: new TOTP({ secret }).generate() });
    await portal.visitor().post('/api/forgot-password', { email });
    await portal.runJobs();
    const token = /reset-password\?token=(\S+)/.exec(portal.sentMails.map(({ text }) => text).join())?.[1];
    const owner = portal.visitor();
    await identity.come(owner, { email });
    expect((await owner.get('/api/user')).body).toMatchObject({
      id: attacker.userId,
      emailVerified: true,
      hasPassword: false,
      twoFactorEnabled: false,
    });
    await nobodyIn(attacker);
    expect((await portal.visitor().post('/api/login', { email, password: 'portal-demo' })).status).toBe(401);
    expect((await portal.visitor().post('/api/validate-reset-token', { token })).status).toBe(400);
    await portal.runJobs();
    const notices = portal.sentMails.filter(({ subject }) => /now linked to Google/.test(subject));
    expect(notices.map(({ to }) => to)).toEqual([email]);
  });

  it('two sign-ins at once with one new address of the provider get the same account', async () => {
    const email = newEmail();
    const browsers = [portal.visitor(), portal.visitor()];
    const addresses = await Promise.all(browsers.map((browser) => identity.choose(browser, { email })));
    await Promise.all(browsers.map((browser, index) => browser.get(addresses[index] ?? '')));
    expect(await query('select count(*)::int as n from users where email = $1', [email])).toEqual([{ n: 1 }]);
    for (const browser of browsers) expect((await browser.get('/api/user')).status).toBe(200);
  });

  it('SET-18 a member with a second factor who signs in by the provider is asked for the code, and signed in by a right one only', async () => {
    const email = newEmail();
    const member = portal.visitor();
    await identity.come(member, { email });
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    await member.post('/api/user/two-factor/enable', { code: new TOTP({ secret }).generate() });
    const browser = portal.visitor();
    expect((await identity.come(browser, { email })).headers.location).toBe('/auth?view=code');
    await nobodyIn(browser);
    const code = new TOTP({ secret }).generate();
    const ended = await portal.visitor().post('/api/auth/google/code', { code });
    expect([ended.body.code, ended.body.message]).toEqual([
      'accounts.sign-in-step-ended',
      'This step has ended. Start the sign-in again.',
    ]);
    expect((await browser.post('/api/auth/google/code', { code: '000000' })).body.code).toBe('accounts.code-refused');
    await nobodyIn(browser);
    const waiting = { ...browser.cookies };
    expect((await browser.post('/api/auth/google/code', { code })).body).toMatchObject({ email });
    expect(await emailOf(browser)).toBe(email);
    const replay = portal.visitor();
    replay.cookies = waiting;
    expect((await replay.post('/api/auth/google/code', { code })).body.code).toBe('accounts.sign-in-step-ended');
  });
});

describe('an address for which Google does not vouch', () => {
  const personal = (email: string) => ({ email, isWorkspace: 'false' });

  it('AUTH-18 an account for it opens unverified, with a mail whose link verifies it', async () => {
    const email = newEmail();
    const browser = portal.visitor();
    await identity.come(browser, personal(email));
    expect((await browser.get('/api/user')).body).toMatchObject({ email, emailVerified: false, hasPassword: false });
    await portal.runJobs();
    const [mail, ...more] = portal.sentMails.filter(({ to }) => to === email);
    expect(more.filter(({ subject }) => subject.includes('Welcome'))).toEqual([]);
    const token = /verify-email\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
    expect((await browser.post('/api/verify-email', { token })).body.token).toBeNull();
    expect((await browser.get('/api/user')).body.emailVerified).toBe(true);
  });

  it('AUTH-18 an address at gmail.com is verified without a mail', async () => {
    const browser = portal.visitor();
    await identity.come(browser, personal(`person-${++people}@Gmail.com`));
    expect((await browser.get('/api/user')).body.emailVerified).toBe(true);
  });

  it.each([['verified'], ['unverified']])('AUTH-18 it opens no account that exists, %s or not', async (kind) => {
    const member = await portal.member();
    const email = await emailOf(member);
    if (kind === 'verified') await query('update users set email_verified_at = now() where id = $1', [member.userId]);
    const before = await counts();
    const stranger = portal.visitor();
    const rejected = await identity.come(stranger, personal(email));
    expect([rejected.status, rejected.body.code]).toEqual([409, 'accounts.provider-not-connected']);
    await nobodyIn(stranger);
    expect(await counts()).toEqual(before);
    expect((await member.get('/api/user')).body.emailVerified).toBe(kind === 'verified');
  });

  it('SET-20 a member connects a Google account of any address under Settings, and signs in by it from then on', async () => {
    const member = await portal.member();
    const connected = await identity.connect(member, personal('elsewhere@example.net'));
    expect([connected.status, connected.headers.location]).toEqual([302, '/settings']);
    const browser = portal.visitor();
    await identity.come(browser, personal('elsewhere@example.net'));
    expect((await browser.get('/api/user')).body).toMatchObject({ id: member.userId, emailVerified: false });
    await portal.runJobs();
    expect(portal.sentMails.map(({ subject }) => subject)).toContain(
      'Google sign-in was added to your RAPP Learning account',
    );
    const other = await portal.member();
    const taken = await identity.connect(other, personal('elsewhere@example.net'));
    expect([taken.status, taken.body.code]).toEqual([409, 'accounts.provider-taken']);
    expect((await browser.get('/api/user')).body.id).toBe(member.userId);
  });

  it('SET-20 Google connects nothing for a visitor, by an old sign-in, or after signing out', async () => {
    const before = await counts();
    expect((await identity.connect(portal.visitor(), { email: newEmail() })).status).toBe(401);
    const member = await portal.member();
    const begun = await member.post('/api/user/identities');
    const age = (interval: string) =>
      query(`update sign_in_sessions set signed_in_at = now() - $2::interval where user_id = $1`, [
        member.userId,
        interval,
      ]);
    const back = await identity.chooseAt(String(begun.body.address), { email: newEmail() });
    await age('30 hours');
    expect((await identity.connect(member, { email: newEmail() })).body.code).toBe('accounts.confirm-sign-in');
    // An errand that began before the sign-in grew old is rejected too.
    expect((await member.get(back)).body.code).toBe('accounts.confirm-sign-in');
    await age('0 hours');
    const again = await member.post('/api/user/identities');
    const late = await identity.chooseAt(String(again.body.address), { email: newEmail() });
    await member.post('/api/logout');
    expect((await member.get(late)).status).toBe(401);
    expect((await counts())[0].identities).toBe(before[0].identities);
  });
});

describe('connecting a provider', () => {
  it('SET-20 a connection is refused to another member of the same browser than the one who went to the provider', async () => {
    const first = await portal.member();
    const begun = await first.post('/api/user/identities');
    const back = await identity.chooseAt(String(begun.body.address), { email: newEmail() });
    const second = await portal.member();
    second.cookies.provider = String(first.cookies.provider);
    const before = await counts();
    expect((await second.get(back)).body.code).toBe('accounts.provider-refused');
    expect(await counts()).toEqual(before);
  });

  it('SET-20 one of two members at the same moment gets the identity, and the other one is refused', async () => {
    const members = [await portal.member(), await portal.member()];
    const backs: string[] = [];
    for (const member of members) {
      const begun = await member.post('/api/user/identities');
      backs.push(await identity.chooseAt(String(begun.body.address), { email: 'both@gmail.com' }));
    }
    // Readers see no identity yet; both inserts wait.
    const replies = await queueBehind(
      portal.database,
      { statement: 'lock table identities in share mode' },
      members.map((member, index) => () => member.get(backs[index] ?? '')),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.sort()).toEqual([302, 409]);
    expect(await query(`select user_id from identities where email = 'both@gmail.com'`)).toHaveLength(1);
  });

  it('ACCT-08 a connection is refused after five a day of one member, and mails no more', async () => {
    const real = await createTestPortal({ ...production }, { identityProvider: identity.provider });
    const member = await real.member();
    const statuses = [];
    for (let time = 0; time < 6; time++) {
      statuses.push((await identity.connect(member, { email: 'again@gmail.com' })).status);
      const { identities } = (await member.get('/api/user/ways-in')).body as { identities: { id: number }[] };
      for (const { id } of identities) await member.delete(`/api/user/identities/${id}`);
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429]);
    await real.runJobs();
    expect(real.sentMails.filter(({ subject }) => subject.startsWith('Google sign-in was added'))).toHaveLength(5);
    await real.close();
  });
});

describe('an account without a password', () => {
  const byProvider = async () => {
    const email = newEmail();
    const member = portal.visitor();
    await identity.come(member, { email });
    const { id } = (await member.get('/api/user')).body;
    const age = () =>
      query(`update sign_in_sessions set signed_in_at = now() - interval '16 minutes' where user_id = $1`, [id]);
    return { email, member, age };
  };
  const form = { newPassword: 'a first password', confirmPassword: 'a first password' };
  const openResets = async (email: string) => {
    const text = `select from account_links l join users u on u.id = l.user_id
      where u.email = $1 and l.purpose = 'set_password' and l.used_at is null`;
    return (await query(text, [email])).length;
  };

  it('SET-19 confirms by a sign-in of its provider under 15 minutes old, and by no other account', async () => {
    const { email, member, age } = await byProvider();
    const key = { name: 'Reports', scopes: ['library:read'], expiresInDays: 30 };
    const { token } = (await member.post('/api/user/keys', key)).body;
    await age();
    for (const path of ['change-password', 'two-factor/disable']) {
      expect((await member.post(`/api/user/${path}`, form)).body.code).toBe('accounts.confirm-sign-in');
    }
    const other = await identity.come(member, { email: newEmail() }, '?purpose=confirm');
    expect(other.body.code).toBe('accounts.provider-refused');
    expect((await member.post('/api/user/change-password', form)).status).toBe(403);
    await portal.visitor().post('/api/forgot-password', { email });
    await portal.runJobs();
    expect(await openResets(email)).toBe(1);
    const old = { ...member.cookies };
    const confirmed = await identity.come(member, { email }, '?purpose=confirm');
    expect(confirmed.headers.location).toBe('/confirmed');
    expect(member.cookies.session).not.toBe(old.session);
    expect((await member.post('/api/user/change-password', form)).status).toBe(200);
    expect((await portal.visitor().post('/api/login', { email, password: form.newPassword })).status).toBe(200);
    expect((await member.get('/api/user')).body.hasPassword).toBe(true);
    // A first password ends no other way in but the links that would set one again (SET-20).
    expect(await openResets(email)).toBe(0);
    expect((await portal.visitor().get('/api/user', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('ACCT-05 confirming by the provider asks for a new sign-in there and refuses one older than two minutes', async () => {
    const { email, member, age } = await byProvider();
    await age();
    const begun = await member.get('/api/auth/google?purpose=confirm');
    expect(new URL(String(begun.headers.location)).searchParams.get('max_age')).toBe('60');
    const signIn = await portal.visitor().get('/api/auth/google');
    expect(new URL(String(signIn.headers.location)).searchParams.has('max_age')).toBe(false);
    const secondsAgo = (seconds: number) =>
      identity.alter((claims) => ({ ...claims, auth_time: Number(claims.iat) - seconds }));
    secondsAgo(180);
    const old = await identity.come(member, { email }, '?purpose=confirm');
    expect(old.body.code).toBe('accounts.provider-refused');
    expect((await member.post('/api/user/change-password', form)).status).toBe(403);
    secondsAgo(30);
    expect((await identity.come(member, { email }, '?purpose=confirm')).headers.location).toBe('/confirmed');
    expect((await member.post('/api/user/change-password', form)).status).toBe(200);
  });

  it('ACCT-05 a provider that does not say when a user signed in there confirms members, and no administrator', async () => {
    const { email, member } = await byProvider();
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours'`);
    identity.alter(({ auth_time: _, ...claims }) => claims);
    expect((await identity.come(member, { email }, '?purpose=confirm')).headers.location).toBe('/confirmed');
    await query(`update users set role = 'administrator' where email = $1`, [email]);
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours'`);
    const rejected = await identity.come(member, { email }, '?purpose=confirm');
    expect(rejected).toMatchObject({ status: 403, body: { code: 'accounts.provider-cannot-confirm' } });
    const role = () => member.patch('/api/users/999999/role', { role: 'user' });
    expect((await role()).body.code).toBe('accounts.confirm-sign-in');
    await query('update sign_in_sessions set signed_in_at = now()');
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    await member.post('/api/user/two-factor/enable', { code: new TOTP({ secret }).generate() });
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours'`);
    expect((await member.post('/api/user/confirm', { code: new TOTP({ secret }).generate() })).status).toBe(200);
    expect((await role()).status).toBe(404);
  });

  it('PERM-05 a provider confirms no account whose second factor is on: its code does', async () => {
    const { email, member } = await byProvider();
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    await member.post('/api/user/two-factor/enable', { code: new TOTP({ secret }).generate() });
    const rejected = await identity.come(member, { email }, '?purpose=confirm');
    expect(rejected).toMatchObject({ status: 403, body: { code: 'accounts.second-factor-required' } });
    const off = (body: object) => member.post('/api/user/two-factor/disable', body);
    expect((await off({})).body.code).toBe('accounts.second-factor-required');
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours'`);
    expect((await off({ code: new TOTP({ secret }).generate() })).status).toBe(200);
  });

  it.each([
    ['the Kelvin sign for k', (email: string) => email.replace('k', '\u212A')],
    ['a line break', (email: string) => `${email}\n`],
    ['NUL', (email: string) => `\0${email}`],
    ['3,000 characters', (email: string) => `${'a'.repeat(3000)}${email}`],
    ['a quoted local part', (email: string) => `"${email}"@evil.example`],
  ])(
    'AUTH-18 an address of the provider with %s opens and links no account, and a known identity signs in with it',
    async (_what, change) => {
      const email = `k${newEmail()}`;
      await query(`insert into users (email, first_name, last_name, email_verified_at) values ($1, 'K', 'K', now())`, [
        email,
      ]);
      const before = await counts();
      const stranger = portal.visitor();
      identity.alter((claims) => ({ ...claims, email: change(email) }));
      const rejected = await identity.come(stranger, { email });
      expect(rejected.body.code).toBe('accounts.provider-refused');
      expect(await counts()).toEqual(before);
      identity.alter(null);
      const owner = portal.visitor();
      await identity.come(owner, { email });
      identity.alter((claims) => ({ ...claims, email: change(email) }));
      const again = portal.visitor();
      await identity.come(again, { email });
      expect((await again.get('/api/user')).body.email).toBe(email);
      identity.alter(null);
    },
  );

  it('PERM-05 confirms nothing for a visitor', async () => {
    const visitor = portal.visitor();
    const answer = await identity.come(visitor, { email: newEmail() }, '?purpose=confirm');
    expect(answer.status).toBe(401);
    expect((await visitor.get('/api/user')).status).toBe(401);
  });
});
