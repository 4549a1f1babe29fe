import { errors } from '#contract/errors.ts';

/** A toast to be shown. */
type Notice = { title: string; description: string; tone: 'destructive' };

/** The provider's address has no account and may not register (SETUP-07). */
const registrationCodes = ['accounts.invitation-only', 'accounts.domain-closed'];

/**
 * The toast after the sign-in provider has led back in vain (/auth?outcome=…); null for nothing.
 * @param outcome the parameter of the address, as typed by anybody
 */
export function addressNotice(path: string, outcome: unknown): Notice | null {
  const code = `accounts.${String(outcome)}`;
  const isKnown = code.startsWith('accounts.provider-') || registrationCodes.includes(code);
  if (path !== '/auth' || !isKnown || !(code in errors)) return null;
  const { message: description } = errors[code as keyof typeof errors];
  return { title: 'Login failed', description, tone: 'destructive' };
}
