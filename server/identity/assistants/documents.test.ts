import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Assistant, AssistantRequest } from '#contract/identity/assistants.ts';
import { connectAssistant, decide, programAddress, requestQuery } from '#tests/support/assistants.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const publicUrl = 'http://portal.test';

/** A demo calls addresses of this machine, where the servers of these clients are. */
let portal: TestPortal;
let member: Client & { userId: number };
let server: Server;
let host: string;
let calls: number;
let answer: RequestListener;

const open = async (variables: Record<string, string> = {}) => {
  const opened = await createTestPortal(variables);
  const administrator = await opened.administrator();
  expect((await administrator.put('/api/admin/portal-settings', { assistantsMayConnect: true })).status).toBe(200);
  return opened;
};

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  portal = await open();
  member = await portal.member();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await portal.close();
});
beforeEach(() => {
  calls = 0;
});

let documents = 0;
/** A new client, whose server sends this document. */
const clientWith = (changed: object = {}, { type = 'application/json', status = 200, padding = 0 } = {}) => {
  documents += 1;
  const id = `http://${host}/client-${documents}.json`;
  const redirectUris = [programAddress, 'notes-app://callback'];
  const text = JSON.stringify({ client_id: id, client_name: 'Notes', redirect_uris: redirectUris, ...changed });
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': type, location: `http://${host}/elsewhere` });
    response.end(text + ' '.repeat(padding));
  };
  return id;
};
const ask = (id: string, changed: Record<string, string> = {}, person = member) =>
  person.get<AssistantRequest & { code?: string; message?: string }>(
    `/api/assistants/request?${requestQuery(publicUrl, id, changed)}`,
  );
const known = async () => (await portal.database.pool.query('select client_id from assistant_clients')).rows;

it.each([
  ['is a redirect', () => clientWith({}, { status: 302 }), 'its server does not send it'],
  ['is missing', () => clientWith({}, { status: 404 }), 'its server does not send it'],
  ['is a page', () => clientWith({}, { type: 'text/html' }), 'it is not JSON'],
  ['has more than 5 kB', () => clientWith({}, { padding: 5 * 1024 }), 'it has more than 5 kB'],
  ['names another client', () => clientWith({ client_id: 'https://assistant.example/a' }), 'it names another client'],
  [
    'has foreign redirect addresses alone',
    () => clientWith({ redirect_uris: ['https://evil.example/callback'] }),
    'it has no redirect address on its own host',
  ],
])('MCP-02 HOOK-06 a client whose document %s is refused, and nothing is kept', async (_, make, reason) => {
  const before = await known();
  const { status, body } = await ask(make());
  expect([status, body.code]).toEqual([400, 'assistants.document-refused']);
  expect(body.message).toContain(`: ${reason}.`);
  expect(calls).toBe(1);
  expect(await known()).toEqual(before);
});

it('MCP-02 a foreign redirect address is refused although the document names it', async () => {
  const id = clientWith({ redirect_uris: [programAddress, 'https://evil.example/callback'] });
  const { body } = await ask(id, { redirect_uri: 'https://evil.example/callback' });
  expect(body.code).toBe('assistants.wrong-redirect');
  expect((await ask(id)).status).toBe(200);
});

it('MCP-02 HOOK-06 a client document that never arrives is given up after 5 s', { tags: ['long'] }, async () => {
  const id = clientWith();
  answer = () => {};
  const { status, body } = await ask(id);
  expect([status, body.code]).toEqual([503, 'assistants.document-unreachable']);
});

it('MCP-02 HOOK-06 a client document on a private address is never called', async () => {
  const production = await open({ DEMO: '0', PUBLIC_URL: 'http://portal.localhost' });
  const person = await production.member();
  const addresses = [
    clientWith(),
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.7/client.json',
    'https://169.254.169.254/client.json',
    'https://[::ffff:7f00:1]/client.json',
  ];
  for (const id of addresses) {
    const { status, body } = await ask(id, { resource: 'http://portal.localhost/mcp' }, person);
    expect([id, status, body.message]).toEqual([
      id,
      400,
      'The portal does not accept the description of this assistant: its address is not allowed. Only its maker can change this.',
    ]);
  }
  expect(calls).toBe(0);
  await production.close();
});

it('MCP-02 a client with a document needs no registration, is named with its host, and is read again after five minutes', async () => {
  const id = clientWith();
  expect((await ask(id, { redirect_uri: 'notes-app://callback' })).body).toMatchObject({
    name: 'Notes',
    host,
    returnsTo: { kind: 'app', name: 'notes-app:' },
    refusal: null,
  });
  const asked = requestQuery(publicUrl, id, { redirect_uri: 'notes-app://callback' });
  const { headers } = await decide(member, asked);
  expect(headers.location).toMatch(/^notes-app:\/\/callback\?code=[\w-]{43}&state=state\+of\+the\+client&iss=/);
  await connectAssistant(member, publicUrl, { client_id: id });
  expect(calls).toBe(1);
  expect((await member.get<Assistant[]>('/api/user/assistants')).body).toMatchObject([{ name: 'Notes', host }]);
  await portal.database.pool.query(
    `update assistant_clients set read_at = now() - interval '6 minutes' where client_id = $1`,
    [id],
  );
  documents -= 1;
  clientWith({ client_name: 'Notes of today', redirect_uris: ['notes-app://callback'] });
  expect((await ask(id, { redirect_uri: 'notes-app://callback' })).body.name).toBe('Notes of today');
  expect((await ask(id)).body.code).toBe('assistants.wrong-redirect');
  expect(calls).toBe(2);
});
