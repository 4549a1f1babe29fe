/**
 * Returns the path to open after a sign-in by the provider: the requested page, or from /auth `next` or the dashboard.
 */
export function providerReturnPath({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === '/auth' ? (new URLSearchParams(search).get('next') ?? '/') : pathname + search;
}

/** Returns the kind of mailed link that opens a page; null for other pages. */
export function linkKindOf(path: string): 'invitation' | 'gift' | null {
  if (path === '/invitation') return 'invitation';
  return path === '/gift' ? 'gift' : null;
}

/** Returns a sentence about the page that opens after signing in, for pages that are not about one resource. */
export function returnSentence(target: string): string {
  if (target === '/') return 'Then your dashboard opens.';
  if (target.startsWith('/assessment/keep')) return 'Then your result is kept, with your plan.';
  if (target.startsWith('/organisation/assessment/')) return 'Then the assessment of your team opens.';
  const kind = linkKindOf(target);
  if (kind) return kind === 'gift' ? 'Then you redeem the gift.' : 'Then you answer the invitation.';
  return 'Then you return to the page you opened.';
}

/** Returns the reason why the sign-in provider did not confirm the person, by the code of the error. */
export function confirmRejection(outcome: string): string {
  if (outcome === 'second-factor-required') return 'Your second factor is on: confirm by its code.';
  return outcome === 'provider-cannot-confirm'
    ? 'Google does not say when you last signed in there. Confirm by password or code: “Forgot password?” on the sign-in page sets a password.'
    : 'That was not a new sign-in with your Google account.';
}

/** Returns the error for a new password that is too short (AUTH-21). */
export function passwordRule(minimum: number): string {
  return `Password must be at least ${minimum} characters`;
}

type Rejection = { code: string | null; serverMessage: string | null };

const anotherLink = '“Forgot password?” on the sign-in page sends you another link at any time.';

/**
 * Returns two sentences about a set-password link that cannot be used: the server's and a hint for one that lasts a
 * day, otherwise those of RESET-10. `rejection` is null without a link or an answer.
 */
export function deadLinkWords(rejection: Rejection | null): [string, string] {
  if (rejection?.serverMessage && rejection.code?.startsWith('accounts.invitation-')) {
    return [rejection.serverMessage, anotherLink];
  }
  return [
    'This password reset link is invalid or has expired.',
    'The reset link may have expired (links are valid for 1 hour) or may have already been used.',
  ];
}
