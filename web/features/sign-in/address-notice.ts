import { errors } from '#contract/errors.ts';

/** A toast to be shown. */
type Notice = { title: string; description: string; tone: 'success' | 'destructive' };

/**
 * The toast for an outcome in the address, after a link of a mail or the sign-in provider; null
 * for nothing.
 * @param search the parameters `email` and `outcome` of the address, as typed by anybody
 */
export function addressNotice(path: string, search: { email?: unknown; outcome?: unknown }): Notice | null {
  return (path === '/auth' ? providerNotice(search.outcome) : null) ?? emailNotice(search.email);
}

/** What the address says after the link of a verification mail was opened (/?email=…); null for anything else. */
function emailNotice(outcome: unknown): Notice | null {
  if (outcome === 'verified') {
    return { title: 'Email verified', description: 'Thank you, your email address is confirmed.', tone: 'success' };
  }
  if (outcome === 'link-invalid') {
    return {
      title: 'Email not verified',
      description: 'This verification link is invalid or has expired.',
      tone: 'destructive',
    };
  }
  return null;
}

/** What the address says after the sign-in provider has led back in vain (…?outcome=…); null for anything else. */
function providerNotice(outcome: unknown): Notice | null {
  const code = `accounts.${String(outcome)}`;
  if (!code.startsWith('accounts.provider-') || !(code in errors)) return null;
  const { message: description } = errors[code as keyof typeof errors];
  return { title: 'Login failed', description, tone: 'destructive' };
}
