import type { NewPasskey, SignedChallenge } from '#contract/identity/passkeys.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';

// EdDSA, ES256 and RS256 (IANA, COSE algorithms): listed here because the library's own list depends on the version of
// Node, and a passkey must work on every node.
export const algorithms = [-8, -7, -257];

/** Imported on first use, because its parsers of certificates take memory that most nodes never need. */
const library = () => import('@simplewebauthn/server');

/** A passkey as its authenticator describes it. */
export type Made = {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSyncable: boolean;
  isSynced: boolean;
};

type Expected = { challenge: string; party: RelyingParty };

/** Returns the challenge that a browser says it was given; null when it says none. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = data instanceof Object && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && challenge !== '' ? challenge : null;
  } catch {
    // Not JSON, so no browser made it.
    return null;
  }
}

/** Checks a new passkey: challenge, origin, host, and that its authenticator has verified the person. */
export async function readNewPasskey(made: NewPasskey, { challenge, party }: Expected): Promise<Made | null> {
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...response } = made.response;
  const verified = await verifyRegistrationResponse({
    // Safe cast, because the library compares none of the transports.
    response: { ...made, response: { ...response, transports: transports as [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(nullIfRejected);
  if (!verified?.verified) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  // Only the browser vouches for the id beside the data of the authenticator, so the two ids must be equal.
  if (credential.id !== made.id) return null;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isSyncable: credentialDeviceType === 'multiDevice',
    isSynced: credentialBackedUp,
  };
}

type Held = { credentialId: Buffer; publicKey: Buffer };
type Signed = { counter: number; isSynced: boolean };

/**
 * Checks a signature by a passkey: challenge, origin, host, and that its authenticator has verified the person. The
 * caller must compare the counter: the library would do so before it has checked the signature.
 */
export async function readSignature(
  signed: SignedChallenge,
  { challenge, party, held }: Expected & { held: Held },
): Promise<Signed | null> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...response } = signed.response;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...signed,
      response: { ...response, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: held.credentialId.toString('base64url'),
      publicKey: new Uint8Array(held.publicKey),
      counter: 0,
    },
  }).catch(nullIfRejected);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

/**
 * Treats every error of the library as a rejection, because it throws plain errors for mismatches and for bytes that it
 * cannot parse.
 */
function nullIfRejected(): null {
  return null;
}
