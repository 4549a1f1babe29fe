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
  /** By the contract's rule; null when the provider names none that obeys it. Known identities sign in all the same. */
  email: string | null;
  isVerified: boolean;
  /** Whether the provider itself keeps the mailbox, or its organisation's; else the address may have another owner by now. */
  isAuthoritative: boolean;
  firstName: string | null;
  lastName: string | null;
  /** When the user last signed in at the provider (auth_time); null when it does not say. */
  authenticatedAt: Date | null;
  /** Where the provider has a picture of the user, at an address that the portal may fetch. */
  picture: string | null;
};

/** What only this browser knows of a sign-in that is under way. */
export type Handshake = { state: string; nonce: string; verifier: string };

export type IdentityProvider = {
  /**
   * @param maxAgeSeconds asks the provider for a new sign-in there when the last one is older
   * @returns where to send the browser, and what it must keep until it is back
   */
  begin(maxAgeSeconds?: number): Promise<{ address: string; handshake: Handshake }>;
  /**
   * Checks the provider's answer and asks it who came.
   * @param search the query of the address the browser came back to
   * @throws accounts.provider-refused, accounts.provider-unreachable
   */
  finish(search: string, handshake: Handshake): Promise<Identity>;
};

type ProviderOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider leads the browser back to. */
  redirectUri: string;
  /** The demo's stand-in: this process asks it here, and browsers reach it at the portal they already are at. */
  standInOrigin?: string;
  log: (message: string) => void;
};

const timeoutSeconds = 8;

/** Signs people in by OpenID Connect. The provider is looked up when it is first needed, and again when that failed. */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { clientId, clientSecret, redirectUri, standInOrigin, log } = options;
  const issuer = new URL(options.issuer);
  let found: Promise<oidc.Configuration> | null = null;

  function configuration(): Promise<oidc.Configuration> {
    const discover = () =>
      oidc.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        // Plain http is for stand-ins on this machine; a real provider's address begins with https.
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

/** What is no answer of the protocol is a provider that cannot be reached. */
function isProtocolAnswer(error: unknown): boolean {
  return error instanceof oidc.ClientError || (error instanceof Error && 'code' in error);
}

function identityIn(claims: Record<string, unknown>): Identity {
  const { iss, sub, email: address, email_verified, hd, given_name, family_name, picture, auth_time } = claims;
  // Taken as it is: an address that must be cleaned first is not the one that the provider verified.
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
 * Asks the provider, or the stand-in on this machine, whatever the portal is called outside. Calls name the trace that
 * they belong to.
 */
function fetchFrom(askedOrigin: string, publicOrigin: string): oidc.CustomFetch {
  return (url, options) => {
    const asked = url.startsWith(publicOrigin) ? askedOrigin + url.slice(publicOrigin.length) : url;
    // The library's options are those of fetch, with a body narrower than fetch takes.
    const { headers, ...rest } = options as RequestInit;
    const traceparent = traceParent();
    return fetch(asked, { ...rest, headers: { ...headers, ...(traceparent && { traceparent }) } });
  };
}
