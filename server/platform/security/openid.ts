import { createHash, type webcrypto } from 'node:crypto';
import * as oidc from 'openid-client';
import { elapsedMs } from '../clock.ts';
import type { Outbound } from '../outbound.ts';
import { timeOutside } from '../telemetry/signals.ts';
import { traceParent } from '../telemetry/spans.ts';
import { discoveryAddress, isComplete, type ProviderDocument, usableAlgorithms } from './openid-document.ts';

/** Calls a provider as `fetch` does. */
export type ProviderFetch = Outbound['fetch'];

export type Claims = Record<string, unknown>;

/** A checked response of a provider. */
export type ProviderResponse = {
  claims: Claims;
  /** The identity token as it came, by which the provider recognises the session at signing out. */
  idToken: string;
};

/** The portal's proof at the provider's token endpoint. */
export type ClientProof =
  | { kind: 'secret'; secret: string }
  | { kind: 'key'; key: webcrypto.CryptoKey; keyId: string; thumbprint: string | null };

export type ProviderOptions = {
  issuer: string;
  clientId: string;
  proof: ClientProof;
  scopes: string;
  /** Claim with the email address; while the identity token lacks it, userinfo is requested as well. */
  emailClaim: string;
  /** URL to which the provider sends the browser back. */
  redirectUri: string;
  fetch: ProviderFetch;
};

/** Secrets that tie the provider's response to the sign-in that is under way. */
export type Handshake = { state: string; nonce: string; verifier: string };

type Beginning = {
  prompt?: string;
  /** Has the provider require a new sign-in when the last one there is older. */
  maxAgeSeconds?: number;
  loginHint?: string;
};

export type Provider = {
  /** @throws ProviderAway */
  document(): Promise<ProviderDocument>;
  /** Returns the URL to which the browser goes. @throws ProviderAway */
  begin(handshake: Handshake, beginning?: Beginning): Promise<string>;
  /**
   * Checks the provider's response.
   * @param search the query of the URL to which the browser came back
   * @throws ProviderAway, ProviderRejection
   */
  finish(search: string, handshake: Handshake): Promise<ProviderResponse>;
};

/** The provider does not respond, or its response cannot be used. */
export class ProviderAway extends Error {}

type Rejected = {
  /** The provider's own code; null if it sent none. */
  error: string | null;
  /** The algorithm of a token that is signed in a way that the portal does not accept. */
  algorithm: string | null;
};

/** The provider rejected the sign-in, or the portal rejects its response. */
export class ProviderRejection extends Error {
  readonly error: string | null;
  readonly algorithm: string | null;
  constructor(message: string, options: { cause: unknown } & Rejected) {
    super(message, options);
    this.error = options.error;
    this.algorithm = options.algorithm;
  }
}

const timeoutSeconds = 10;
/**
 * Time limit of all calls of one step, because the sign-in page says within 10 s that the provider is away (SSO-04).
 */
const stepMs = 9_500;
const toleranceSeconds = 60;
const longestResponse = 512 * 1024;
/** Documents are read again after an hour, because providers change their endpoints rarely. */
const documentLifeMs = 3_600_000;

/** Reads the discovery document of an issuer. @throws ProviderAway */
export async function fetchDocument(issuer: string, fetch: ProviderFetch): Promise<Record<string, unknown>> {
  const address = discoveryAddress(issuer);
  const reply = await call(fetch, address, { headers: { accept: 'application/json' } });
  if (reply.status !== 200) throw new ProviderAway(`status ${reply.status}`);
  const document: unknown = await reply.json().catch(() => null);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new ProviderAway('the answer is no JSON');
  }
  return document as Record<string, unknown>;
}

