import { mostPasskeys } from '#contract/identity/passkeys.ts';

/** Minutes in which a challenge must be signed. */
export const challengeMinutes = 5;

/**
 * Whether the counter of a signature shows that no copy of the passkey has signed since the last one: it must grow,
 * unless the authenticator does not count at all, as those that sync passkeys do not (WebAuthn, section 6.1.1).
 */
export function hasCounterGrown(stored: number, given: number): boolean {
  return (stored === 0 && given === 0) || given > stored;
}

/** Whether an account with this number of passkeys may add another (PASS-01). */
export function mayAdd(held: number): boolean {
  return held < mostPasskeys;
}
