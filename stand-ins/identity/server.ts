import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooserPage, google, type Person, rejectionPage } from './page.ts';
import { type Claims, createSigner, isVerifierOf, type Signer, subjectOf } from './tokens.ts';

export type IdentityStandIn = {
  prefix: `/sandbox/${string}`;
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

type StandInOptions = {
  /** URL of the stand-in, as in its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The only URL to which browsers are redirected. */
  redirectUri: string;
  productName: string;
  people: readonly Person[];
  /** Path below which browsers reach it; absent for `/sandbox/identity`. */
  prefix?: `/sandbox/${string}`;
  /** Name of the provider that it replaces; absent for Google. */
  replaces?: string;
  /** For tests: changes the claims of a token. */
  alter?: (claims: Claims) => Claims;
};

type Grant = { person: Person; nonce: string; challenge: string; expiresAt: number };
type Provider = StandInOptions & { signer: Signer; grants: Map<string, Grant> };

const codeLifeMs = 60_000;
const tokenLifeSeconds = 300;

/**
 * Makes the stand-in for Google's sign-in: an OpenID Connect provider with one client, whose visitors choose a person.
 * Redirects use only paths, so that it works under every host name of the portal.
 */
export async function createIdentityStandIn(options: StandInOptions): Promise<IdentityStandIn> {
  const provider = { ...options, signer: await createSigner(), grants: new Map<string, Grant>() };
  return {
    prefix: options.prefix ?? '/sandbox/identity',
    handle: (request, response) => {
      answer(provider, request, response).catch(() => sendJson(response, { error: 'server_error' }, 500));
    },
    close: async () => provider.grants.clear(),
  };
}

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://stand-in');
  const call = `${request.method} ${pathname}`;
  if (call === 'GET /.well-known/openid-configuration') return sendJson(response, describe(provider.issuer));
  if (call === 'GET /jwks') return sendJson(response, provider.signer.jwks);
  if (call === 'POST /token') return sendToken(provider, await readForm(request), response);
  if (pathname !== '/authorize') return sendPage(response, rejectionPage('There is no such page.'), 404);
  const reason = rejectionOf(provider, searchParams);
  if (reason) return sendPage(response, rejectionPage(reason), 400);
  if (request.method === 'POST') return leadBack(provider, searchParams, await readForm(request), response);
  sendPage(response, chooserPage({ replaces: google, ...provider, query: search.slice(1) }));
}

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'nonce', 'auth_time', 'email', 'email_verified', 'hd'],
  };
}

function rejectionOf({ clientId, redirectUri }: Provider, asked: URLSearchParams): string | null {
  if (asked.get('client_id') !== clientId) return 'The portal that asks is not known here.';
  if (asked.get('redirect_uri') !== redirectUri) return 'The address to go back to is not the one that is known here.';
  if (asked.get('response_type') !== 'code') return 'Only sign-ins by code are known here.';
  if (asked.get('code_challenge_method') !== 'S256' || !asked.get('code_challenge')) return 'The challenge is missing.';
  return null;
}

function leadBack(provider: Provider, asked: URLSearchParams, form: URLSearchParams, response: ServerResponse): void {
  const code = randomBytes(24).toString('base64url');
  const field = (name: string) => form.get(name)?.trim() ?? '';
  provider.grants.set(code, {
    person: {
      email: field('email'),
      firstName: field('firstName'),
      lastName: field('lastName'),
      isVerified: field('isVerified') === 'true',
      isWorkspace: field('isWorkspace') === 'true',
      picture: field('picture'),
    },
    nonce: asked.get('nonce') ?? '',
    challenge: asked.get('code_challenge') ?? '',
    expiresAt: Date.now() + codeLifeMs,
  });
  const back = new URLSearchParams({ code, state: asked.get('state') ?? '' });
  response.writeHead(303, {
    location: `${new URL(provider.redirectUri).pathname}?${back}`,
    'cache-control': 'no-store',
  });
  response.end();
}

function sendToken(provider: Provider, form: URLSearchParams, response: ServerResponse): void {
  const { clientId, clientSecret, redirectUri, grants } = provider;
  const given = (name: string) => form.get(name) ?? '';
  if (given('client_id') !== clientId || given('client_secret') !== clientSecret) {
    sendJson(response, { error: 'invalid_client' }, 401);
    return;
  }
  const grant = grants.get(given('code'));
  // A code can be used once.
  grants.delete(given('code'));
  const isGood =
    grant &&
    grant.expiresAt > Date.now() &&
    given('grant_type') === 'authorization_code' &&
    given('redirect_uri') === redirectUri &&
    isVerifierOf(grant.challenge, given('code_verifier'));
  if (!isGood) {
    sendJson(response, { error: 'invalid_grant' }, 400);
    return;
  }
  sendJson(response, {
    access_token: randomBytes(24).toString('base64url'),
    token_type: 'Bearer',
    expires_in: tokenLifeSeconds,
    id_token: provider.signer.sign((provider.alter ?? ((claims) => claims))(claimsOf(provider, grant))),
  });
}

function claimsOf({ issuer, clientId }: Provider, { person, nonce }: Grant): Claims {
  const issuedAt = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: clientId,
    sub: subjectOf(person.email),
    iat: issuedAt,
    exp: issuedAt + tokenLifeSeconds,
    nonce,
    // Choosing a person is the sign-in here, so every sign-in is newer than any `max_age`.
    auth_time: issuedAt,
    email: person.email,
    email_verified: person.isVerified,
    given_name: person.firstName,
    family_name: person.lastName,
    ...hostedDomain(person),
    ...(person.picture && { picture: person.picture }),
  };
}

/** Returns the domain of an account that an organisation on Google Workspace owns. Accounts at gmail.com have none. */
function hostedDomain({ email, isWorkspace }: Person): Claims {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return isWorkspace && domain !== 'gmail.com' ? { hd: domain } : {};
}

const longestForm = 8 * 1024;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > longestForm) throw new Error('The form is too long');
  }
  return new URLSearchParams(text);
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(html);
}
