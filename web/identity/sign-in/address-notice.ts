import { errors } from '#contract/errors.ts';

/** A toast to be shown. */
type Notice = { title: string; description: string; tone: 'destructive' };

/** The provider's address may not register (SETUP-07), or the sign-in is no longer fresh. */
const otherCodes = ['accounts.invitation-only', 'accounts.domain-closed', 'accounts.confirm-sign-in'];

/** The page that shows why the sign-in provider led back in vain, and the toast's title. */
const titles: Record<string, string> = { '/auth': 'Login failed', '/settings': 'Google was not connected' };

/**
 * The toast after the sign-in provider has led back in vain (/auth?outcome=…, /settings?outcome=…); null for nothing.
 * @param outcome the parameter of the address, as typed by anybody
 */
export function addressNotice(path: string, outcome: unknown): Notice | null {
  const code = `accounts.${String(outcome)}`;
  const isKnown = code.startsWith('accounts.provider-') || otherCodes.includes(code);
  const title = titles[path];
  if (title === undefined || !isKnown || !(code in errors)) return null;
  const { message: description } = errors[code as keyof typeof errors];
  return { title, description, tone: 'destructive' };
}
