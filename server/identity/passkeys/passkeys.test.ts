import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreationOptions, Passkeys, RequestOptions } from '#contract/identity/passkeys.ts';
import type { WaysIn } from '#contract/identity/sign-in-ways.ts';
import type { Client } from '#tests/support/client.ts';
import { queueBehind } from '#tests/support/locks.ts';
import { Authenticator, addPasskey, addWith, signInWith } from '#tests/support/passkeys.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

const origin = 'https://learn.example.org';
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({
    ...production,
    PUBLIC_URL: origin,
    TRUST_PROXY: 'none',
    NETWORK_LIMIT_FACTOR: '20',
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const list = async (client: Client) => (await client.get<Passkeys>('/api/user/passkeys')).body.passkeys;
const outcome = ({ status, body }: { status: number; body: { code?: unknown } }) => [status, body.code];
const rejected = [400, 'accounts.passkey-refused'];
const unknown = [400, 'accounts.passkey-unknown'];
const password = 'portal-demo';
const codeOf = (secret: string) => TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() });
const emailOf = async (client: Client) => String((await client.get('/api/user')).body.email);
const age = (userId: number) =>
  query(`update sign_in_sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`, [userId]);
const mails = async (subject: RegExp) => {
  await portal.runJobs();
  return portal.sentMails.filter((mail) => subject.test(mail.subject));
};

