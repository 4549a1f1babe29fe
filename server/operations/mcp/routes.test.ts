import { once } from 'node:events';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mcpTools, toolNames } from '#contract/operations/mcp-tools.ts';
import { scopesOf } from '#contract/scopes.ts';
import { createApp } from '#server/app/app.ts';
import { catalogueChannel } from '#server/catalogue/catalogue/store.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { Assistant, revisions, switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { mcp } from './feature.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let administrator: Client;
let member: Member;
let token: string;
let assistant: Assistant;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  ({ token } = await makeKey(member, '/api/user/keys', scopesOf('member')));
  assistant = new Assistant(portal.app, token);
});
afterAll(() => portal.close());

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const metadata = 'resource_metadata="http://portal.test/.well-known/oauth-protected-resource/mcp"';
const calls = async () => (await portal.database.pool.query('select tool from assistant_calls')).rows.length;

describe('who is refused', () => {
  it('MCP-01 answers 404 for every method while assistants are switched off, and only administrators switch them on', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'] as const) {
      const answer = await member.send({ method, url: '/mcp', headers: { host: 'portal.test' } });
      expect([method, answer.status, answer.body]).toEqual([
        method,
        404,
        { code: 'request.not-found', message: 'Not found' },
      ]);
    }
    expect((await assistant.ask('tools/list')).status).toBe(404);
    expect((await member.put('/api/admin/portal-settings', { assistantsMayConnect: true })).status).toBe(403);
    expect((await assistant.ask('tools/list')).status).toBe(404);
    administrator = await switchAssistantsOn(portal);
    expect((await assistant.ask('tools/list')).status).toBe(200);
  });

  it('MCP-01 refuses a foreign Origin and a foreign Host with 403, and every method but POST with 405', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://portal.test.evil.example']) {
      expect([origin, (await assistant.ask('tools/list', {}, { origin })).status]).toEqual([origin, 403]);
    }
    expect((await assistant.ask('tools/list', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    for (const host of ['evil.example', 'portal.test:81', 'portal.test.evil.example', '127.0.0.1']) {
      expect([host, (await assistant.ask('tools/list', {}, { host })).status]).toEqual([host, 403]);
    }
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const headers = { host: 'portal.test', authorization: `Bearer ${token}` };
      const answer = await portal.visitor().send({ method, url: '/mcp', headers });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'POST']);
    }
    expect((await assistant.ask('tools/list', {}, { origin: 'http://portal.test' })).status).toBe(200);
  });

  it('MCP-01 APIKEY-04 refuses no key, a wrong one, one in the query, and a session with 401 that says where to sign in', async () => {
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const without = await member.post('/mcp', initialize, { host: 'portal.test' });
    expect([without.status, without.headers['www-authenticate']]).toEqual([
      401,
      `Bearer ${metadata}, scope="catalogue:read library:read"`,
    ]);
    const rejected = await new Assistant(portal.app, wrong).ask('tools/list');
    expect([rejected.status, rejected.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}, scope="catalogue:read library:read"`,
    ]);
    const asked = await portal.visitor().post(`/mcp?access_token=${token}`, initialize, { host: 'portal.test' });
    expect(asked.status).toBe(401);
    // Refused before the body is read.
    expect((await new Assistant(portal.app, wrong).send([])).status).toBe(401);
  });

  it.each(revisions)('MCP-01 a missing scope is 403 and names all that the tool needs, in %s', async (revision) => {
    const narrow = await makeKey(member, '/api/user/keys', ['catalogue:read']);
    const before = await calls();
    const answer = await new Assistant(portal.app, narrow.token, { revision }).call('read_resource', { resourceId: 1 });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(answer.headers['www-authenticate']).toContain('scope="catalogue:read library:read"');
    expect(answer.headers['www-authenticate']).toContain(metadata);
    // In the activity, so that the member sees the attempt (MCP-05).
    expect(await calls()).toBe(before + 1);
  });

  it('MCP-01 a revoked key opens nothing at the next call, and a scope taken away ends at once', async () => {
    const made = await makeKey(member, '/api/user/keys', ['catalogue:read', 'library:read']);
    const own = new Assistant(portal.app, made.token);
    expect((await own.call('list_library')).status).toBe(200);
    await member.put(`/api/user/keys/${made.key.id}`, { name: 'Less', scopes: ['catalogue:read'] });
    expect((await own.call('list_library')).status).toBe(403);
    expect((await own.call('search_catalogue')).status).toBe(200);
    await member.delete(`/api/user/keys/${made.key.id}`);
    expect((await own.call('search_catalogue')).status).toBe(401);
  });
});

describe('the protocol', () => {
  it('MCP-01 MCP-03 /mcp speaks revision 2026-07-28 without a handshake, and shared caches store nothing', async () => {
    const discovered = await assistant.ask('server/discover');
    expect(discovered.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: false } },
      cacheScope: 'private',
    });
    expect(discovered.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(discovered.headers.ratelimit).toMatch(/^"key";r=\d+;t=\d+$/);
    expect((await assistant.ask('tools/list')).result).toMatchObject({ cacheScope: 'private' });
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'MCP-01 clients of %s initialize, without a session',
    async (version) => {
      const old = new Assistant(portal.app, token, { revision: '2025-11-25' });
      const begun = await old.send({ ...initialize, params: { ...initialize.params, protocolVersion: version } });
      expect(begun).toMatchObject({ status: 200, result: { protocolVersion: version } });
      expect(begun.headers['mcp-session-id']).toBeUndefined();
      expect((await old.send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
      const listed = await old.ask<never>('tools/list', {}, { 'mcp-protocol-version': version });
      expect(listed.result.tools).toHaveLength(11);
      expect(await old.use('list_library')).toMatchObject({ entries: [] });
    },
  );

  it('MCP-01 refuses batches, wrong versions, unknown methods and tools, subscriptions and bodies that are no message', async () => {
    const before = await calls();
    const batch = await assistant.send([initialize, initialize]);
    expect([batch.status, batch.body.message]).toEqual([400, 'Send one message at a time. Batches are not accepted.']);
    const late = await assistant.ask('tools/list', {}, { 'mcp-protocol-version': '2031-01-01' });
    expect(late.status).toBe(400);
    const old = new Assistant(portal.app, token, { revision: '2025-11-25' });
    expect((await old.ask('tools/list', {}, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await assistant.ask('resources/list')).error?.code).toBe(-32_601);
    expect((await assistant.call('drop_tables')).error?.code).toBe(-32_602);
    expect((await assistant.ask('subscriptions/listen', { notifications: {} })).error).toBeDefined();
    expect((await assistant.send({ hello: 'there' })).status).toBe(400);
    expect((await assistant.send(initialize, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await assistant.ask('tools/list', { padding: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await assistant.ask('tools/call', { name: 'search_catalogue', arguments: 'all' })).error).toBeDefined();
    expect(await calls()).toBe(before);
  });

  it('MCP-04 odd messages are answered with few bytes and change nothing', async () => {
    const before = await calls();
    const long = 'x'.repeat(12_000);
    const messages: object[] = [
      { jsonrpc: '2.0', id: long, method: 'tools/list' },
      { jsonrpc: '2.0', id: { a: long }, method: 'tools/list' },
      { jsonrpc: '2.0', id: null, method: 'tools/list' },
      { jsonrpc: '1.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: long },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: long } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__', arguments: {} } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'constructor' } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_catalogue', arguments: null } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: null },
      { jsonrpc: '2.0', id: 1, result: {} },
    ];
    for (const revision of revisions) {
      const own = new Assistant(portal.app, token, { revision });
      for (const message of messages) {
        const answer = await own.send(message, { 'mcp-protocol-version': revision });
        const said = JSON.stringify(message).slice(0, 100);
        expect([said, answer.status < 500, answer.raw.length < 50_000]).toEqual([said, true, true]);
        expect([said, answer.result?.structuredContent]).toEqual([said, undefined]);
      }
    }
    expect(await calls()).toBe(before);
  });

  it('MCP-03 searches for odd texts are answered', async () => {
    for (const query of ['%', "' or 1=1 --", '\\', '👩‍👩‍👧‍👦'.repeat(20), '   ', '‮abc']) {
      expect([query, (await assistant.call('search_catalogue', { query })).result.isError]).toEqual([query, undefined]);
    }
    expect(await assistant.refused('search_catalogue', { query: 'a\u0000b' })).toContain('cannot be stored');
    expect(await assistant.refused('search_catalogue', { query: 'x'.repeat(101) })).toContain('at most 100 characters');
    expect(await assistant.refused('search_catalogue', { query: ['a'] })).toContain('query must be text');
    const extra = await assistant.call('search_catalogue', { query: 'a', userId: 1, role: 'administrator' });
    expect(extra.result.isError).toBeUndefined();
  });

  it('MCP-03 each tool has its annotations and an output schema, in a fixed order', async () => {
    const first = (await assistant.ask('tools/list')).result.tools as { name: string; annotations: object }[];
    const second = (await assistant.ask('tools/list')).result.tools;
    expect(second).toEqual(first);
    const ofMember = toolNames.filter((name) =>
      mcpTools[name].scopes.every((scope) => scopesOf('member').includes(scope)),
    );
    expect(first.map(({ name }) => name)).toEqual(ofMember);
    for (const tool of first) {
      const isReading = !['mark_finished', 'tick_action'].includes(tool.name);
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: isReading, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      });
    }
  });

  it('MCP-03 a result is JSON, and the same JSON as text', async () => {
    await insertResource(portal.database, { title: 'Fairness in hiring' });
    const { result } = await assistant.call('search_catalogue', { query: 'fairness' });
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
  });

  it('MCP-03 the portal does not say more than its sentence about a wrong argument or an error of its own', async () => {
    for (const [input, sentence] of [
      [{ resourceId: 0 }, 'resourceId must be the number of a resource'],
      [{ resourceId: 'x' }, 'resourceId must be the number of a resource'],
      [{}, 'resourceId must be the number of a resource'],
      [{ resourceId: 1, fromPage: 0 }, 'fromPage must be at least 1'],
      [{ resourceId: 1, fromPage: -1 }, 'fromPage must be at least 1'],
      [{ resourceId: 1, toPage: 1e9 }, 'toPage must be at most 1,000,000'],
      [{ resourceId: 1, cursor: '../../etc/passwd' }, 'This cursor is not known'],
    ] as const) {
      expect(await assistant.refused('read_resource', input)).toContain(sentence);
    }
    expect(await assistant.refused('search_catalogue', { cursor: '-1' })).toContain('This cursor is not known');
    expect(await assistant.refused('get_resource', { resourceId: 2_147_483_647 })).toBe('Resource not found');
  });
});

it('MCP-04 the limit of a key counts its calls by /mcp and by /api together', async () => {
  const made = await makeKey(member, '/api/user/keys', ['catalogue:read']);
  const own = new Assistant(portal.app, made.token);
  const [first, second] = [await own.ask('tools/list'), await own.ask('tools/list')];
  const left = ({ headers }: { headers: Record<string, unknown> }) =>
    Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  expect(left(first) - left(second)).toBe(1);
});

it.each([[[]], [['everything']]])(
  'MCP-01 MCP-02 the portal does not start with a tool whose scopes are %j',
  (scopes) => {
    const tool: { scopes: readonly string[] } = mcpTools.get_plan;
    const known = tool.scopes;
    onTestFinished(() => {
      tool.scopes = known;
    });
    tool.scopes = scopes;
    expect(() => mcp.routes?.(Fastify(), {} as never)).toThrow('The tool get_plan names no scope (MCP-01).');
  },
);

it('MCP-01 switching assistants off and on reaches another node over the same database', async () => {
  const database = openDatabase(portal.database.addresses.service, { log: () => {}, max: 2 });
  const app = await createApp({ ...portal.dependencies, database });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  const there = new Assistant(app, token);
  expect((await there.ask('tools/list')).status).toBe(200);
  for (const [assistantsMayConnect, status] of [
    [false, 404],
    [true, 200],
  ] as const) {
    const heard = once(database.notices, catalogueChannel);
    await administrator.put('/api/admin/portal-settings', { assistantsMayConnect });
    await heard;
    expect((await there.ask('tools/list')).status).toBe(status);
    expect((await there.call('list_library')).status).toBe(status);
  }
});

it('MCP-01 the switch is audited and holds at once', async () => {
  await administrator.put('/api/admin/portal-settings', { assistantsMayConnect: false });
  expect((await assistant.ask('tools/list')).status).toBe(404);
  const { rows } = await portal.database.pool.query(
    `select before, after from audit_log where object = 'portal-settings' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ before: { assistantsMayConnect: true }, after: { assistantsMayConnect: false } }]);
});
