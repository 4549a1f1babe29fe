import { emailAddressOf } from '#contract/email-addresses.ts';
import { nameOfClaim } from '#server/identity/accounts/rules.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import {
  createProvider,
  type Handshake,
  newHandshake,
  ProviderAway,
  type ProviderFetch,
  ProviderRejection,
} from '#server/platform/security/openid.ts';
import { reasonOf } from '#server/platform/start-error.ts';
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

type IdentityOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** URL to which the provider sends the browser back. */
  redirectUri: string;
  fetch: ProviderFetch;
  /** Origin of the demo's stand-in for this process; browsers reach the stand-in at the portal's own URL. */
  standInOrigin?: string;
  log: (message: string) => void;
};

/**
 * Signs people in with Google. The provider's configuration is fetched when it is first needed, and again after an
 * hour or a failure.
 */
export function createIdentityProvider(options: IdentityOptions): IdentityProvider {
  const { clientSecret, standInOrigin, log } = options;
  // The document names the issuer without a slash behind the host, whatever the operator has typed.
  const issuer = options.issuer.replace(/\/$/, '');
  const { origin } = new URL(issuer);
  const provider = createProvider({
    ...options,
    issuer,
    proof: { kind: 'secret', secret: clientSecret },
    scopes: 'openid email profile',
    emailClaim: 'email',
    fetch: standInOrigin ? fetchFrom(standInOrigin, origin, options.fetch) : options.fetch,
  });
  const logged = (error: unknown): Failure => {
    const isAway = error instanceof ProviderAway;
    if (!isAway && !(error instanceof ProviderRejection)) throw error;
    log(
      isAway
        ? `The sign-in provider could not be looked up: ${issuer} does not answer as it should (${reasonOf(error)}).`
        : `A sign-in by the provider was refused: ${error.message}`,
    );
    return fail(isAway ? 'accounts.provider-unreachable' : 'accounts.provider-refused');
  };
  return {
    begin: async (maxAgeSeconds) => {
      const handshake = newHandshake();
      const asked = { prompt: 'select_account', ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) };
      try {
        const address = new URL(await provider.begin(handshake, asked));
        return { address: standInOrigin ? address.pathname + address.search : address.href, handshake };
      } catch (error) {
        throw logged(error);
      }
    },
    finish: async (search, handshake) => {
      try {
        return identityIn((await provider.finish(search, handshake)).claims);
      } catch (error) {
        if (error instanceof Failure) throw error;
        throw logged(error);
      }
    },
  };
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
    firstName: nameOfClaim(given_name),
    lastName: nameOfClaim(family_name),
    authenticatedAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : null,
    picture: pictureAddress(picture, iss),
  };
}

/** Sends calls to the stand-in on this machine, whatever the public URL of the portal. */
function fetchFrom(askedOrigin: string, publicOrigin: string, fetch: ProviderFetch): ProviderFetch {
  return (address, options) => {
    const url = String(address);
    return fetch(url.startsWith(publicOrigin) ? askedOrigin + url.slice(publicOrigin.length) : url, options);
  };
}
