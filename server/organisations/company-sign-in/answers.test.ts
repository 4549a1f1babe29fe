import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Company, connectedCompany, provenOrganisation } from '#tests/support/company.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const html = { accept: 'text/html' };

let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
let other: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
  other = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const outcome = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://portal').searchParams.get('outcome');
const state = () =>
  rows(`select (select count(*)::int from users) as users, (select count(*)::int from connection_identities) as linked,
    (select count(*)::int from sign_in_sessions where revoked_at is null) as sessions`);

/**
 * Signs a person in at the provider. @returns the browser, the callback path that it is sent to, and the provider's URL
 */
async function away(at: Company = company, name = 'Iona', claims: Record<string, unknown> = {}) {
  const browser = portal.visitor();
  const begun = await browser.get(`/api/sso/${at.connectionId}/start`);
  expect(begun.status).toBe(302);
  const path = await counterpart.answerFor(String(begun.headers.location), at.person(name, claims));
  return { browser, path, address: new URL(String(begun.headers.location)) };
}

describe('answers that are refused', () => {
  it('SSO-04 the way to the provider has state, nonce and an S256 challenge, and asks for no new sign-in', async () => {
    const { address, browser } = await away();
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    expect(asked.state).toMatch(/^[\w-]{43}$/);
    expect(asked.nonce).toMatch(/^[\w-]{43}$/);
    expect(asked.prompt).toBeUndefined();
    expect(Object.keys(browser.cookies)).toContain('sso');
  });

  it('SSO-04 SSO-09 an answer is refused twice, in another browser, without its state, and at another connection', async () => {
    const before = await state();
    const { browser, path } = await away();
    const [route = '', query = ''] = path.split('?');
    const stranger = portal.visitor();
    expect(outcome(await stranger.get(path, html))).toBe('refused');
    expect(outcome(await browser.get(`${route}?${new URLSearchParams({ code: 'x', state: 'y' })}`, html))).toBe(
      'refused',
    );
    const mixed = `/api/sso/${other.connectionId}/callback?${query}`;
    expect(outcome(await browser.get(mixed, html))).toBe('refused');
    // The mix-up has used the state up.
    expect(outcome(await browser.get(path, html))).toBe('refused');
    expect(await state()).toEqual(before);
    const right = await away();
    expect((await right.browser.get(right.path, html)).headers.location).toBe('/');
    expect(outcome(await right.browser.get(right.path, html))).toBe('refused');
  });

  it.each<[string, string | null]>([
    ['names another issuer', 'https://evil.example'],
    ['names the issuer with a slash behind it', '/'],
    ['names no issuer, although the provider announces it', null],
  ])('SSO-04 an answer that %s is refused before its code is used', async (_, iss) => {
    const before = await state();
    const { browser, path } = await away();
    const query = new URLSearchParams(path.split('?')[1]);
    expect(query.get('iss')).toBe(counterpart.issuer);
    if (iss === null) query.delete('iss');
    else query.set('iss', iss === '/' ? `${counterpart.issuer}/` : iss);
    let asked = 0;
    counterpart.faults.tokens = (body) => {
      asked += 1;
      return body;
    };
    const answer = await browser.get(`${path.split('?')[0]}?${query}`, html);
    delete counterpart.faults.tokens;
    expect([outcome(answer), asked]).toEqual(['refused', 0]);
    expect(await state()).toEqual(before);
  });

  it('SSO-09 an answer is refused after 10 minutes; two tabs of one browser both come back', async () => {
    const late = await away();
    await rows(`update connection_errands set asked_at = now() - interval '11 minutes'`);
    expect(outcome(await late.browser.get(late.path, html))).toBe('refused');
    const first = await away(company, 'Tabea');
    const second = await first.browser.get(`/api/sso/${company.connectionId}/start?returnTo=/library`);
    const path = await counterpart.answerFor(String(second.headers.location), company.person('Tabea'));
    expect((await first.browser.get(path, html)).headers.location).toBe('/library');
    expect((await first.browser.get(first.path, html)).headers.location).toBe('/');
  });

  it('SSO-04 the page after a cancelled sign-in says that it was cancelled', async () => {
    const { browser, path } = await away();
    const stateOf = new URLSearchParams(path.split('?')[1]).get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state: stateOf, iss: counterpart.issuer });
    expect(outcome(await browser.get(`${path.split('?')[0]}?${query}`, html))).toBe('cancelled');
  });

  it.each<[string, (claims: Record<string, unknown>) => Promise<string>]>([
    ['of another client', (claims) => counterpart.sign({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => counterpart.sign({ ...claims, iss: 'https://evil.example' })],
    ['with another nonce', (claims) => counterpart.sign({ ...claims, nonce: 'x' })],
    ['that has expired', (claims) => counterpart.sign({ ...claims, exp: Number(claims.iat) - 120 })],
    [
      'from the future',
      (claims) => counterpart.sign({ ...claims, iat: Number(claims.iat) + 600, nbf: Number(claims.iat) + 600 }),
    ],
    ['with an unknown key', (claims) => counterpart.sign(claims, { kid: 'unknown' })],
    ['without a signature', async (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
    ['with a broken signature', async (claims) => `${(await counterpart.sign(claims)).slice(0, -8)}AAAAAAAA`],
    [
      'of another person than its signature says',
      async (claims) => {
        const [header, , signature] = (await counterpart.sign(claims)).split('.');
        return `${header}.${base64({ ...claims, sub: 'someone-else' })}.${signature}`;
      },
    ],
  ])('SSO-04 an identity token %s is refused', async (_, forge) => {
    const before = await state();
    const { browser, path } = await away();
    counterpart.faults.tokens = async (body) => {
      const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString());
      return { ...body, id_token: await forge(claims) };
    };
    const answer = await browser.get(path, html);
    delete counterpart.faults.tokens;
    expect(outcome(answer)).toBe('refused');
    expect(await state()).toEqual(before);
  });

  it.each<[string, Record<string, unknown>, typeof counterpart.faults.tokens, string]>([
    [
      'a wrong secret',
      { clientSecret: 'another secret' },
      undefined,
      'The provider does not accept the client ID together with the client secret.',
    ],
    [
      'the algorithm of tokens',
      {},
      async (body) => ({ ...body, id_token: `${base64({ alg: 'HS512' })}.${String(body.id_token).split('.')[1]}.AA` }),
      'The provider signs identity tokens with HS512. Choose RS256 for this client at the provider.',
    ],
  ])('SSO-03 a test that fails names %s', async (_, change, tokens, sentence) => {
    const { owner, path, domain } = await provenOrganisation(portal);
    const { issuer, clientId, clientSecret } = counterpart;
    const form = { name: 'Wrong', issuer, clientId, clientSecret, ...change };
    const { id, redirectAddress } = (await owner.post(`${path}/connections`, form)).body;
    counterpart.allow(String(redirectAddress));
    const begun = await owner.post(`${path}/connections/${id}/test`);
    const person = { sub: `tester-${domain}`, claims: { email: `tester@${domain}` } };
    const back = await counterpart.answerFor(String(begun.body.address), person);
    if (tokens) counterpart.faults.tokens = tokens;
    await owner.get(back, html);
    delete counterpart.faults.tokens;
    expect((await owner.get(`/api/sso/${id}/test`)).body).toMatchObject({
      works: false,
      findings: [{ level: 'problem', sentence }],
    });
  });

  it('SSO-04 a token is accepted within 60 s of other clocks', async () => {
    const { browser, path } = await away(company, 'Clock');
    counterpart.faults.tokens = async (body) => {
      const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString());
      return { ...body, id_token: await counterpart.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 40 }) };
    };
    const answer = await browser.get(path, html);
    delete counterpart.faults.tokens;
    expect(answer.headers.location).toBe('/');
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['html', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')],
    [
      '10 MB',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(10_000_000)}"`),
    ],
    ['an error', (response) => response.writeHead(503).end()],
    ['a redirect', (response) => response.writeHead(302, { location: 'https://evil.example/' }).end()],
    ['a redirect to itself', (response) => response.writeHead(307, { location: '/token' }).end()],
    ['nothing, and hangs up', (response) => response.destroy()],
  ])('SSO-04 a provider that sends %s is away, other ways work on', async (_, answer) => {
    const before = await state();
    const { browser, path } = await away();
    counterpart.faults.answer = (request, response) => {
      if (!request.url?.startsWith('/token')) return false;
      answer(response);
      return true;
    };
    const rejected = await browser.get(path, html);
    delete counterpart.faults.answer;
    expect(['unreachable', 'refused']).toContain(outcome(rejected));
    expect(String(rejected.headers.location)).toContain('company=Fairbourne+account');
    expect(await state()).toEqual(before);
  });

  it('SSO-04 a provider that never answers is away, as the sign-in page says', { tags: 'long' }, async () => {
    const { browser, path } = await away();
    counterpart.faults.answer = (request) => request.url?.startsWith('/token') ?? false;
    const rejected = await browser.get(path, html);
    delete counterpart.faults.answer;
    expect(outcome(rejected)).toBe('unreachable');
  });

  it('SSO-04 a provider whose document never arrives is away within 10 s of the first start', {
    tags: 'long',
  }, async () => {
    // A changed connection reads its document again.
    await rows('update connections set updated_at = now() where id = $1', [company.connectionId]);
    counterpart.faults.answer = (request) => request.url?.includes('/.well-known/') ?? false;
    const began = performance.now();
    const rejected = await portal.visitor().get(`/api/sso/${company.connectionId}/start`, html);
    const took = performance.now() - began;
    delete counterpart.faults.answer;
    expect(outcome(rejected)).toBe('unreachable');
    expect(took).toBeLessThan(10_000);
  });

  it('SSO-04 keys that rotate are read again once the known ones are a minute old', async () => {
    const first = await away(company, 'Rota');
    expect((await first.browser.get(first.path, html)).headers.location).toBe('/');
    const begun = await away(company, 'Rota');
    await counterpart.rotate();
    // Within the minute the new key is unknown.
    expect(outcome(await begun.browser.get(begun.path, html))).toBe('refused');
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
    const later = await away(company, 'Rota');
    expect((await later.browser.get(later.path, html)).headers.location).toBe('/');
  });
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('issuers', () => {
  it('SSO-02 SSO-04 a form says what is wrong with an issuer, and none that leads inside is called', async () => {
    const { owner, path } = await provenOrganisation(portal);
    const look = async (issuer: string) =>
      (
        await owner.post<{ findings: { sentence: string }[]; isUsable: boolean }>(`${path}/connections/discovery`, {
          issuer,
        })
      ).body;
    expect((await look(counterpart.issuer)).isUsable).toBe(true);
    expect((await look(`${counterpart.issuer}/`)).findings[0]?.sentence).toContain('another issuer');
    expect((await look('https://login.microsoftonline.com/common/v2.0')).findings[0]?.sentence).toContain('tenant');
    for (const inside of [
      'https://169.254.169.254',
      'https://10.0.0.1',
      'https://[::ffff:10.0.0.1]',
      'https://0x0a000001',
    ]) {
      expect((await look(inside)).findings[0]?.sentence, inside).toContain('not allowed');
    }
    for (const [said, body] of [
      ['no JSON', '<h1>Maintenance</h1>'],
      ['bytes', `"${'x'.repeat(10_000_000)}"`],
      ['status 307', null],
    ] as const) {
      counterpart.faults.answer = (_, response) => {
        response.writeHead(body === null ? 307 : 200, { location: '/.well-known/openid-configuration' }).end(body);
        return true;
      };
      expect((await look(counterpart.issuer)).findings[0]?.sentence).toContain(said);
      delete counterpart.faults.answer;
    }
    const form = { name: 'A', clientId: 'x', clientSecret: 'y', issuer: 'https://10.0.0.1' };
    expect((await owner.post(`${path}/connections`, form)).body.code).toBe('connections.issuer-unreachable');
    expect(await rows('select 1 from connections where issuer = $1', [form.issuer])).toEqual([]);
  });

  it('SSO-04 no address inside is called that a discovery document names', async () => {
    const address = `${counterpart.issuer}/.well-known/openid-configuration`;
    const document = (await (await fetch(address)).json()) as object;
    const before = await state();
    for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
      const { owner, path, domain } = await provenOrganisation(portal);
      counterpart.faults.answer = (request, response) => {
        if (!request.url?.startsWith('/.well-known/')) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ...document, [name]: 'https://10.0.0.1/inside' }));
        return true;
      };
      const { issuer, clientId, clientSecret } = counterpart;
      const form = { name: 'Inside', issuer, clientId, clientSecret };
      const { id, redirectAddress } = (await owner.post(`${path}/connections`, form)).body;
      counterpart.allow(String(redirectAddress));
      const begun = await owner.post(`${path}/connections/${id}/test`);
      const person = { sub: `inside-${domain}`, claims: {} };
      await owner.get(await counterpart.answerFor(String(begun.body.address), person), html);
      delete counterpart.faults.answer;
      expect((await owner.get(`/api/sso/${id}/test`)).body.findings, name).toEqual([
        { level: 'problem', sentence: expect.stringContaining('is not responding') },
      ]);
    }
    expect((await state())[0]?.linked).toBe(before[0]?.linked);
  });
});
