import { hash, randomBytes, randomInt } from 'node:crypto';

/** Makes a secret for a cookie or a link: 256 random bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a secret; its holder sends the secret, and the hashes are compared. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Letters and digits that do not look alike. */
const plainLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Makes a code that a person writes down and types in: 50 random bits, "K7MPQ-3XWAB". */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => plainLetters[randomInt(plainLetters.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}
