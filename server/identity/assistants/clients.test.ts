import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as FormerUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Assistant } from '#contract/identity/assistants.ts';
import { decide, programAddress } from '#tests/support/assistants.ts';
import type { Client as Browser } from '#tests/support/client.ts';
import { switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort } from '#tests/support/process.ts';

let portal: TestPortal;
let portalUrl: string;
let member: Browser & { userId: number };
beforeAll(async () => {
  const port = await freePort();
  portalUrl = `http://127.0.0.1:${port}`;
  portal = await createTestPortal({ PUBLIC_URL: portalUrl });
  await portal.app.listen({ port, host: '127.0.0.1' });
  await switchAssistantsOn(portal);
  member = await portal.member();
});
afterAll(() => portal.close());

/** The state of a client between its calls, with the URL to which it sends its user. */
function memory(name: string) {
  const kept: { client?: never; tokens?: never; verifier?: string; state?: never; address?: URL } = {};
  const keep = (given: object) => void Object.assign(kept, given);
  const provider: OAuthClientProvider = {
    redirectUrl: programAddress,
    clientMetadata: {
      client_name: name,
      redirect_uris: [programAddress],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => keep({ client: client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => keep({ tokens: tokens }),
    redirectToAuthorization: (address) => keep({ address: address }),
    saveCodeVerifier: (verifier) => keep({ verifier: verifier }),
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => kept.state,
    saveDiscoveryState: (state) => keep({ state: state }),
  };
  return { kept, provider };
}

/** The member allows what the client asked for. @returns the query that the client gets */
async function allow(address: URL | undefined): Promise<URLSearchParams> {
  expect(address?.origin).toBe(portalUrl);
  const { headers } = await decide(member, address?.search.slice(1) ?? '');
  const answer = new URL(String(headers.location));
  expect(answer.origin + answer.pathname).toBe(programAddress);
  return answer.searchParams;
}

const address = () => new URL('/mcp', portalUrl);
const names = async () => (await member.get<Assistant[]>('/api/user/assistants')).body.map(({ name }) => name);

it('MCP-02 the official client 2 signs in, calls the tools and goes on with a refresh token', async () => {
  const { kept, provider } = memory('Client of today');
  const open = () => ({
    client: new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
    transport: new StreamableHTTPClientTransport(address(), { authProvider: provider }),
  });
  const first = open();
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  await first.transport.finishAuth(await allow(kept.address));
  const { client, transport } = open();
  await client.connect(transport);
  expect((await client.listTools()).tools).toHaveLength(12);
  await portal.database.pool.query(`update assistant_tokens set expires_at = now() where kind = 'access'`);
  expect((await client.listTools()).tools).toHaveLength(12);
  await client.close();
  expect(await names()).toContain('Client of today');
});

it('MCP-02 the official client 1 signs in and calls the tools', async () => {
  const { kept, provider } = memory('Former client');
  // Safe cast: the two packages write optional fields of the provider differently.
  const open = () => new FormerTransport(address(), { authProvider: provider as never });
  const first = open();
  await expect(new FormerClient({ name: 'a test', version: '1' }).connect(first as never)).rejects.toThrow(
    FormerUnauthorizedError,
  );
  await first.finishAuth((await allow(kept.address)).get('code') ?? '');
  const client = new FormerClient({ name: 'a test', version: '1' });
  await client.connect(open() as never);
  expect((await client.listTools()).tools).toHaveLength(12);
  await client.close();
  expect(await names()).toContain('Former client');
});
