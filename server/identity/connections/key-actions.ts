import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import type { ClientProof } from '#server/platform/security/openid.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { certificateThumbprint, selfSigned } from '#server/platform/security/self-signed.ts';
import type { ConnectionRow } from './connection-store.ts';
import { tenantOf } from './rules.ts';

const ownerOf = (connectionId: string) => `connection:${connectionId}`;

export function sealSecret(sealer: Sealer, connectionId: string, secret: string): Buffer {
  return sealer.seal(secret, ownerOf(connectionId));
}

/**
 * Longest identity token that is kept, in characters: it travels in an address, and servers refuse addresses from about
 * 8,000 characters on.
 */
const longestToken = 6_000;

/** Seals an identity token for signing out at the provider (SSO-12); null when it is too long for an address. */
export function sealIdToken(sealer: Sealer, connectionId: string, idToken: string): Buffer | null {
  return idToken.length > longestToken ? null : sealer.seal(idToken, `${ownerOf(connectionId)}:id-token`);
}

/** Returns a sealed identity token; null when it cannot be opened, which must keep no person from signing out. */
export function openIdToken(sealer: Sealer, connectionId: string, sealed: Buffer): string | null {
  try {
    return sealer.open(sealed, `${ownerOf(connectionId)}:id-token`);
  } catch {
    return null;
  }
}

/** A key pair with which the portal signs in to a provider instead of a secret. */
export type KeyPair = { sealed_key: Buffer; public_key: JsonKey; certificate: string };
type JsonKey = Record<string, unknown> & { kid: string };

const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' } as const;

/** Years after which the certificate ends; a provider refuses it from then on. */
const certificateYears = 3;

export async function makeKeyPair(sealer: Sealer, connectionId: string, now: Date): Promise<KeyPair> {
  const modulus = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey({ ...algorithm, ...modulus }, true, ['sign', 'verify']);
  const bytes = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const privateKey = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + certificateYears);
  const publicKey = createPublicKey(privateKey);
  const certificate = selfSigned({ name: `portal ${connectionId}`, privateKey, publicKey, from: now, until });
  return {
    certificate,
    sealed_key: sealer.seal(bytes.toString('base64'), ownerOf(connectionId)),
    public_key: { kty, n, e, use: 'sig', alg: 'PS256', kid: randomUUID() },
  };
}

/** Unseals the proof by which the portal signs in to a connection's provider. */
export async function openClientProof(
  sealer: Sealer,
  row: ConnectionRow,
  operatorSecret: string | null,
): Promise<ClientProof> {
  if (row.is_operators) return { kind: 'secret', secret: operatorSecret ?? '' };
  if (row.auth_method === 'client_secret') {
    return { kind: 'secret', secret: row.sealed_secret ? sealer.open(row.sealed_secret, ownerOf(row.id)) : '' };
  }
  const bytes = Buffer.from(sealer.open(row.sealed_key ?? Buffer.alloc(0), ownerOf(row.id)), 'base64');
  const key = await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
  const { kid } = row.public_key as JsonKey;
  // Entra knows the key by its certificate.
  const thumbprint = tenantOf(row.issuer) !== null ? thumbprintOf(row) : null;
  return { kind: 'key', key, keyId: kid, thumbprint };
}

function thumbprintOf({ certificate }: ConnectionRow): string | null {
  return certificate === null ? null : certificateThumbprint(certificate);
}
