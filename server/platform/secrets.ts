import { hash, randomBytes } from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret; its holder shows the secret, we compare hashes. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
