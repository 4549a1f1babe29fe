import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API key of a member (m), an organisation (o) or the portal (p), token of a company's directory (s), access (a) or
 * refresh token (r) of an assistant.
 */
export type TokenKind = 'm' | 'o' | 'p' | 's' | 'a' | 'r';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checksumLength = 6;
const tokenPrefix = /^rapp_([a-z])_/;

/** Programs that look for secrets in files find tokens by it; the page for integrators publishes it. */
export const tokenPattern = /^rapp_[a-z]_[0-9A-Za-z]{40}$/;

function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = letters[rest % letters.length] + digits;
    rest = Math.floor(rest / letters.length);
  }
  return digits;
}

/**
 * Makes a token that a program sends: 202 random bits behind a name that leak scanners know. Store `hashSecret` of it.
 */
export function newToken(kind: TokenKind): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join('');
  return `rapp_${kind}_${random}${checksumOf(random)}`;
}

/** Returns whether a text can be a token of one of the kinds, so that a typing error and a guess cost no query. */
export function isWellFormedToken(text: string, kinds: readonly TokenKind[]): boolean {
  if (!tokenPattern.test(text) || !(kinds as readonly string[]).includes(text[5] ?? '')) return false;
  const secret = text.replace(tokenPrefix, '');
  return checksumOf(secret.slice(0, randomLength)) === secret.slice(randomLength);
}

/** Returns the first characters of a token's secret, by which its owner knows it again in a list. */
export function tokenStart(token: string): string {
  return token.replace(tokenPrefix, '').slice(0, 8);
}
