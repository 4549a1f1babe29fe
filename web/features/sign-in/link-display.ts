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
