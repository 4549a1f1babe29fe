import { firstCharacters } from '#contract/characters.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import { lineOf } from '#contract/lines.ts';
import { isUnfitForPerson } from '#contract/names.ts';

/** Whether an administrator remains without these accounts (ADM-USER-14). */
export function leavesAdministrator(administrators: readonly number[], gone: readonly number[]): boolean {
  return administrators.some((id) => !gone.includes(id));
}

/** Whether these are two addresses; case is ignored. */
export function isOtherAddress(before: string, after: string): boolean {
  return comparableAddress(before) !== comparableAddress(after);
}

type Proof = { email_verified_at: Date | null; is_invited: boolean; password_hash: string | null };

/**
 * Whether an account belongs to the owner of its address: the address is verified, or an administrator entered it and
 * no other person has set a password, connected a sign-in provider or added a passkey since (ACCT-01).
 */
export function isVouchedFor({ email_verified_at, is_invited, password_hash }: Proof, hasIdentity: boolean): boolean {
  return email_verified_at !== null || (!hasIdentity && (is_invited || password_hash === null));
}

/** Returns the name that a provider claims for a person; null without one that an account can have. */
export function nameOfClaim(claim: unknown): string | null {
  const name = typeof claim === 'string' ? firstCharacters(lineOf(claim), 100) : '';
  return isUnfitForPerson(name) ? null : name || null;
}

/** Returns the first name of a new account without one: the part of the address before the @, without its dots. */
export function firstNameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).replaceAll('.', ' ');
}
