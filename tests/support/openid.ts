import type { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';
import { type OutboundCalls, openOutbound } from '#server/platform/outbound.ts';
import type { Answer, Client } from './client.ts';

/** A person at the provider; `claims` are those of the identity token beside `sub`. */
export type Person = { sub: string; claims: Record<string, unknown> };

/** Changes that a test makes to the provider's responses. */
type Faults = {
  /** Responds instead of the provider; returns whether it did. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes the body of the token endpoint's response. */
  tokens?: (body: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>;
};

export type Counterpart = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  faults: Faults;
  /** Makes the portal's outbound calls: real ones, with the issuer's host name resolved to this server. */
  outbound: OutboundCalls;
  /** Registers the redirect URL of a connection. */
  allow(redirectUri: string, client?: Record<string, unknown>): void;
  /** Signs a person in at the provider's page. @returns the path to which the browser is led back */
  answerFor(address: string, person: Person): Promise<string>;
  /** Signs this person in whenever a browser opens the provider's page, until another is named. */
  expect(person: Person): void;
  /** Signs a person in from the portal's start to its callback. @returns the portal's last response */
  come(browser: Client, connectionId: string, person: Person, query?: string): Promise<Answer>;
  /** Signs any token with the provider's own key. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Signs with another key from now on. */
  rotate(): Promise<void>;
  close(): Promise<void>;
};

/** The part of a counterpart that every provider supports, even one that signs only its own tokens. */
export type AnyCounterpart = Pick<
  Counterpart,
  'issuer' | 'clientId' | 'clientSecret' | 'outbound' | 'answerFor' | 'come' | 'close'
> & { allow(...client: Parameters<Counterpart['allow']>): void | Promise<void> };

type Options = {
  /** Issuer that the provider names; null for its URL on this machine. */
  issuer?: string | null;
  /**
   * Whether signing out needs the identity token, as at Okta (support.okta.com, "The Purpose of id_token_hint in the
   * /logout API").
   */
  signOutNeedsToken?: boolean;
  configuration?: Partial<Configuration>;
};

const clientId = 'rapp-learning';
const clientSecret = 'a secret of tests that is long enough';

/** Certified OpenID Connect provider of another maker (npm oidc-provider) on a port of its own. */
export async function startCounterpart({
  issuer: named = null,
  signOutNeedsToken = false,
  configuration = {},
}: Options = {}): Promise<Counterpart> {
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const faults: Faults = {};
  const server = createServer((request, response) => {
    if (!faults.answer?.(request, response)) handler?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = named ?? own;
  const clients = new Map<string, AdapterPayload>();
  const people = new Map<string, Person>();
  let present: Person | null = null;
  let keys = await newKeys();

  function openProvider(): void {
    const provider = new Provider(issuer, {
      adapter: memoryAdapter(clients),
      jwks: { keys: [keys.jwk as never] },
      cookies: { keys: ['tests'] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      claims: {
        openid: ['sub', 'sid', 'auth_time', 'amr', 'oid', 'tid', 'hd'],
        email: ['email', 'email_verified', 'xms_edov', 'preferred_username'],
        profile: ['given_name', 'family_name'],
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id)?.claims }) }),
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc;
        const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ...configuration,
    });
    provider.proxy = true;
    const answer = provider.callback();
    handler = (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', own);
      if (signOutNeedsToken && pathname === '/session/end' && !searchParams.has('id_token_hint')) {
        response.writeHead(400).end('id_token_hint is required');
        return;
      }
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      const login = { accountId: present?.sub ?? '', amr: present?.claims.amr as string[] };
      void provider.interactionFinished(request, response, { login }).catch(() => response.end());
    };
  }
  openProvider();

  // A provider with a named issuer also has endpoints on the issuer's origin but outside its path, as Entra has.
  const origin = new URL(issuer).origin;
  const localOf = (url: string) => {
    const named = [issuer.replace(/\/$/, ''), origin].find((start) => url.startsWith(start));
    return named ? own + url.slice(named.length) : url;
  };
  const real = openLoopback();
  const led: OutboundCalls['public'] = {
    ...real.portal,
    fetch: async (address, options) => {
      const url = String(address);
      const headers = new Headers(options?.headers as Record<string, string>);
      if (named && url.startsWith(origin)) addForwarded(headers, issuer);
      const reply = await real.portal.fetch(localOf(url), { ...options, headers });
      if (!faults.tokens || !new URL(url).pathname.endsWith('/token') || reply.status !== 200) return reply;
      const body = await faults.tokens((await reply.json()) as Record<string, unknown>);
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    },
  };

  function expect(person: Person): void {
    people.set(person.sub, person);
    present = person;
  }

  const answerFor = (address: string, person: Person) => {
    expect(person);
    return browse(address, {
      localOf,
      prepare: (headers) => named && addForwarded(headers, issuer),
    });
  };

  return {
    issuer,
    clientId,
    clientSecret,
    faults,
    outbound: { public: led, portal: led, close: async () => {} },
    allow: (redirectUri, client = {}) => {
      const known = clients.get(clientId);
      const redirectUris = [...((known?.redirect_uris as string[] | undefined) ?? []), redirectUri];
      clients.set(clientId, {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris.map((one) => new URL('/auth', one).href),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        ...client,
      });
    },
    answerFor,
    expect,
    come: comeBy(answerFor),
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header }).sign(keys.privateKey),
    rotate: async () => {
      keys = await newKeys();
      openProvider();
    },
    close: async () => {
      await real.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Outbound calls of organisations and of the portal that reach this machine. */
export function openLoopback(): OutboundCalls {
  const { portal, close } = openOutbound({ demo: true, allowedNetworks: ['127.0.0.0/8'] });
  return { public: portal, portal, close };
}

/** Returns a `come` that signs in at the provider by this `answerFor`. */
export function comeBy(answerFor: Counterpart['answerFor']): Counterpart['come'] {
  return async (browser, connectionId, person, query = '') => {
    const begun = await browser.get(`/api/sso/${connectionId}/start${query}`);
    if (begun.status !== 302) return begun;
    return browser.get(await answerFor(String(begun.headers.location), person), { accept: 'text/html' });
  };
}

type Browsing = {
  /** Returns the URL on this machine for a URL of the provider. */
  localOf?: (url: string) => string;
  prepare?: (headers: Headers) => void;
  /** Returns the form that the person sends from a page; null when the page has none, or the person stops there. */
  fill?: (page: string) => Form | null;
  /** Cookies of the browser, which is a fresh one without them. */
  jar?: Map<string, string>;
  /** The part of the portal's addresses at which the way ends. */
  until?: string;
};

/** A filled form; without an action it is sent to the page's own address. */
export type Form = { action?: string; fields: URLSearchParams };

/** Follows the provider's pages in a browser. @returns the path of the portal to which they lead back */
export async function browse(
  address: string,
  { localOf = String, prepare, fill, jar = new Map(), until = '/api/sso/' }: Browsing,
): Promise<string> {
  let next = localOf(address);
  let form: Form | null = null;
  for (let step = 0; step < 16; step += 1) {
    const headers = new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
    prepare?.(headers);
    const sent = form && { method: 'POST', body: form.fields };
    const reply: Response = await fetch(next, { redirect: 'manual', headers, ...sent });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const isRedirect = reply.status >= 300 && reply.status <= 399;
    const page = isRedirect ? '' : await reply.text();
    form = isRedirect ? null : (fill?.(page) ?? null);
    if (!isRedirect && form === null) throw new Error(`${reply.status} ${page}`);
    const { href, pathname, search } = new URL(reply.headers.get('location') ?? form?.action ?? '', next);
    if (href.includes(until)) return pathname + search;
    next = localOf(href);
  }
  throw new Error('The provider leads in a circle');
}

function addForwarded(headers: Headers, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers.set('x-forwarded-host', host);
  headers.set('x-forwarded-proto', protocol.slice(0, -1));
}

let keysMade = 0;
async function newKeys(): Promise<{ kid: string; jwk: JWK; privateKey: webcrypto.CryptoKey }> {
  keysMade += 1;
  const kid = `key-${keysMade}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** Returns the provider's storage in memory. Its clients are those of the test. */
function memoryAdapter(clients: Map<string, AdapterPayload>) {
  const kept = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    key(id: string): string {
      return `${this.name}:${id}`;
    }
    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      kept.set(this.key(id), payload);
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return this.name === 'Client' ? clients.get(id) : kept.get(this.key(id));
    }
    async findByUserCode(): Promise<undefined> {}
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...kept.entries()].find(([key, one]) => key.startsWith(`${this.name}:`) && one.uid === uid)?.[1];
    }
    async consume(id: string): Promise<void> {
      const found = kept.get(this.key(id));
      if (found) found.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      kept.delete(this.key(id));
    }
    async revokeByGrantId(): Promise<void> {}
  };
}