describe('passkeys of a member', () => {
  it('PASS-01 refuses to add one by a forged, foreign, unverified or repeated answer, and mails nothing', async () => {
    const member = await portal.member();
    const other = await portal.member();
    const authenticator = new Authenticator(origin);
    for (const changed of [
      { origin: 'https://evil.example' },
      { origin: 'http://learn.example.org' },
      { host: 'example.org' },
      { challenge: 'bm90IGdpdmVu' },
      { type: 'webauthn.get' },
      { isVerified: false },
      { id: Buffer.from('another id').toString('base64url') },
    ]) {
      const answer = await addWith(member, authenticator, changed);
      expect(outcome(answer), JSON.stringify(changed)).toEqual(rejected);
    }
    expect(await list(member)).toEqual([]);
    // A challenge of another browser, of another member, and one that was used before.
    const { body: options } = await member.post<CreationOptions>('/api/user/passkeys/options');
    const made = new Authenticator(origin).make(options);
    expect(outcome(await other.post('/api/user/passkeys', made))).toEqual(rejected);
    const shared = portal.visitor();
    shared.cookies = { ...member.cookies, '__Host-session': other.cookies['__Host-session'] ?? '' };
    expect(outcome(await shared.post('/api/user/passkeys', made))).toEqual(rejected);
    const elsewhere = portal.visitor();
    elsewhere.cookies = { '__Host-session': member.cookies['__Host-session'] ?? '' };
    expect(outcome(await elsewhere.post('/api/user/passkeys', made))).toEqual(rejected);
    expect((await member.post('/api/user/passkeys', made)).status).toBe(201);
    expect(outcome(await member.post('/api/user/passkeys', made))).toEqual(rejected);
    for (const body of [{}, { ...made, response: {} }, { ...made, id: '!' }, { ...made, type: 'password' }]) {
      expect((await member.post('/api/user/passkeys', body)).status).toBe(400);
    }
    expect(await list(other)).toEqual([]);
    expect((await mails(/passkey was added/)).map(({ to }) => to)).toEqual([await emailOf(member)]);
  });

  it('PASS-01 refuses an old sign-in, an eleventh passkey and one that is added already', async () => {
    const member = await portal.member();
    await age(member.userId);
    const confirm = [403, 'accounts.confirm-sign-in'];
    expect(outcome(await member.post('/api/user/passkeys/options'))).toEqual(confirm);
    expect(outcome(await member.post('/api/user/passkeys', {}))).toEqual(confirm);
    await member.post('/api/user/confirm', { password });
    const first = await addPasskey(member, origin);
    expect(outcome(await addWith(member, first))).toEqual([409, 'accounts.passkey-taken']);
    const thief = await portal.member();
    expect(outcome(await addWith(thief, first))).toEqual([409, 'accounts.passkey-taken']);
    for (let count = 1; count < 9; count += 1) await addPasskey(member, origin);
    // The browser has made both passkeys before it adds either.
    const made = [];
    for (const _ of [1, 2]) {
      const { body } = await member.post<CreationOptions>('/api/user/passkeys/options');
      made.push(new Authenticator(origin).make(body));
    }
    const answers = await Promise.all(made.map((one) => member.post('/api/user/passkeys', one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(outcome(await member.post('/api/user/passkeys/options'))).toEqual([409, 'accounts.too-many-passkeys']);
    expect(await list(member)).toHaveLength(10);
    expect(await list(thief)).toEqual([]);
  });

  it('PASS-01 lists them without a key, with name, days and whether they are synced, and renames the own ones alone', async () => {
    const member = await portal.member();
    const stranger = await portal.member();
    const { passkeyId } = await addPasskey(member, origin, { isSynced: true });
    const local = await addPasskey(member, origin);
    expect(await signInWith(portal.visitor(), local)).toMatchObject({ status: 200 });
    const { body } = await member.get<Passkeys>('/api/user/passkeys');
    expect(body).toMatchObject({ problem: null, isMissing: false });
    expect(body.passkeys).toEqual([
      expect.objectContaining({ id: passkeyId, name: 'Unknown device', isSynced: true, lastUsedAt: null }),
      expect.objectContaining({ isSynced: false, lastUsedAt: expect.stringMatching(/^20/), otherHost: null }),
    ]);
    expect(Object.keys(body.passkeys[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'id',
      'isSynced',
      'lastUsedAt',
      'name',
      'otherHost',
    ]);
    const path = `/api/user/passkeys/${passkeyId}`;
    for (const name of ['', '  ', 'x'.repeat(61)]) expect((await member.patch(path, { name })).status).toBe(400);
    expect(outcome(await stranger.patch(path, { name: 'Mine' }))).toEqual([404, 'accounts.passkey-not-found']);
    expect((await member.patch(path, { name: ' Phone ' })).body).toMatchObject({ id: passkeyId, name: 'Phone' });
    expect((await list(member)).map(({ name }) => name)).toEqual(['Phone', 'Unknown device']);
  });

  it('PASS-01 PASS-02 a removed one stops at once; other devices are signed out, and the member gets a mail', async () => {
    const member = await portal.member();
    const stranger = await portal.member();
    const [kept, removed] = [await addPasskey(member, origin), await addPasskey(member, origin)];
    const other = portal.visitor();
    await signInWith(other, removed);
    const path = `/api/user/passkeys/${removed.passkeyId}`;
    expect(outcome(await stranger.delete(path))).toEqual([404, 'accounts.passkey-not-found']);
    await age(member.userId);
    expect(outcome(await member.delete(path))).toEqual([403, 'accounts.confirm-sign-in']);
    await member.post('/api/user/confirm', { password });
    await mails(/./);
    portal.sentMails.length = 0;
    expect((await member.delete(path)).status).toBe(200);
    expect(outcome(await member.delete(path))).toEqual([404, 'accounts.passkey-not-found']);
    expect((await other.get('/api/user')).status).toBe(401);
    expect((await member.get('/api/user')).status).toBe(200);
    expect(outcome(await signInWith(portal.visitor(), removed))).toEqual(unknown);
    expect((await signInWith(portal.visitor(), kept)).status).toBe(200);
    expect((await mails(/passkey was removed/)).map(({ to }) => to)).toEqual([await emailOf(member)]);
  });

  it('PASS-01 SET-20 the only way into an account stays; a passkey is one', async () => {
    const member = await portal.member();
    const { passkeyId } = await addPasskey(member, origin);
    await query('update users set password_hash = null where id = $1', [member.userId]);
    expect(outcome(await member.delete(`/api/user/passkeys/${passkeyId}`))).toEqual([409, 'accounts.password-first']);
    expect(await list(member)).toHaveLength(1);
    await query(`insert into identities (user_id, issuer, subject, email) values ($1, 'http://google.test', $2, 'a')`, [
      member.userId,
      `subject-${member.userId}`,
    ]);
    const ways = (await member.get<WaysIn>('/api/user/ways-in')).body;
    expect(ways.passkeys.map(({ name }) => name)).toEqual(['Unknown device']);
    expect((await member.delete(`/api/user/identities/${ways.identities[0]?.id}`)).status).toBe(200);
  });

  it('PASS-02 a sign-in that waits while its passkey is removed is refused', async () => {
    const member = await portal.member();
    const passkey = await addPasskey(member, origin);
    const account = { statement: 'select from users where id = $1 for update', values: [member.userId] };
    const [removal, signIn] = await queueBehind(portal.database, account, [
      () => member.delete(`/api/user/passkeys/${passkey.passkeyId}`),
      () => signInWith(portal.visitor(), passkey),
    ]);
    expect([removal?.status, signIn && outcome(signIn)]).toEqual([200, unknown]);
  });
});

describe('signing in by a passkey', () => {
  it('PASS-02 refuses forged, foreign, unverified and repeated signatures, opens nothing and uses each challenge up', async () => {
    const member = await portal.member();
    const victim = await portal.member();
    const passkey = await addPasskey(member, origin);
    const others = await addPasskey(victim, origin);
    const sessions = () => query('select count(*)::int as count from sign_in_sessions');
    const before = await sessions();
    const browser = portal.visitor();
    for (const changed of [
      { origin: 'https://evil.example' },
      { host: 'example.org' },
      { challenge: 'bm90IGdpdmVu' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { id: others.id.toString('base64url') },
      { id: others.id.toString('base64url'), userHandle: others.userHandle },
      { userHandle: others.userHandle },
    ]) {
      expect(outcome(await signInWith(browser, passkey, changed)), JSON.stringify(changed)).toEqual(rejected);
    }
    expect(outcome(await signInWith(browser, new Authenticator(origin)))).toEqual(unknown);
    for (const body of [
      {},
      { id: 'x' },
      { ...passkey.sign({ challenge: 'x', rpId: 'y', timeout: 0, userVerification: 'required' }), rawId: 7 },
    ]) {
      expect((await browser.post('/api/login/passkey', body)).status).toBe(400);
    }
    const options = async () => (await browser.post<RequestOptions>('/api/login/passkey/options')).body;
    // Challenges of another browser, for another purpose, and too late.
    const signed = passkey.sign(await options());
    expect(outcome(await portal.visitor().post('/api/login/passkey', signed))).toEqual(rejected);
    const proof = (await member.post<RequestOptions>('/api/user/confirm/passkey/options')).body;
    expect(outcome(await member.post('/api/login/passkey', passkey.sign(proof)))).toEqual(rejected);
    const late = passkey.sign(await options());
    await query(`update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect(outcome(await browser.post('/api/login/passkey', late))).toEqual(rejected);
    expect(await sessions()).toEqual(before);
    expect(browser.cookies).not.toHaveProperty('__Host-session');

    const good = passkey.sign(await options());
    expect((await browser.post('/api/login/passkey', good)).status).toBe(200);
    expect(outcome(await browser.post('/api/login/passkey', good))).toEqual(rejected);
    expect((await list(victim)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null]);
  });

  it('PASS-02 opens the account without an address, a password or the code of its second factor, and reports a new device', async () => {
    const member = await portal.member();
    const email = await emailOf(member);
    const passkey = await addPasskey(member, origin);
    const { secret } = (await member.post('/api/user/two-factor/setup')).body as { secret: string };
    await member.post('/api/user/two-factor/enable', { code: codeOf(secret) });
    await query('update users set password_hash = null where id = $1', [member.userId]);
    await portal.runJobs();
    portal.sentMails.length = 0;
    const browser = portal.visitor();
    const options = (await browser.post<RequestOptions>('/api/login/passkey/options')).body;
    expect(options).toEqual({
      rpId: 'learn.example.org',
      challenge: expect.any(String),
      timeout: 300_000,
      userVerification: 'required',
    });
    const answer = await browser.post('/api/login/passkey', passkey.sign(options));
    expect([answer.status, answer.body.email]).toEqual([200, email]);
    expect((await browser.get('/api/user')).body.id).toBe(member.userId);
    // The sign-in is fresh.
    expect((await browser.post('/api/user/passkeys/options')).status).toBe(200);
    expect((await mails(/^New sign-in/)).map(({ to }) => to)).toEqual([email]);
    // Two tabs of one browser do not undo each other's challenges.
    const tabs = [];
    for (const _ of [1, 2]) tabs.push((await browser.post<RequestOptions>('/api/login/passkey/options')).body);
    for (const tab of tabs) expect((await browser.post('/api/login/passkey', passkey.sign(tab))).status).toBe(200);
  });

  it('PASS-02 refuses a counter that does not grow with one mail a day, but not that of passkeys that never count', async () => {
    const member = await portal.member();
    const passkey = await addPasskey(member, origin);
    const browser = portal.visitor();
    for (const _ of [1, 2]) expect((await signInWith(browser, passkey)).status).toBe(200);
    passkey.counts = true;
    for (const _ of [1, 2]) expect((await signInWith(browser, passkey)).status).toBe(200);
    const copied = [403, 'accounts.passkey-copied'];
    // A signature that is refused for another reason mails nothing, whatever its counter.
    expect(outcome(await signInWith(browser, passkey, { counter: 1, isVerified: false }))).toEqual(rejected);
    expect(await mails(/passkey of your/)).toEqual([]);
    for (const counter of [4, 2, 0]) {
      if (counter === 4) expect((await signInWith(browser, passkey, { counter })).status).toBe(200);
      expect(outcome(await signInWith(browser, passkey, { counter })), String(counter)).toEqual(copied);
    }
    expect((await mails(/passkey of your/)).map(({ to }) => to)).toEqual([await emailOf(member)]);
    expect(await query('select counter::int from passkeys where user_id = $1', [member.userId])).toEqual([
      { counter: 4 },
    ]);
    expect((await signInWith(browser, passkey, { counter: 5 })).status).toBe(200);
  });

  it('PASS-02 a reset, a change of the address, the owner of an unverified address and the end of an account end passkeys; a reset keeps them when asked', async () => {
    const prepared = async (isVerified: boolean) => {
      const member = await portal.member();
      const passkey = await addPasskey(member, origin);
      if (isVerified) await query('update users set email_verified_at = now() where id = $1', [member.userId]);
      return { member, passkey, email: await emailOf(member) };
    };
    const reset = async (email: string, more = {}) => {
      portal.sentMails.length = 0;
      await portal.visitor().post('/api/forgot-password', { email });
      await portal.runJobs();
      const token = /reset-password\?token=(\S+)/.exec(portal.sentMails.at(-1)?.text ?? '')?.[1];
      return (await portal.visitor().post('/api/reset-password', { token, password: 'a chosen pass phrase', ...more }))
        .status;
    };
    const keep = ['passkeys'];
    const [ended, kept, stranger, moved] = [
      await prepared(true),
      await prepared(true),
      await prepared(false),
      await prepared(true),
    ];
    expect(await reset(ended.email)).toBe(200);
    expect(await reset(kept.email, { keep })).toBe(200);
    expect(await reset(stranger.email, { keep })).toBe(200);
    const administrator = await portal.administrator();
    const form = { firstName: 'A', lastName: 'B', email: `moved-${moved.email}` };
    expect((await administrator.put(`/api/users/${moved.member.userId}`, form)).status).toBe(200);
    const erased = await prepared(true);
    const { member } = erased;
    expect((await member.send({ method: 'DELETE', url: '/api/user', payload: { password } })).status).toBe(200);
    expect(await query('select id from passkeys where user_id = $1', [member.userId])).toEqual([]);
    for (const { passkey } of [ended, stranger, moved, erased]) {
      expect(outcome(await signInWith(portal.visitor(), passkey))).toEqual(unknown);
    }
    expect((await signInWith(portal.visitor(), kept.passkey)).status).toBe(200);
  });

  it('PASS-02 limits challenges and failed attempts of a network; what succeeds does not count', async () => {
    const member = await portal.member();
    const passkey = await addPasskey(member, origin);
    const browser = portal.visitor();
    const failures = () => query(`select hits from limit_counters where key like 'passkey-failed:%'`);
    await query(`delete from limit_counters where key like 'passkey-%'`);
    expect((await signInWith(browser, passkey)).status).toBe(200);
    expect(await failures()).toEqual([{ hits: 0 }]);
    expect((await signInWith(browser, passkey, { isVerified: false })).status).toBe(400);
    expect(await failures()).toEqual([{ hits: 1 }]);
    // Fills the limit in this window and in the next, which may begin before the call.
    const fill = (name: string, seconds: number) =>
      query(
        `insert into limit_counters (key, window_start, hits, expires_at)
         select $1, start, 100000, start + make_interval(secs => $2) from generate_series(0, 1) as later,
           lateral (select to_timestamp((floor(extract(epoch from now()) / $2) + later) * $2) as start) as current_window
         on conflict (key, window_start) do update set hits = 100000`,
        [`${name}:127.0.0.1`, seconds],
      );
    await fill('passkey-failed', 900);
    expect((await signInWith(browser, passkey)).status).toBe(429);
    await fill('passkey-challenge', 60);
    const { status, headers } = await browser.post('/api/login/passkey/options');
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    await query(`delete from limit_counters where key like 'passkey-%'`);
  });

  it('PASS-02 forgets challenges that were not signed in time', async () => {
    await query('delete from passkey_challenges');
    const browser = portal.visitor();
    for (const _ of [1, 2]) await browser.post('/api/login/passkey/options');
    await query(
      `update passkey_challenges set expires_at = now() - interval '1 second'
       where challenge_hash = (select challenge_hash from passkey_challenges limit 1)`,
    );
    await query(`select graphile_worker.add_job('delete-old-challenges')`);
    await portal.runJobs();
    expect(await query('select expires_at > now() as open from passkey_challenges')).toEqual([{ open: true }]);
  });
});