/** Signs people in by OpenID Connect at any provider. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, clientId, redirectUri, scopes } = options;
  let found: { document: Promise<ProviderDocument>; at: number } | null = null;
  const keys: { cache: Parameters<typeof oidc.setJwksCache>[1] | null } = { cache: null };

  function document(): Promise<ProviderDocument> {
    if (found && elapsedMs() - found.at < documentLifeMs) return found.document;
    const read = timeOutside('identity', () => readDocument(options)).catch((error: unknown) => {
      if (found?.document === read) found = null;
      throw error;
    });
    found = { document: read, at: elapsedMs() };
    return read;
  }

  async function configuration(isBasic = false): Promise<oidc.Configuration> {
    const server = await document();
    const config = new oidc.Configuration(
      // Safe cast, because the document was checked for what is used.
      { ...server, id_token_signing_alg_values_supported: usableAlgorithms(server) } as oidc.ServerMetadata,
      clientId,
      { [oidc.clockTolerance]: toleranceSeconds },
      authentication(options, server, isBasic),
    );
    if (issuer.startsWith('http:')) oidc.allowInsecureRequests(config);
    oidc.enableNonRepudiationChecks(config);
    config.timeout = timeoutSeconds;
    config[oidc.customFetch] = (url, given) => call(options.fetch, url, given as RequestInit);
    if (keys.cache) oidc.setJwksCache(config, keys.cache);
    return config;
  }

  async function exchange(config: oidc.Configuration, search: string, { state, nonce, verifier }: Handshake) {
    const answer = new URL(redirectUri);
    answer.search = search;
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      return await oidc.authorizationCodeGrant(config, answer, checks);
    } catch (error) {
      // A challenge in place of a body is the same refusal of the client.
      if (error instanceof oidc.WWWAuthenticateChallengeError) Object.assign(error, { error: 'invalid_client' });
      throw error;
    } finally {
      keys.cache = oidc.getJwksCache(config) ?? keys.cache;
    }
  }

  return {
    document: () =>
      withinStep(document).catch((error: unknown) => {
        // A document that is late for this step is asked for again in the next one.
        found = null;
        throw error;
      }),
    begin: async (handshake, { prompt, maxAgeSeconds, loginHint } = {}) =>
      withinStep(async () => {
        const config = await configuration();
        return oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes,
          ...(prompt && { prompt }),
          ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
          ...(loginHint && { login_hint: loginHint }),
          state: handshake.state,
          nonce: handshake.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(handshake.verifier),
          code_challenge_method: 'S256',
        }).href;
      }),
    finish: (search, handshake) =>
      withinStep(async () => {
        const config = await configuration();
        const tokens = await exchange(config, search, handshake).catch(async (error: unknown) => {
          // Some providers take the secret in the header alone; a refused client has not used the code up.
          if (options.proof.kind !== 'secret' || codeOf(error) !== 'invalid_client') throw error;
          return exchange(await configuration(true), search, handshake);
        });
        const claims: Claims = { ...tokens.claims() };
        const idToken = tokens.id_token ?? '';
        const isComplete = claims[options.emailClaim] !== undefined;
        if (isComplete || !config.serverMetadata().userinfo_endpoint) return { claims, idToken };
        const more = await oidc.fetchUserInfo(config, tokens.access_token, String(claims.sub));
        return { claims: { ...more, ...claims }, idToken };
      }),
  };
}

async function readDocument({ issuer, fetch }: ProviderOptions): Promise<ProviderDocument> {
  const read = await fetchDocument(issuer, fetch);
  // The library would not compare Entra's.
  if (read.issuer !== issuer) throw new ProviderAway('the document names another issuer');
  if (!isComplete(read, issuer) || usableAlgorithms(read).length === 0) {
    throw new ProviderAway('the document lacks what a sign-in needs');
  }
  return read;
}

function authentication({ proof }: ProviderOptions, server: ProviderDocument, isBasic: boolean): oidc.ClientAuth {
  if (proof.kind === 'secret') {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPostKnown = Array.isArray(methods) && methods.includes('client_secret_post');
    return isBasic || !isPostKnown ? oidc.ClientSecretBasic(proof.secret) : oidc.ClientSecretPost(proof.secret);
  }
  const { key, keyId, thumbprint } = proof;
  return oidc.PrivateKeyJwt(
    { key, kid: keyId },
    {
      [oidc.modifyAssertion]: (header, payload) => {
        payload.aud = thumbprint === null ? server.issuer : server.token_endpoint;
        if (thumbprint !== null) header['x5t#S256'] = thumbprint;
      },
    },
  );
}

async function withinStep<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProviderAway('no answer in time')), stepMs);
  try {
    return await timeOutside('identity', () => Promise.race([work(), late]), isProtocolError);
  } catch (error) {
    if (error instanceof ProviderAway || awayIn(error)) throw awayIn(error) ?? error;
    if (!isProtocolError(error)) throw error;
    const said = { error: providerErrorOf(error), algorithm: rejectedAlgorithmOf(error) };
    throw new ProviderRejection(String(error), { cause: error, ...said });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the failed call among the causes of the library's error; null when no call failed. */
function awayIn(error: unknown): ProviderAway | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderAway) return one;
  return null;
}

/** Whether an error is a protocol response of the provider, rather than a call that failed. */
function isProtocolError(error: unknown): boolean {
  return awayIn(error) === null && (error instanceof oidc.ClientError || (error instanceof Error && 'code' in error));
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'error' in error ? error.error : error instanceof Error && awayIn(error) ? 'away' : null;

function providerErrorOf(error: unknown): string | null {
  const code = codeOf(error);
  return typeof code === 'string' ? code.slice(0, 100) : null;
}

/** Finds the algorithm of a refused token, which the library names at the end of the causes. */
function rejectedAlgorithmOf(error: unknown): string | null {
  let one = error;
  while (one instanceof Error) one = one.cause;
  const { header, reason } = (one ?? {}) as { header?: { alg?: unknown }; reason?: unknown };
  return reason !== undefined && typeof header?.alg === 'string' ? header.alg.slice(0, 20) : null;
}

async function call(fetch: ProviderFetch, address: string, options: RequestInit): Promise<Response> {
  const traceparent = traceParent();
  const headers = new Headers(options.headers);
  if (traceparent) headers.set('traceparent', traceparent);
  try {
    const limits = { timeoutMs: timeoutSeconds * 1000, maxBytes: longestResponse };
    // Safe cast, because the library's bodies are complete.
    const reply = await fetch(address, { ...(options as Parameters<ProviderFetch>[1]), headers, ...limits });
    if (reply.status >= 500) throw new ProviderAway(`status ${reply.status}`);
    return reply;
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    throw new ProviderAway(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Derives the secrets of a sign-in from the browser's own secret, so that the server does not store them. */
export function handshakeOf(browserSecret: string, state: string): Handshake {
  const derived = (purpose: string) =>
    createHash('sha256').update(`${purpose}:${browserSecret}:${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

export const newState = (): string => oidc.randomState();

/** Makes random secrets of a sign-in, which the caller must store. */
export function newHandshake(): Handshake {
  return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
}
