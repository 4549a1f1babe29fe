import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiKey, NewApiKey } from '#contract/identity/api-keys.ts';
import { type Scope, scopesOf } from '#contract/scopes.ts';
import { createApp } from '#server/app/app.ts';
import { shownNetwork } from '#server/platform/http/limits.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { Client } from '#tests/support/client.ts';
import { requireSignIn } from '#tests/support/connections.ts';
import { insertDocument, insertResource } from '#tests/support/factories.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
/** A second node over the same database. */
let other: FastifyInstance;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1' });
  other = await createApp(portal.dependencies);
  await other.ready();
});
afterAll(async () => {
  await other.close();
  await portal.close();
});
beforeEach(() => {
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const form = { name: 'Nightly copy', scopes: ['catalogue:read', 'library:read'], expiresInDays: 30 };
const userOf = (program: Client) => program.get<{ id: number; code?: string }>('/api/user');
const age = (userId: number) =>
  query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [userId]);
const mails = async () => {
  await portal.runJobs();
  return portal.sentMails.map(({ to, subject, text }) => ({ to, subject, text }));
};

describe('making, changing and revoking a key', () => {
  it('APIKEY-02 keys are made by neither visitors nor an old sign-in, and keys of the portal not by members', async () => {
    const member = await portal.member();
    const { key } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
    const calls = [
      ['POST', '/api/user/keys', form],
      ['PUT', `/api/user/keys/${key.id}`, form],
      ['DELETE', `/api/user/keys/${key.id}`, {}],
    ] as const;
    for (const [method, url, payload] of calls) {
      expect((await portal.visitor().send({ method, url, payload })).status).toBe(401);
      const ofPortal = url.replace('/user/', '/admin/');
      expect((await member.send({ method, url: ofPortal, payload })).body.code).toBe('accounts.administrator-required');
    }
    expect((await member.get('/api/admin/keys')).status).toBe(403);
    await age(member.userId);
    for (const [method, url, payload] of calls) {
      expect((await member.send({ method, url, payload })).body.code).toBe('accounts.confirm-sign-in');
    }
    expect(await query('select name from api_keys where user_id = $1', [member.userId])).toEqual([
      { name: 'A program' },
    ]);
  });

  it.each([
    ['no name', { ...form, name: ' ' }, 'request.invalid'],
    ['no scope', { ...form, scopes: [] }, 'request.invalid'],
    ['an unknown scope', { ...form, scopes: ['everything'] }, 'request.invalid'],
    ['no end', { ...form, expiresInDays: null }, 'request.invalid'],
    ['another end', { ...form, expiresInDays: 31 }, 'request.invalid'],
    ['a scope of the portal', { ...form, scopes: ['admin:members:read'] }, 'keys.wrong-scope'],
    ['a scope of organisations', { ...form, scopes: ['organisation:read'] }, 'keys.wrong-scope'],
  ])('APIKEY-02 APIKEY-03 a member’s key with %s is refused', async (_, wrong, code) => {
    const member = await portal.member();
    const rejected = await member.post('/api/user/keys', wrong);
    expect([rejected.status, rejected.body.code]).toEqual([400, code]);
    expect((await member.get('/api/user/keys')).body).toEqual([]);
  });

  it('APIKEY-03 a change cannot give a key a scope that its kind cannot have', async () => {
    const member = await portal.member();
    const { key } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
    const rejected = await member.put(`/api/user/keys/${key.id}`, { name: 'More', scopes: ['admin:members:read'] });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'keys.wrong-scope']);
    expect((await member.get<ApiKey[]>('/api/user/keys')).body).toEqual([key]);
  });

  it('APIKEY-02 keys of others are not found', async () => {
    const [owner, stranger, administrator] = [
      await portal.member(),
      await portal.member(),
      await portal.administrator(),
    ];
    const { key } = await makeKey(owner, '/api/user/keys', ['catalogue:read']);
    for (const [client, path] of [
      [stranger, '/api/user/keys'],
      [administrator, '/api/admin/keys'],
    ] as const) {
      expect((await client.put(`${path}/${key.id}`, { name: 'Mine', scopes: ['catalogue:read'] })).body.code).toBe(
        'keys.not-found',
      );
      expect((await client.delete(`${path}/${key.id}`)).body.code).toBe('keys.not-found');
    }
    expect((await owner.get<ApiKey[]>('/api/user/keys')).body).toEqual([key]);
  });

  it('APIKEY-01 the API shows a new key once, and stores only its hash and its first characters', async () => {
    const member = await portal.member();
    const { status, body } = await member.post<NewApiKey>('/api/user/keys', form);
    expect(status).toBe(201);
    expect(body.token).toMatch(/^rapp_m_[0-9A-Za-z]{40}$/);
    expect(body.key).toMatchObject({
      name: 'Nightly copy',
      scopes: form.scopes,
      lastUse: null,
      madeBy: 'Mira Tollander',
    });
    expect(body.token.startsWith(body.key.start)).toBe(true);
    const [row] = await query('select * from api_keys where id = $1', [body.key.id]);
    expect(row.token_hash).toEqual(hash('sha256', body.token, 'buffer'));
    expect(JSON.stringify(row)).not.toContain(body.token.slice(15));
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 86_400_000);
    const listed = await member.get<ApiKey[]>('/api/user/keys');
    expect(listed.body).toEqual([body.key]);
    expect(listed.raw.toString()).not.toContain(body.token);
  });

  it('APIKEY-02 an owner has at most 20 keys, also of calls at the same time', async () => {
    const member = await portal.member();
    for (let n = 0; n < 18; n += 1) await makeKey(member, '/api/user/keys', ['catalogue:read']);
    const statuses = await Promise.all([1, 2, 3, 4].map(() => member.post('/api/user/keys', form)));
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect((await member.get<ApiKey[]>('/api/user/keys')).body).toHaveLength(20);
    const other = await portal.member();
    await makeKey(other, '/api/user/keys', ['catalogue:read']);
  });

  it('APIKEY-02 each change of a key is audited and mailed, and takes effect at once', async () => {
    const member = await portal.member();
    await portal.runJobs();
    portal.sentMails.length = 0;
    const { key, token } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
    const program = new Program(portal.app, token);
    const lacking = await userOf(program);
    expect([lacking.status, lacking.body]).toEqual([
      403,
      {
        code: 'keys.scope-missing',
        message: 'This key has not the scope library:read, which this call needs.',
      },
    ]);
    expect(lacking.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="library:read"');
    await member.put(`/api/user/keys/${key.id}`, { name: 'Renamed', scopes: ['library:read'] });
    expect((await userOf(program)).body.id).toBe(member.userId);
    expect((await program.get('/api/resources')).body.code).toBe('keys.scope-missing');
    expect((await member.delete(`/api/user/keys/${key.id}`)).status).toBe(200);
    expect((await userOf(program)).body.code).toBe('keys.refused');
    expect((await member.delete(`/api/user/keys/${key.id}`)).body.code).toBe('keys.not-found');
    const entries = await query(
      `select action, after from audit_log where object = 'key' and object_id = $1 order by id`,
      [String(key.id)],
    );
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'revoke']);
    expect(JSON.stringify(entries)).not.toContain('Renamed');
    const subjects = (await mails()).map(({ subject }) => subject.replace(/ at .*/, ''));
    expect(subjects).toEqual(['A new API key was made', 'An API key was changed', 'An API key was revoked']);
    expect(portal.sentMails[0]?.text).toContain(key.start);
    expect(JSON.stringify(portal.sentMails)).not.toContain(token);
  });
});

