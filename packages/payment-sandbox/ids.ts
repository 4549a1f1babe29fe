import { randomBytes, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `length` random letters and digits (about 5.95 bits each). */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Returns a new id in Stripe's form: `pi_1Q...`. */
export function newId(prefix: string): string {
  return `${prefix}_1${randomText(23)}`;
}

/** Returns the id of a checkout, which alone opens its page: `cs_test_...`. */
export function newSessionId(): string {
  return `cs_test_a1${randomText(56)}`;
}

/** Returns `<id>_secret_<random>`. With it and the publishable key a browser may confirm and read that one intent. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}

/** Returns `whsec_...`, the secret that webhooks are signed with. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('hex')}`;
}
