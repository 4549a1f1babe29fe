import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopesOf } from '#contract/scopes.ts';
import type { Client as Browser } from '#tests/support/client.ts';
import { insertArticle, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { insertBook, switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

const root = path.resolve(import.meta.dirname, '../../..');
// Inside the project, so that the example finds the client.
const folder = path.join(root, 'node_modules/.cache/integrators-example');

let portal: TestPortal;
let portalUrl: string;
let member: Browser & { userId: number };
let token: string;
let article: number;
beforeAll(async () => {
  const port = await freePort();
  portalUrl = `http://127.0.0.1:${port}`;
  portal = await createTestPortal({ PUBLIC_URL: portalUrl });
  await portal.app.listen({ port, host: '127.0.0.1' });
  await switchAssistantsOn(portal);
  member = await portal.member();
  ({ token } = await makeKey(member, '/api/user/keys', scopesOf('member')));
  article = (await insertResource(portal.database, { title: 'Wombats at work' })).id;
  await insertArticle(portal.database, article, 'Wombats dig.');
  const book = await insertBook(portal, ['Wombats dream.', 'Wombats rest.'], {
    title: 'The wombat book',
    access_type: 'purchase',
    price_minor: 1999,
  });
  await insertPurchase(portal.database, { userId: member.userId, resourceId: book });
  const closed = { title: 'Closed wombats', access_type: 'purchase', price_minor: 999 } as const;
  await insertBook(portal, ['Wombats hide.'], closed);
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const options = () => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
const address = () => new URL('/mcp', portalUrl);

it.each(['auto', 'legacy'] as const)('MCP-01 the official client 2 lists and calls the tools (%s)', async (mode) => {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address(), options()));
  expect(client.getServerVersion()).toMatchObject({ name: 'rapp-learning', title: 'RAPP Learning' });
  expect((await client.listTools()).tools).toHaveLength(11);
  const read = await client.callTool({ name: 'read_resource', arguments: { resourceId: article } });
  expect(read.structuredContent).toMatchObject({ passages: [{ page: null, text: 'Wombats dig.' }] });
  await expect(client.callTool({ name: 'find_member', arguments: { search: 'a' } })).rejects.toThrow(/not found/);
  await client.close();
});

it('MCP-01 the official client 1 lists and calls the tools', async () => {
  const client = new FormerClient({ name: 'a test', version: '1' });
  // Safe cast: the two packages write optional fields of the transport differently.
  await client.connect(new FormerTransport(address(), options()) as never);
  expect((await client.listTools()).tools).toHaveLength(11);
  const found = await client.callTool({ name: 'search', arguments: { query: 'wombats' } });
  expect(found.structuredContent).toMatchObject({ results: [{}, {}, {}] });
  await client.close();
});

it('MCP-01 the official clients say that a wrong key is not accepted', async () => {
  const wrong = { requestInit: { headers: { authorization: 'Bearer rapp_m_wrong' } } };
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await expect(client.connect(new StreamableHTTPClientTransport(address(), wrong))).rejects.toThrow();
  const former = new FormerClient({ name: 'a test', version: '1' });
  await expect(former.connect(new FormerTransport(address(), wrong) as never)).rejects.toThrow();
});

it('MCP-03 the assistant of the integrators’ page reads what its member may open, with sources', async () => {
  const page = await readFile(path.join(root, 'docs/integrators.md'), 'utf8');
  const [, program = ''] = /```mjs\n(.*?)```/s.exec(page) ?? [];
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'assistant.mjs');
  await writeFile(file, program);
  const run = await startProcess(path.relative(root, file), {
    RAPP_URL: portalUrl,
    RAPP_KEY: token,
    QUESTION: 'wombats',
  });
  await run.ended;
  const lines = run.output().trim().split('\n');
  expect(lines).toContain(`Wombats at work, version 1, ${portalUrl}/resource/${article}`);
  expect(lines).toContain('Wombats dig.');
  expect(lines).toContain('[1] Wombats dream.');
  expect(lines).toContain('[2] Wombats rest.');
  expect(run.output()).not.toContain('hide');
});
