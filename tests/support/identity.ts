import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityProvider, type IdentityProvider } from '#server/features/sign-in/identity-provider.ts';
import { createIdentityStandIn } from '#stand-ins/identity/server.ts';
import type { Claims } from '#stand-ins/identity/tokens.ts';
import type { Answer, Client } from './client.ts';

export type TestIdentity = {
  provider: IdentityProvider;
  /** From now on tokens say this instead; null: the truth again. */
  alter(change: ((claims: Claims) => Claims) | null): void;
  /** From now on no call is answered, or every call again. */
  setAway(isAway: boolean): void;
  /** What the portal logged about it. */
  logged: string[];
  /** Chooses a person at the provider and follows the browser back as far as the portal's answer. */
  come(browser: Client, person: Partial<Chosen>, query?: string): Promise<Answer>;
  /** The same up to the address that the browser is led back to. */
  choose(browser: Client, person: Partial<Chosen>, query?: string): Promise<string>;
  close(): Promise<void>;
};

type Chosen = { email: string; firstName: string; lastName: string; isVerified: string; picture: string };

/** The stand-in of the sign-in provider on a port of its own, and the portal's way to it. */
export async function startTestIdentity(publicUrl: string): Promise<TestIdentity> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
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
  const provider = createIdentityProvider({ ...keys, log: (message) => void logged.push(message) });

  async function choose(browser: Client, person: Partial<Chosen>, query = ''): Promise<string> {
    const begun = await browser.get(`/api/auth/google${query}`);
    const form = new URLSearchParams({ firstName: 'Iona', lastName: 'Castellane', isVerified: 'true', ...person });
    const reply = await fetch(String(begun.headers.location), { method: 'POST', body: form, redirect: 'manual' });
    return reply.headers.get('location') ?? '';
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
    come: async (browser, person, query) => browser.get(await choose(browser, person, query)),
    close: async () => {
      await standIn.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
