import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutsideToolSession, SavedToolSession } from '#contract/learning/tools.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { ageTokens, insertTool, type TestTool, tokenFor } from '#tests/support/tools.ts';

type Member = Client & { userId: number };

const origin = 'https://tools.example.org';

let portal: TestPortal;
let member: Member;
let tool: TestTool;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  tool = await insertTool(portal.database, { resource: { title: 'AI Use Case Canvas' } });
});
afterAll(() => portal.close());

const url = '/api/tool-session';
type Headers = Record<string, string>;
const bearer = (token: string, headers: Headers = {}): Headers => ({ authorization: `Bearer ${token}`, ...headers });
const read = (headers: Headers, client: Client = portal.visitor()) => client.get<OutsideToolSession>(url, headers);
const write = (headers: Headers, payload: object) =>
  portal.visitor().send<SavedToolSession>({ method: 'PUT', url, headers, payload });
const preflight = (from: string) =>
  portal.visitor().send({
    method: 'OPTIONS',
    url,
    headers: {
      origin: from,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    },
  });
const allowed = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];
const rows = async () => (await portal.database.pool.query('select * from progress_sessions order by id')).rows;

describe('an outside tool without a valid token', () => {
  it('an outside tool without a valid token is refused before its body is read, whatever cookie goes along', async () => {
    const before = await rows();
    for (const headers of [{}, { authorization: 'Basic eDp5' }, bearer('x'), bearer(''), bearer('a b')]) {
      const answers = [await read(headers), await read(headers, member), await write(headers, { wrong: true })];
      for (const { status, body, headers: given } of answers) {
        expect([status, (body as { code?: string }).code]).toEqual([401, 'tools.bearer-invalid']);
        expect(given['www-authenticate']).toBe('Bearer');
      }
    }
    expect(await rows()).toEqual(before);
  });

  it('TOOL-17 an outside tool without a valid token is refused when the token is too old or its sign-in has ended', async () => {
    const old = await tokenFor(member, tool);
    await ageTokens(portal.database, '15 minutes');
    expect((await read(bearer(old))).status).toBe(401);
    const leaver = await portal.member();
    const token = await tokenFor(leaver, tool);
    expect((await read(bearer(token))).status).toBe(200);
    await leaver.post('/api/logout');
    expect((await read(bearer(token))).status).toBe(401);
  });
});

describe('an outside tool', () => {
  it("an outside tool gets the member's first name and what it saved, and no more", async () => {
    const token = await tokenFor(member, tool);
    const first = await read(bearer(token));
    expect([first.status, first.body]).toEqual([
      200,
      {
        firstName: 'Mira',
        resourceTitle: 'AI Use Case Canvas',
        sessionData: null,
        completionPercentage: 0,
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const data = { station: 2, notes: ['one', { deep: true }], ключ: '🛠' };
    expect((await write(bearer(token), { sessionData: data, completionPercentage: 30 })).body).toEqual({
      completionPercentage: 30,
      expiresAt: expect.any(String),
    });
    expect((await read(bearer(token))).body).toMatchObject({ sessionData: data, completionPercentage: 30 });
    expect((await write(bearer(token), { sessionData: {} })).body.completionPercentage).toBe(30);
    const { body } = await member.get('/api/user/sessions');
    expect(body).toMatchObject([{ resourceId: tool.resourceId, completionPercentage: 30 }]);
  });

  it('an outside tool cannot save what is too large, no object, or not to be stored', async () => {
    const token = await tokenFor(member, tool);
    const before = await rows();
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    const wrong: object[] = [
      {},
      { sessionData: null },
      { sessionData: [] },
      { sessionData: 'text' },
      { sessionData: { text: 'x'.repeat(16 * 1024) } },
      { sessionData: { text: 'nul\u0000' } },
      { sessionData: { text: '\ud800' } },
      { sessionData: { 'na\u0000me': 1 } },
      { sessionData: deep },
      { sessionData: {}, completionPercentage: 101 },
      { sessionData: {}, completionPercentage: -1 },
      { sessionData: {}, completionPercentage: 4.5 },
      { sessionData: {}, completionPercentage: '50' },
    ];
    for (const body of wrong) expect([body, (await write(bearer(token), body)).status]).toEqual([body, 400]);
    expect(await rows()).toEqual(before);
  });

  it('reads and writes nothing but the session of its token', async () => {
    const other = await portal.member();
    const second = await insertTool(portal.database);
    const mine = await tokenFor(other, tool);
    const elsewhere = await tokenFor(other, second);
    await write(bearer(mine), { sessionData: { mine: true } });
    expect((await read(bearer(elsewhere))).body.sessionData).toBeNull();
    const before = (await rows()).filter((row) => row.user_id !== other.userId);
    await write(bearer(elsewhere), { sessionData: { userId: member.userId, resourceId: tool.resourceId } });
    expect((await read(bearer(mine))).body.sessionData).toEqual({ mine: true });
    expect((await rows()).filter((row) => row.user_id !== other.userId)).toEqual(before);
  });
});

describe('which pages may call', () => {
  it("pages of the product's origin may call, and no others", async () => {
    const token = await tokenFor(member, tool);
    const own = await read(bearer(token, { origin }));
    expect([own.status, allowed(own), own.headers.vary]).toEqual([200, origin, 'Origin']);
    const elsewhere = 'https://elsewhere.example.org';
    const wrong = [
      elsewhere,
      'null',
      'http://tools.example.org',
      'https://tools.example.org:8443',
      'https://example.org',
    ];
    const other = await insertTool(portal.database, { product: { configuration: JSON.stringify({ url: elsewhere }) } });
    for (const from of [...wrong, 'http://portal.test']) {
      const answers = [await read(bearer(token, { origin: from })), await write(bearer(token, { origin: from }), {})];
      for (const answer of answers) {
        expect([from, answer.status, allowed(answer)]).toEqual([from, 403, undefined]);
      }
    }
    expect(allowed(await read(bearer(await tokenFor(member, other), { origin: elsewhere })))).toBe(elsewhere);
  });

  it("a page of the product's origin learns that a token has ended", async () => {
    const answer = await read(bearer('ended', { origin }));
    expect([answer.status, allowed(answer)]).toEqual([401, origin]);
  });

  it('answers a preflight without a token and without credentials', async () => {
    const asked = await preflight(origin);
    expect([asked.status, allowed(asked)]).toEqual([204, origin]);
    expect(asked.headers).toMatchObject({
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'authorization, content-type',
    });
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
    expect(allowed(await preflight('https://evil.test'))).toBeUndefined();
    expect(allowed(await preflight('null'))).toBeUndefined();
  });

  it('framed pages of the portal without an origin may call, for a product framed at an address of the portal', async () => {
    const framed = await insertTool(portal.database, {
      product: { tool_type: 'iframe', configuration: JSON.stringify({ url: '/sandbox/tools/x' }) },
    });
    const token = await tokenFor(member, framed);
    expect(allowed(await read(bearer(token, { origin: 'null' })))).toBe('null');
    expect((await read(bearer(token, { origin: 'http://portal.test' }))).status).toBe(403);
    const built = await insertTool(portal.database, {
      product: { tool_type: 'component', configuration: JSON.stringify({ toolUrl: '/tools/x' }) },
    });
    const other = await tokenFor(member, built);
    expect((await read(bearer(other, { origin: 'http://portal.test' }))).status).toBe(200);
    expect((await read(bearer(other, { origin: 'http://127.0.0.1:3999', host: '127.0.0.1:3999' }))).status).toBe(200);
    expect((await read(bearer(other, { origin: 'null' }))).status).toBe(403);
  });
});
