import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const switchAssistants = (assistantsMayConnect: boolean) =>
  administrator.put('/api/admin/portal-settings', { assistantsMayConnect });

const host = 'portal.test';
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const accept = 'application/json, text/event-stream';

it('MCP-01 answers 404 for everything while assistants are switched off', async () => {
  const member = await portal.member();
  const { token } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
  const program = new Program(portal.app, token);
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const answer = await program.send({ method, url: '/mcp', headers: { host, accept } });
    expect([method, answer.status, answer.body]).toEqual([
      method,
      404,
      { code: 'request.not-found', message: 'Not found' },
    ]);
  }
  expect((await switchAssistants(true)).status).toBe(200);
  const answer = await program.post('/mcp', initialize, { host, accept });
  expect(answer.status).toBe(200);
});
