import * as oidc from 'openid-client';
import { firstCharacters } from '#contract/characters.ts';
import { emailAddressOf } from '#contract/email-addresses.ts';
import { lineOf } from '#contract/lines.ts';
import { holdsAddress } from '#contract/names.ts';
import { fail } from '#server/platform/failure.ts';
import { reasonOf } from '#server/platform/start-error.ts';
import { timeOutside } from '#server/platform/telemetry/signals.ts';
import { traceParent } from '#server/platform/telemetry/spans.ts';
import { isAuthoritative, pictureAddress } from './rules.ts';

/** A user at the provider; identified by issuer and subject, never by the address. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Valid by the contract's rule; null when the provider names none that is. Known identities sign in nevertheless. */
  email: string | null;
  isVerified: boolean;
  /**
   * Whether the provider itself, or its organisation, has the mailbox; otherwise the address may have another owner by
   * now.
   */
  isAuthoritative: boolean;
  firstName: string | null;
  lastName: string | null;
  /** Time of the last sign-in at the provider (auth_time); null when the provider does not say. */
  authenticatedAt: Date | null;
  /** URL of the user's picture at the provider, if the portal may fetch it. */
  picture: string | null;
};

/** Secrets of a sign-in that is under way, which only this browser has. */
export type Handshake = { state: string; nonce: string; verifier: string };

export type IdentityProvider = {
  /**
   * Begins a sign-in.
   * @param maxAgeSeconds has the provider require a new sign-in when the last one there is older
   * @returns the URL for the browser, and the secrets that it must keep until it is back
   */
  begin(maxAgeSeconds?: number): Promise<{ address: string; handshake: Handshake }>;
  /**
   * Checks the provider's response and fetches the identity.
   * @param search the query of the URL to which the browser came back
   * @throws accounts.provider-refused, accounts.provider-unreachable
   */
  finish(search: string, handshake: Handshake): Promise<Identity>;
};

type ProviderOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** URL to which the provider sends the browser back. */
  redirectUri: string;
  /** Origin of the demo's stand-in for this process; browsers reach the stand-in at the portal's own URL. */
  standInOrigin?: string;
  log: (message: string) => void;
};

const timeoutSeconds = 8;

/**
 * Signs people in by OpenID Connect. The provider's configuration is fetched when it is first needed, and again after a
 * failure.
 */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { clientId, clientSecret, redirectUri, standInOrigin, log } = options;
  const issuer = new URL(options.issuer);
  let found: Promise<oidc.Configuration> | null = null;

  function configuration(): Promise<oidc.Configuration> {
    const discover = () =>
      oidc.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        // Plain http is for stand-ins on this machine; a real provider's URL begins with https.
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: fetchFrom(standInOrigin ?? issuer.origin, issuer.origin),
      });
    found ??= timeOutside('identity', discover).catch((error: unknown) => {
      found = null;
      log(
        `The sign-in provider could not be looked up: ${issuer.href} does not answer as it should (${reasonOf(error)}).`,
      );
      throw fail('accounts.provider-unreachable');
    });
    return found;
  }

  return {
    begin: async (maxAgeSeconds) => {
      const config = await configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const handshake = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
      const { href, pathname, search } = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        prompt: 'select_account',
        ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
        state: handshake.state,
        nonce: handshake.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: standInOrigin ? pathname + search : href, handshake };
    },
    finish: async (search, { state, nonce, verifier }) => {
      const config = await configuration();
      const answer = new URL(redirectUri);
      answer.search = search;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const grant = () => oidc.authorizationCodeGrant(config, answer, checks);
      const tokens = await timeOutside('identity', grant, isProtocolAnswer).catch((error: unknown) => {
        log(`A sign-in by the provider was refused: ${String(error)}`);
        throw fail(isProtocolAnswer(error) ? 'accounts.provider-refused' : 'accounts.provider-unreachable');
      });
      return identityIn(tokens.claims() ?? {});
    },
  };
}

/** Whether an error is a response of the protocol; every other error means that the provider cannot be reached. */
function isProtocolAnswer(error: unknown): boolean {
  return error instanceof oidc.ClientError || (error instanceof Error && 'code' in error);
}

function identityIn(claims: Record<string, unknown>): Identity {
  const { iss, sub, email: address, email_verified, hd, given_name, family_name, picture, auth_time } = claims;
  // Not cleaned, because an address that must be cleaned first is not the one that the provider verified.
  const email = typeof address === 'string' ? emailAddressOf(address) : null;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') {
    throw fail('accounts.provider-refused');
  }
  return {
    issuer: iss,
    subject: sub,
    email,
    isVerified: email_verified === true,
    isAuthoritative: email !== null && isAuthoritative({ email, hostedDomain: hd, issuer: iss }),
    firstName: nameOf(given_name),
    lastName: nameOf(family_name),
    authenticatedAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : null,
    picture: pictureAddress(picture, iss),
  };
}

function nameOf(claim: unknown): string | null {
  const name = typeof claim === 'string' ? firstCharacters(lineOf(claim), 100) : '';
  return holdsAddress(name) ? null : name || null;
}

/**
 * Sends calls to the provider, or to the stand-in on this machine, whatever the public URL of the portal. Calls carry
 * the trace that they belong to.
 */
function fetchFrom(askedOrigin: string, publicOrigin: string): oidc.CustomFetch {
  return (url, options) => {
    const asked = url.startsWith(publicOrigin) ? askedOrigin + url.slice(publicOrigin.length) : url;
    // Safe cast, because the library's options are those of fetch, with a narrower body.
    const { headers, ...rest } = options as RequestInit;
    const traceparent = traceParent();
    return fetch(asked, { ...rest, headers: { ...headers, ...(traceparent && { traceparent }) } });
  };
}
