import { composeMail, type MailContent, type Reader, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Composes the mail that informs a member about a new passkey (PASS-01). */
export function passkeyAddedMail(reader: Reader, name: string, portal: Site): Mail {
  return warning(reader, portal, {
    subject: `A passkey was added to your ${portal.productName} account`,
    paragraphs: [
      `You can now sign in to your account with the passkey “${name}”, without a password or a code.`,
      `If it was not you, remove the passkey under Settings and change your password.`,
    ],
  });
}

/** Composes the mail that informs a member that a passkey no longer opens the account. */
export function passkeyRemovedMail(reader: Reader, name: string, portal: Site): Mail {
  return warning(reader, portal, {
    subject: `A passkey was removed from your ${portal.productName} account`,
    paragraphs: [
      `The passkey “${name}” no longer opens your account, and every other device was signed out.`,
      `If it was not you, change your password and contact us.`,
    ],
  });
}

/** Composes the mail that warns a member of a passkey whose counter did not grow (PASS-02). */
export function passkeyCopiedMail(reader: Reader, name: string, portal: Site): Mail {
  return warning(reader, portal, {
    subject: `A passkey of your ${portal.productName} account was refused`,
    paragraphs: [
      `A sign-in with the passkey “${name}” was refused, because the passkey has been used fewer times than we know of. A copy of it may be in use.`,
      `Sign in another way, remove this passkey under Settings, and add a new one. If it was not you who tried to sign in, contact us.`,
    ],
  });
}

type Warning = { subject: string } & Pick<MailContent, 'paragraphs'>;

function warning(reader: Reader, portal: Site, { subject, paragraphs }: Warning): Mail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs,
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
    reason: `You get this email because you have an account at ${portal.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, portal) };
}
