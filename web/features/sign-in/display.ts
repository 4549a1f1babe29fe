import type { RappPrinciple } from '#contract/catalogue.ts';

/** The page after a sign-in by the provider: the requested page, or the dashboard from /auth. */
export function providerReturnPath({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === '/auth' ? (new URLSearchParams(search).get('next') ?? '/') : pathname + search;
}

/** Why the sign-in provider did not confirm who is signed in, by the code of the refusal. */
export function confirmRefusal(outcome: string): string {
  return outcome === 'provider-cannot-confirm'
    ? 'Google does not say when you last signed in there. Confirm by password or code: “Forgot password?” on the sign-in page sets a password.'
    : 'That was not a new sign-in with your Google account.';
}

/** The error for a new password that is too short (AUTH-21). */
export function passwordRule(minimum: number): string {
  return `Password must be at least ${minimum} characters`;
}

/** The framework in four lines, beside the sign-in form. */
export const principlePromises: Record<RappPrinciple, string> = {
  responsible: 'Clear owners, evidence and limits.',
  adaptive: 'Learn early, change course safely.',
  people_centred: 'Designed with those it affects.',
  purpose_driven: 'A real need before a tool.',
};

type Refusal = { code: string | null; serverMessage: string | null };

const anotherLink = '“Forgot password?” on the login page sends you another link at any time.';

/**
 * Why a set-password link opens no form, in two sentences: of an invitation what the server says, of any other those
 * that are specified (RESET-10). There is no refusal when there was no link.
 */
export function deadLinkWords(refusal: Refusal | null): [string, string] {
  if (refusal?.serverMessage && refusal.code?.startsWith('accounts.invitation-')) {
    return [refusal.serverMessage, anotherLink];
  }
  return [
    'This password reset link is invalid or has expired.',
    'The reset link may have expired (links are valid for 1 hour) or may have already been used.',
  ];
}

/** What a portal without a tagline of its own says of itself. */
export const usualTagline = 'Adopt AI at a pace people can trust.';
