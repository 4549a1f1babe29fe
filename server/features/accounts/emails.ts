import type { Mail } from '#server/platform/mail.ts';
import { composeLetter, type Sender } from '#server/platform/mail-layout.ts';

type Reader = { email: string; firstName: string };

/** Asks a new member to prove the address (AUTH-22). */
export function verifyEmailMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Verify your email address for ${sender.productName}`;
  const letter = {
    heading: `Welcome, ${reader.firstName}`,
    paragraphs: [
      `Please confirm that this address is yours. The link works once, for 24 hours.`,
      `You can use ${sender.productName} meanwhile.`,
    ],
    action: { label: 'Verify email address', url },
    reason: `You get this mail because an account was opened with this address at ${sender.productName}. If it was not you, ignore it.`,
  };
  return { to: reader.email, subject, ...composeLetter(letter, sender) };
}

/** Tells the owner of an address that somebody tried to register it again. */
export function addressTakenMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `You already have an account at ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Somebody tried to open an account with this address, which already has one. Nothing was changed.`,
      `If it was you, sign in with the password you chose.`,
    ],
    action: { label: 'Sign in', url },
    reason: `You get this mail because you have an account at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeLetter(letter, sender) };
}

/** Tells that the password was set by a link. */
export function passwordChangedMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Your ${sender.productName} password was changed`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `The password of your account was just set through a link, and every device was signed out.`,
      `If it was not you, contact us at once.`,
    ],
    action: { label: 'Sign in', url },
    reason: `You get this mail because you have an account at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeLetter(letter, sender) };
}
