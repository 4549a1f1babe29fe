import { firstCharacters } from '#contract/characters.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import { lineOf } from '#contract/lines.ts';
import { isUnfitForPerson } from '#contract/names.ts';

/** Whether an administrator remains without these accounts (ADM-USER-14). */
export function leavesAdministrator(administrators: readonly number[], gone: readonly number[]): boolean {
  return administrators.some((id) => !gone.includes(id));
}

/** Whether two email addresses differ; the case of A to Z is ignored. */
export function isOtherAddress(before: string, after: string): boolean {
  return comparableAddress(before) !== comparableAddress(after);
}

type Proof = { email_verified_at: Date | null; is_invited: boolean; password_hash: string | null };

/**
 * Whether an account belongs to the owner of its address: the address is verified, or the account has neither a sign-in
 * provider, nor a passkey, nor a password that a member chose (ACCT-01).
 * @param hasIdentity whether the account has a sign-in provider or a passkey
 */
export function isVouchedFor({ email_verified_at, is_invited, password_hash }: Proof, hasIdentity: boolean): boolean {
  return email_verified_at !== null || (!hasIdentity && (is_invited || password_hash === null));
}

/** Returns the name that a provider claims for a person; null when there is none that an account can have. */
export function nameOfClaim(claim: unknown): string | null {
  const name = typeof claim === 'string' ? firstCharacters(lineOf(claim), 100) : '';
  return isUnfitForPerson(name) ? null : name || null;
}

/**
 * Returns the first name of a new account without one: the part of the address before the @, with spaces for its dots.
 */
export function firstNameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).replaceAll('.', ' ');
}
