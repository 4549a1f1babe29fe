import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityProvider, type IdentityProvider } from '#server/identity/sign-in/identity-provider.ts';
import { openOutbound } from '#server/platform/outbound.ts';
import { createIdentityStandIn } from '#stand-ins/identity/server.ts';
import type { Claims } from '#stand-ins/identity/tokens.ts';
import type { Answer, Client } from './client.ts';

export type TestIdentity = {
  provider: IdentityProvider;
  /** Changes the claims of all further tokens; null restores the true claims. */
  alter(change: ((claims: Claims) => Claims) | null): void;
  /** Stops or resumes responses to all calls. */
  setAway(isAway: boolean): void;
  /** Lines that the portal logged about the provider. */
  logged: string[];
  /** Chooses a person at the provider and follows the browser back to the portal's response. */
  come(browser: Client, person: Partial<Chosen>, query?: string): Promise<Answer>;
  /** Chooses a person at the provider; returns the URL that the browser is redirected to. */
  choose(browser: Client, person: Partial<Chosen>, query?: string): Promise<string>;
  /** Chooses a person at the page of the provider to which the portal redirected. */
  chooseAt(address: string, person: Partial<Chosen>): Promise<string>;
  /** Connects a person of the provider to the member's account; returns the portal's response. */
  connect(browser: Client, person: Partial<Chosen>): Promise<Answer>;
  close(): Promise<void>;
};

type Chosen = {
  email: string;
  firstName: string;
  lastName: string;
  isVerified: string;
  isWorkspace: string;
  picture: string;
};

/** Starts the stand-in of the sign-in provider on a port of its own, with the portal's client for it. */
export async function startTestIdentity(publicUrl: string): Promise<TestIdentity> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe because a listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const redirectUri = `${publicUrl}/api/auth/google/callback`;
  const keys = { issuer, clientId: 'portal', clientSecret: 'a secret of tests', redirectUri };
  let change: ((claims: Claims) => Claims) | null = null;
  const standIn = await createIdentityStandIn({
    ...keys,
    productName: 'RAPP Learning',
    people: [],
    alter: (claims) => change?.(claims) ?? claims,
  });
  let away = false;
  server.on('request', (request, response) => (away ? request.destroy() : standIn.handle(request, response)));
  const logged: string[] = [];
  const { portal: outbound, close } = openOutbound({ demo: true, allowedNetworks: [] });
  const provider = createIdentityProvider({
    ...keys,
    fetch: outbound.fetch,
    log: (message) => void logged.push(message),
  });

  async function chooseAt(address: string, person: Partial<Chosen>): Promise<string> {
    const usual = { firstName: 'Iona', lastName: 'Castellane', isVerified: 'true', isWorkspace: 'true' };
    const body = new URLSearchParams({ ...usual, ...person });
    const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' });
    return reply.headers.get('location') ?? '';
  }

  async function choose(browser: Client, person: Partial<Chosen>, query = ''): Promise<string> {
    const begun = await browser.get(`/api/auth/google${query}`);
    return chooseAt(String(begun.headers.location), person);
  }

  return {
    provider,
    logged,
    alter: (next) => {
      change = next;
    },
    setAway: (isAway) => {
      away = isAway;
    },
    choose,
    chooseAt,
    connect: async (browser, person) => {
      const begun = await browser.post('/api/user/identities');
      if (begun.status !== 200) return begun;
      return browser.get(await chooseAt(String(begun.body.address), person));
    },
    come: async (browser, person, query) => browser.get(await choose(browser, person, query)),
    close: async () => {
      await close();
      await standIn.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
