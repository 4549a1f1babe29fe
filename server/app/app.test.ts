import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '#contract/errors.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { BlobNoRoom, type Blobs } from '../platform/files/blobs.ts';
import { blobsIn } from '../platform/files/incoming.ts';
import { sendErrors } from '../platform/http/errors.ts';
import { guardRoutes } from '../platform/http/guard.ts';
import { createLimiter, networkOf } from '../platform/http/limits.ts';
import { routesOf } from '../platform/http/routes.ts';
import { timeOutside } from '../platform/telemetry/signals.ts';
import { createApp } from './app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ SUPPORT_EMAIL: 'help@example.org', CURRENCY: 'EUR' });
});
afterAll(() => portal.close());

const sessions = async () =>
  (await portal.database.pool.query('select count(*)::int as n from sign_in_sessions')).rows[0].n;

describe('every call', () => {
  it('GEN-04 PERM-01 answers JSON 404 to an unknown path under /api for every caller', async () => {
    for (const client of [portal.visitor(), await portal.member()]) {
      for (const url of ['/api/nothing', '/api/', '/api/user/../../etc', '/api/login/']) {
        const answer = await client.get(url);
        expect([url, answer.status, answer.body]).toEqual([
          url,
          404,
          { code: 'request.not-found', message: 'Not found' },
        ]);
      }
    }
  });

  it('GEN-03 GEN-04 answers malformed addresses with a JSON error and the usual headers', async () => {
    for (const [url, status, code] of [
      [`/api/users/${'1'.repeat(300)}`, 404, 'request.not-found'],
      ['/api/users/%ED%A0%80', 400, 'request.invalid'],
      ['/media/%zz', 400, 'request.invalid'],
    ] as const) {
      const answer = await portal.visitor().get(url);
      expect([url, answer.status, answer.body]).toEqual([url, status, { code, message: errors[code].message }]);
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('GEN-02 refuses a change that another site sends, and changes nothing', async () => {
    const form = { email: 'cross@example.org', password: 'portal-demo', firstName: 'C', lastName: 'S' };
    const before = await sessions();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'http://portal.test.evil.test' },
    ] as Record<string, string>[]) {
      const answer = await portal.visitor().post('/api/register', form, headers);
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'request.foreign-origin']);
    }
    expect(await sessions()).toBe(before);
  });

  it('GEN-02 accepts changes from PUBLIC_URL, from its own host and from callers that send neither header', async () => {
    const login = { email: 'unknown@example.org', password: 'portal-demo' };
    for (const headers of [
      { origin: 'http://portal.test' },
      { origin: 'http://127.0.0.1:3999', host: '127.0.0.1:3999' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ] as Record<string, string>[]) {
      expect([headers, (await portal.visitor().post('/api/login', login, headers)).status]).toEqual([headers, 401]);
    }
  });

  it('AUTH-27 a page that was made for another member is refused, and its call changes nothing', async () => {
    const [former, next] = [await portal.member(), await portal.member()];
    const save = (headers: Record<string, string>, firstName: string) =>
      next.send({ method: 'PATCH', url: '/api/user/profile', payload: { firstName, lastName: 'Tollander' }, headers });
    const read = (page: string) => next.get('/api/user', { 'x-page-member': page });
    for (const page of [String(former.userId), '', 'me', `${next.userId} `, `0${next.userId}`].filter(
      (page) => page.trim() !== String(next.userId),
    )) {
      expect(await save({ 'x-page-member': page }, 'Oriane')).toMatchObject({
        status: 409,
        body: { code: 'accounts.other-member' },
      });
      expect((await read(page)).status).toBe(409);
    }
    expect((await next.post('/api/logout', {}, { 'x-page-member': String(former.userId) })).status).toBe(409);
    expect((await read(String(next.userId))).body).toMatchObject({ firstName: 'Mira' });
    expect((await save({ 'x-page-member': String(next.userId) }, 'Ada')).status).toBe(200);
    expect((await save({}, 'Ida')).status).toBe(200);
  });

  it('GEN-03 decides 401 before 403 before 400', async () => {
    const send = (client: Client) => client.post('/api/admin/upload', { wrong: true });
    expect((await send(portal.visitor())).status).toBe(401);
    expect((await send(await portal.member())).status).toBe(403);
    expect((await send(await portal.administrator())).status).toBe(400);
  });

  it('GEN-05 answers malformed JSON with 400, other content types with 415', async () => {
    const send = (payload: string, type: string) =>
      portal.visitor().send({ method: 'POST', url: '/api/login', payload, headers: { 'content-type': type } });
    expect(await send('{"email":', 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message: 'The request body is not valid JSON.' },
    });
    expect(await send(`{"email":${'['.repeat(1500)}${']'.repeat(1500)}}`, 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message: 'The request body is nested too deeply.' },
    });
    expect((await send('{"__proto__":{"role":"administrator"}}', 'application/json')).status).toBe(400);
    expect((await send('email=a', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send('{"email":"a@example.org"}', 'text/plain')).status).toBe(415);
    expect((await send('', 'application/json')).body.message).toBe('Invalid email address');
  });

  it('GEN-05 V15.3.5 accepts only numbers as ids in a body: neither true nor a list of one', async () => {
    const administrator = await portal.administrator();
    for (const id of [true, [1], null, '', ' 1', '1e0', 1.5, {}]) {
      const calls = [
        await administrator.post('/api/admin/resources/bulk', { action: 'unpublish', ids: [id] }),
        await administrator.post('/api/tools/generate-token', { resourceId: id, onlineProductId: 1 }),
        await administrator.post('/api/user/sessions', { resourceId: id, sessionData: {}, completionPercentage: 0 }),
      ];
      expect([id, ...calls.map(({ status }) => status)]).toEqual([id, 400, 400, 400]);
    }
  });

  it('GEN-03 refuses a body that is too large with 413', async () => {
    const answer = await portal.visitor().post('/api/login', { email: 'a'.repeat(5000), password: 'portal-demo' });
    expect([answer.status, answer.body.code]).toEqual([413, 'request.too-large']);
  });

  it('every answer carries the security headers, and answers under /api are not cached', async () => {
    const { headers } = await portal.visitor().get('/api/config');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers an unexpected error with 500 and a request id, logs it once, and reveals no details', async () => {
    const broken = await createTestPortal();
    await broken.database.owner.query('alter table limit_counters rename to gone');
    const answer = await broken.visitor().post('/api/login', { email: 'a@example.org', password: 'portal-demo' });
    await broken.close();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      code: 'request.failed',
      message: 'Something went wrong on our side. Nothing was changed.',
    });
    expect(broken.logged).toHaveLength(1);
    expect(broken.logged[0]).toContain(String(answer.headers['x-request-id']));
  });
});

