import { errors } from '#contract/errors.ts';

/** A toast to be shown. */
type Notice = { title: string; description: string; tone: 'destructive' };

/**
 * The toast after the sign-in provider has led back in vain (/auth?outcome=…); null for nothing.
 * @param outcome the parameter of the address, as typed by anybody
 */
export function addressNotice(path: string, outcome: unknown): Notice | null {
  const code = `accounts.${String(outcome)}`;
  if (path !== '/auth' || !code.startsWith('accounts.provider-') || !(code in errors)) return null;
  const { message: description } = errors[code as keyof typeof errors];
  return { title: 'Login failed', description, tone: 'destructive' };
}
