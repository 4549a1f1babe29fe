import { errors } from '#contract/errors.ts';

type Notice = { title: string; description: string; tone: 'destructive' };

/**
 * Error codes beside `provider-…`: an email address from the provider that may not register (SETUP-07), and a sign-in
 * that is no longer fresh.
 */
const otherCodes = ['accounts.invitation-only', 'accounts.domain-closed', 'accounts.confirm-sign-in'];

/** Title of the toast by the page to which the sign-in provider leads back after a failure. */
const titles: Record<string, string> = { '/auth': 'Login failed', '/settings': 'Google was not connected' };

/**
 * Returns the toast for a failed sign-in by the provider (/auth?outcome=…, /settings?outcome=…); null for none.
 * @param outcome query parameter, which anybody may have typed
 */
export function addressNotice(path: string, outcome: unknown): Notice | null {
  const code = `accounts.${String(outcome)}`;
  const isKnown = code.startsWith('accounts.provider-') || otherCodes.includes(code);
  const title = titles[path];
  if (title === undefined || !isKnown || !(code in errors)) return null;
  const { message: description } = errors[code as keyof typeof errors];
  return { title, description, tone: 'destructive' };
}