describe('a call with a key', () => {
  it('APIKEY-01 APIKEY-04 a key that is wrong in any way is answered 401 with one code, and a typing error costs no query', async () => {
    const member = await portal.member();
    const { token } = await makeKey(member, '/api/user/keys', ['library:read']);
    const last = token.at(-1) === 'a' ? 'b' : 'a';
    const wrong = [token.slice(0, -1) + last, token.toLowerCase(), `${token}x`, '', 'x', `rapp_s_${token.slice(7)}`];
    const statements = vi.spyOn(pg.Pool.prototype, 'query');
    onTestFinished(() => statements.mockRestore());
    for (const text of [...wrong, newToken('m'), newToken('p')]) {
      statements.mockClear();
      const { status, body, headers } = await userOf(new Program(portal.app, text));
      expect([text, status, body.code]).toEqual([text, 401, 'keys.refused']);
      expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      const names = statements.mock.calls.map(([config]) => (config as { name?: string }).name);
      expect([text, names]).toEqual([text, wrong.includes(text) ? [] : ['keys.find_by_hash']]);
    }
    expect((await userOf(new Program(portal.app, token))).status).toBe(200);
  });

  it('APIKEY-04 the API ignores a key in the URL or the body', async () => {
    const member = await portal.member();
    const { token } = await makeKey(member, '/api/user/keys', ['library:read']);
    for (const name of ['key', 'access_token', 'authorization']) {
      const inAddress = await portal.visitor().get(`/api/user?${name}=${token}`);
      expect([inAddress.status, inAddress.body.code]).toEqual([401, 'accounts.sign-in-required']);
    }
    const inBody = await portal.visitor().post('/api/user/sessions', { access_token: token });
    expect(inBody.status).toBe(401);
    const basic = { authorization: `Basic ${Buffer.from(`key:${token}`).toString('base64')}` };
    expect((await portal.visitor().get('/api/user', basic)).status).toBe(401);
  });

  it('APIKEY-04 a request with a key has no session beside it, and no other site can make one', async () => {
    const [member, owner] = [await portal.member(), await portal.member()];
    const { token } = await makeKey(owner, '/api/user/keys', ['library:read']);
    const withKey = await member.get<{ id: number }>('/api/user', { authorization: `Bearer ${token}` });
    expect(withKey.body.id).toBe(owner.userId);
    const withWrong = await member.get('/api/user', { authorization: `Bearer ${newToken('m')}` });
    expect([withWrong.status, withWrong.body.code]).toEqual([401, 'keys.refused']);
    // A key is also rejected on a route that is open to visitors and knows who is signed in.
    const gift = await member.post('/api/gifts/open', { secret: 'x'.repeat(43) }, { authorization: `Bearer ${token}` });
    expect(gift.body.code).toBe('keys.not-by-key');
    const preflight = await new Program(portal.app, token).send({
      method: 'OPTIONS',
      url: '/api/user',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
    });
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const read = await new Program(portal.app, token).get('/api/user', { origin: 'https://evil.test' });
    expect(Object.keys(read.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('APIKEY-03 no key signs in, pays, changes an account, makes a key, or starts, answers and hands in a check', async () => {
    const member = await portal.member();
    const { token } = await makeKey(member, '/api/user/keys', scopesOf('member'));
    const program = new Program(portal.app, token);
    for (const [method, url] of [
      ['POST', '/api/login'],
      ['POST', '/api/user/confirm'],
      ['POST', '/api/user/change-password'],
      ['PATCH', '/api/user/profile'],
      ['DELETE', '/api/user'],
      ['GET', '/api/user/keys'],
      ['POST', '/api/user/keys'],
      ['GET', '/api/user/billing'],
      ['GET', '/api/user/sign-ins'],
      ['POST', '/api/create-payment-intent'],
      ['POST', '/api/user/data-export'],
      ['POST', '/api/resources/1/check/attempts'],
      ['GET', '/api/user/check-attempts/1/questions'],
      ['PUT', '/api/user/check-attempts/1/answers/1'],
      ['POST', '/api/user/check-attempts/1/hand-in'],
    ] as const) {
      const { status, body } = await program.send({ method, url, ...(method !== 'GET' && { payload: {} }) });
      expect([url, status, body.code]).toEqual([url, 403, 'keys.not-by-key']);
    }
    expect((await program.put('/api/resources/999999/saved', {})).status).toBe(404);
    const ofPortal = await makeKey(await portal.administrator(), '/api/admin/keys', scopesOf('portal'));
    const lists = ['access', 'access/1', 'grants', 'subscription-blocks', 'purchases'];
    const urls = lists.map((list) => `/api/admin/users/${member.userId}/${list}`);
    const days = 'from=2026-01-01&to=2026-01-31';
    urls.push(`/api/admin/analytics/rows?figure=payment&${days}`, `/api/admin/analytics/activity?${days}`);
    for (const url of [...urls, '/api/admin/reconciliation']) {
      const { status, body } = await new Program(portal.app, ofPortal.token).get(url);
      expect([url, status, body.code]).toEqual([url, 403, 'keys.not-by-key']);
    }
  });

  it('APIKEY-02 a call records the day and the network of the key’s last use', async () => {
    const member = await portal.member();
    const { token } = await makeKey(member, '/api/user/keys', ['library:read']);
    await userOf(new Program(portal.app, token));
    const [key] = (await member.get<ApiKey[]>('/api/user/keys')).body;
    expect(key?.lastUse).toEqual({ on: new Date().toISOString().slice(0, 10), network: '127.0.0.0/24' });
    expect(shownNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(shownNetwork('::ffff:203.0.113.7')).toBe('203.0.113.0/24');
  });

  it('APIKEY-06 a key has 300 calls a minute on all nodes together, and the headers say how many are left', async () => {
    const [member, owner] = [await portal.member(), await portal.member()];
    const { token } = await makeKey(owner, '/api/user/keys', ['library:read']);
    const { token: second } = await makeKey(member, '/api/user/keys', ['library:read']);
    const programs = [new Program(portal.app, token), new Program(other, token)] as const;
    const first = await userOf(programs[0]);
    expect(first.headers['ratelimit-policy']).toBe('"key";q=300;w=60');
    expect(first.headers.ratelimit).toMatch(/^"key";r=299;t=([1-9]|[1-5]\d|60)$/);
    expect((await userOf(programs[1])).headers.ratelimit).toMatch(/^"key";r=298;/);
    await query(`update limit_counters set hits = 299 where key like 'api-key:%' and hits = 2`);
    expect((await userOf(programs[0])).headers.ratelimit).toMatch(/^"key";r=0;/);
    for (const program of programs) {
      const { status, headers } = await userOf(program);
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
      expect(headers.ratelimit).toMatch(/^"key";r=0;/);
    }
    expect((await userOf(new Program(portal.app, second))).status).toBe(200);
    expect((await owner.get('/api/user')).status).toBe(200);
  });
});

describe('the end of a key', () => {
  const expectEnded = async (token: string, url = '/api/user') => {
    for (const app of [portal.app, other]) {
      expect((await new Program(app, token).get(url)).body.code).toBe('keys.refused');
    }
  };

  it('APIKEY-02 an expired key stops working, stays listed for 30 days, and is then deleted', async () => {
    const member = await portal.member();
    const { key, token } = await makeKey(member, '/api/user/keys', ['library:read']);
    await query('update api_keys set expires_at = now() where id = $1', [key.id]);
    await expectEnded(token);
    expect((await member.get<ApiKey[]>('/api/user/keys')).body).toHaveLength(1);
    await query(`update api_keys set expires_at = now() - interval '31 days' where id = $1`, [key.id]);
    await query(`select graphile_worker.add_job('delete-ended-keys')`);
    await portal.runJobs();
    expect((await member.get<ApiKey[]>('/api/user/keys')).body).toEqual([]);
  });

  it('APIKEY-05 a member’s key ends with the account', async () => {
    const [member, administrator] = [await portal.member(), await portal.administrator()];
    const { token } = await makeKey(member, '/api/user/keys', ['library:read']);
    expect((await userOf(new Program(portal.app, token))).status).toBe(200);
    expect((await administrator.delete(`/api/users/${member.userId}`)).status).toBe(200);
    await expectEnded(token);
    expect(await query('select id from api_keys where user_id = $1', [member.userId])).toEqual([]);
  });

  it('SSO-10 a key from before the company required its sign-in is rejected until the company no longer requires it', async () => {
    const member = await portal.member();
    const { key, token } = await makeKey(member, '/api/user/keys', ['library:read']);
    const answer = async () => (await userOf(new Program(portal.app, token))).status;
    expect(await answer()).toBe(200);
    await query(`update users set email = 'p' || id || '@required.example' where id = $1`, [member.userId]);
    const [{ id: organisation }] = await query(`insert into organisations (name) values ('Required') returning id`);
    const connection = await requireSignIn(portal, { organisationId: organisation, domain: 'required.example' });
    await expectEnded(token);
    await query('update api_keys set connection_id = $2 where id = $1', [key.id, connection]);
    expect(await answer()).toBe(200);
    await query(`update api_keys set connection_id = null where id = $1`, [key.id]);
    await query(`update connections set state = 'active' where id = $1`, [connection]);
    expect(await answer()).toBe(200);
  });

  it('APIKEY-05 a key of the portal ends with the role of its administrator, and does not come back with it', async () => {
    const [maker, colleague] = [await portal.administrator(), await portal.administrator()];
    const keep = await makeKey(colleague, '/api/admin/keys', ['admin:members:read']);
    const { key, token } = await makeKey(maker, '/api/admin/keys', ['admin:members:read']);
    expect(token).toMatch(/^rapp_p_/);
    expect((await new Program(portal.app, token).get('/api/users')).status).toBe(200);
    expect((await new Program(portal.app, token).get('/api/admin/audit-log')).body.code).toBe('keys.not-by-key');
    expect((await colleague.get<ApiKey[]>('/api/admin/keys')).body.map(({ id }) => id)).toContain(key.id);
    const setRole = (role: string) => colleague.patch(`/api/users/${maker.userId}/role`, { role });
    expect((await setRole('user')).status).toBe(200);
    await expectEnded(token, '/api/users');
    await query('update users set email_verified_at = now() where id = $1', [maker.userId]);
    expect((await setRole('administrator')).status).toBe(200);
    await expectEnded(token, '/api/users');
    expect((await new Program(portal.app, keep.token).get('/api/users')).status).toBe(200);
  });

  it('APIKEY-05 an administrator’s personal key reads nothing of other members', async () => {
    const administrator = await portal.administrator();
    const { token } = await makeKey(administrator, '/api/user/keys', ['completions:read']);
    const program = new Program(portal.app, token);
    expect((await program.get('/api/user/completions')).status).toBe(200);
    expect((await program.get('/api/completions')).body.code).toBe('keys.not-by-key');
  });

  it('APIKEY-03 ACCESS-21 an administrator’s key that only reads the catalogue sees no drafts, one that changes it does', async () => {
    const administrator = await portal.administrator();
    const file = await insertDocument(portal);
    const draft = await insertResource(portal.database, { is_published: false, file_id: file.id });
    const paid = await insertResource(portal.database, { access_type: 'purchase', price_minor: 900 });
    const keyWith = async (url: string, scopes: Scope[]) =>
      new Program(portal.app, (await makeKey(administrator, url, scopes)).token);
    const readers = [
      await keyWith('/api/admin/keys', ['catalogue:read']),
      await keyWith('/api/user/keys', ['catalogue:read']),
    ];
    const ofDraft = ['', '/access', '/related', '/download'].map((part) => `/api/resources/${draft.id}${part}`);
    ofDraft.push(`/api/files/${file.id}`);
    for (const reader of readers) {
      for (const url of ofDraft) expect([url, (await reader.get(url)).status]).toEqual([url, 404]);
      const access = await reader.get<{ hasAccess: boolean }>(`/api/resources/${paid.id}/access`);
      expect(access.body.hasAccess).toBe(true);
    }
    const editor = await keyWith('/api/admin/keys', ['catalogue:read', 'admin:catalogue']);
    for (const client of [editor, administrator]) {
      for (const url of ofDraft) expect([url, (await client.get(url)).status]).toEqual([url, 200]);
    }
  });

  it('APIKEY-02 a key of the portal may have no end, and all administrators get a mail about it', async () => {
    const [maker, colleague] = [await portal.administrator(), await portal.administrator()];
    await portal.runJobs();
    portal.sentMails.length = 0;
    const made = await maker.post<NewApiKey>('/api/admin/keys', {
      ...form,
      scopes: ['catalogue:read'],
      expiresInDays: null,
    });
    expect([made.status, made.body.key.expiresAt]).toEqual([201, null]);
    const readers = (await mails()).map(({ to }) => to);
    for (const { userId } of [maker, colleague]) {
      const [{ email }] = await query('select email from users where id = $1', [userId]);
      expect(readers).toContain(email);
    }
    expect((await maker.delete(`/api/admin/keys/${made.body.key.id}`)).status).toBe(200);
    await expectEnded(made.body.token, '/api/resources');
  });

  it('SET-20 the keys of an account end when its owner takes it back by a new password', async () => {
    const member = await portal.member();
    const [{ email }] = await query('select email from users where id = $1', [member.userId]);
    const { token } = await makeKey(member, '/api/user/keys', ['library:read']);
    await portal.visitor().post('/api/forgot-password', { email });
    const link = (await mails()).flatMap(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? []).at(-1);
    await new Client(portal.app).post('/api/reset-password', { token: link, password: 'another pass phrase' });
    await expectEnded(token);
  });
});
