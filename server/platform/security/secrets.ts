import { hash, randomBytes, randomInt } from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret; its holder shows the secret, we compare hashes. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Letters and digits that do not look alike. */
const plainLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that a person writes down and types in: 50 random bits, "K7MPQ-3XWAB". */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => plainLetters[randomInt(plainLetters.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}
