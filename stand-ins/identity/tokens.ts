import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

export type Claims = Record<string, string | number | boolean>;

/** Signs identity tokens, with a new key for each start. */
export type Signer = { jwks: object; sign(claims: Claims): string };

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function createSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    sign: (claims) => signWith(privateKey, { alg: 'RS256', typ: 'JWT', kid }, claims),
  };
}

function signWith(key: KeyObject, header: object, claims: Claims): string {
  const content = `${base64url(header)}.${base64url(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Whether a verifier belongs to the S256 challenge of a sign-in (RFC 7636). */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}

/** Returns the permanent id of a person at this provider, always the same for one address. */
export function subjectOf(email: string): string {
  return BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`).toString();
}