describe('the portal itself', () => {
  it('BOOT-03 LIVE-06 answers the checks of being alive and being ready', async () => {
    const { status, body } = await portal.visitor().get('/healthz');
    expect([status, body]).toEqual([200, { status: 'alive', version: '1.2.3', commit: 'abc123def456' }]);
    expect((await portal.visitor().get('/readyz')).status).toBe(200);
  });

  it('BOOT-03 names the outside services whose last call failed, and serves on, until they answer again', async () => {
    const ready = async () => {
      const { status, body } = await portal.visitor().get('/readyz');
      return [status, body];
    };
    const fails = () => Promise.reject(new Error('away'));
    await expect(timeOutside('s3', fails)).rejects.toThrow('away');
    await expect(timeOutside('smtp', fails)).rejects.toThrow('away');
    // A declined card is a response, not an outage.
    await expect(timeOutside('stripe', fails, () => true)).rejects.toThrow('away');
    expect(await ready()).toEqual([200, { status: 'degraded', failing: ['s3', 'smtp'] }]);
    await timeOutside('s3', async () => 'answer');
    expect(await ready()).toEqual([200, { status: 'degraded', failing: ['smtp'] }]);
    await timeOutside('smtp', async () => 'answer');
    expect(await ready()).toEqual([200, { status: 'ready' }]);
  });

  it('OPS-27 warns and is degraded while files find no room on the disk, and ready once one does', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const app = await createApp({ ...portal.dependencies, logger });
    const ready = async () => (await app.inject('/readyz')).json();
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-room-'));
    const place = { put: async () => {}, open: fails, openParts: fails, link: null, remove: fails, list: fails };
    function fails(): never {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    const full = blobsIn(folder, { ...place, put: async () => fails() });
    const write = (blobs: Blobs) => blobs.write(randomUUID(), Readable.from([Buffer.from('x')]), { maxBytes: 10 });
    await expect(write(full)).rejects.toThrow(BlobNoRoom);
    expect(await ready()).toEqual({ status: 'degraded', failing: ['disk'] });
    expect(lines.join('')).toContain('A file was refused because the disk of DATA_DIR is full or nearly full');
    await write(blobsIn(folder, place));
    expect(await ready()).toEqual({ status: 'ready' });
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('BOOT-06 gives visitors the configuration of the web app, without secrets', async () => {
    const { status, body } = await portal.visitor().get('/api/config');
    expect(status).toBe(200);
    expect(body).toEqual({
      payments: { publishableKey: null, apiBase: null, scriptUrl: null, sandbox: false, invoiceDueDays: [14, 30, 45] },
      currency: 'EUR',
      tax: 'none',
      productName: 'RAPP Learning',
      passwordMin: 6,
      googleSignIn: false,
      passkeys: false,
      adminPasskey: false,
      companySignIn: { buttons: [], hasCompanies: false },
      supportEmail: 'help@example.org',
      termsUrl: null,
      privacyUrl: null,
      publisher: null,
      notice: 'public-demo',
      version: '1.2.3 (abc123def456)',
      tagline: null,
      signInText: null,
      words: null,
      brand: { colour: null, logoUrl: null, darkLogoUrl: null, faviconUrl: null },
      catalogueIsPublic: true,
      assessmentIsPublic: true,
      assistants: false,
      registration: 'open',
    });
  });

  it('BOOT-05 pages load the script of the server at STRIPE_API_BASE, and no script of another', {
    tags: 'long',
  }, async () => {
    const payments = { publishableKey: 'pk_test_1', sandbox: false };
    for (const [apiBase, scriptUrl, origin] of [
      ['http://localhost:4242/', 'http://localhost:4242/v3/stripe.js', 'http://localhost:4242'],
      [null, 'https://js.stripe.com/endive/stripe.js', 'https://js.stripe.com'],
    ] as const) {
      const paid = await createTestPortal({}, { payments: { ...payments, apiBase } });
      const { body, headers } = await paid.visitor().get('/api/config');
      await paid.close();
      expect(body).toMatchObject({ payments: { scriptUrl } });
      const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ');
      expect(scripts?.slice(0, 2)).toEqual(["'self'", origin]);
      expect(scripts?.some((source) => source.includes('js.stripe.com'))).toBe(apiBase === null);
    }
  });

  const withoutKeys = () => ({
    publicUrl: 'http://portal.test',
    findKey: async () => null,
    limiter: createLimiter(portal.database),
    keyLimit: { name: 'api-key', max: 300, windowSeconds: 60 },
  });

  it('APIKEY-03 refuses to start with an endpoint that names no scope', () => {
    const nameless = { ...getPortalConfig, scope: undefined } as unknown as typeof getPortalConfig;
    const { visitors } = routesOf(Fastify(), portal.database);
    expect(() => visitors.read(nameless, async () => ({}) as never)).toThrow('/api/config names no scope (APIKEY-03).');
  });

  it('refuses to start with a route that does not say who may call it', async () => {
    const app = Fastify();
    guardRoutes(app, { ...withoutKeys(), findActor: async () => null });
    app.get('/api/forgotten', async () => 'open to all');
    await expect(app.ready()).rejects.toThrow('The route GET /api/forgotten does not say who may call it.');
  });

  it('PERM-05 routes that need a fresh sign-in check the role first and then refuse an old sign-in', async () => {
    const app = Fastify();
    sendErrors(app, { ownsDatabase: true });
    guardRoutes(app, {
      ...withoutKeys(),
      findActor: async ({ headers }) => ({
        userId: 1,
        signInId: 1,
        role: headers.role === 'administrator' ? 'administrator' : 'user',
        signedInSecondsAgo: 0,
        connectionId: null,
        isFresh: headers.fresh === 'yes',
        allowsCounting: false,
        timeZone: 'UTC',
      }),
    });
    const config = { caller: 'administrator', needsFreshSignIn: true } as const;
    app.post('/api/refund', { config }, async () => 'refunded');
    const codeFor = async (headers: Record<string, string>) => {
      const answer = await app.inject({ method: 'POST', url: '/api/refund', headers });
      return answer.statusCode === 200 ? 200 : answer.json().code;
    };
    expect(await codeFor({ fresh: 'yes' })).toBe('accounts.administrator-required');
    expect(await codeFor({ role: 'administrator' })).toBe('accounts.confirm-sign-in');
    expect(await codeFor({ role: 'administrator', fresh: 'yes' })).toBe(200);
  });

  it('counts one IPv6 network as one caller', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  });
});
