import { composeMail, type Reader, type Sender, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Composes the mail with the code that confirms a private address (SSO-05). */
export function privateCodeMail(reader: Reader, code: string, sender: Sender): Mail {
  const subject = `Your code for ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Enter this code on your settings page: ${code}. It works for a day.`,
      `When your company ends your sign-in, a link to this address keeps your account open for you.`,
    ],
    reason: `You get this email because this address was entered as a private address at ${sender.productName}. If it was not you, you can ignore this email.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail to a private address that offers the account, after the last other way in has ended (SSO-05). */
export function privateWayMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Keep your account at ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your company's sign-in no longer opens your account. What you bought and completed yourself is still yours.`,
      `Choose a password to keep the account: it then has this address. The link works once, for 24 hours.`,
    ],
    action: { label: 'Choose a password', url },
    reason: `You get this email because you confirmed this address as your private one at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail with the code by which a member without a second factor confirms (SSO-11). */
export function confirmCodeMail(reader: Reader, code: string, sender: Sender): Mail {
  const subject = `Your code for ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [`Enter this code to confirm that it is you: ${code}. It works once, for 10 minutes.`],
    reason: `You get this email because a person who is signed in to your account asked for the code. If it was not you, sign out everywhere on your settings page.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail that says that a company's sign-in opens the account from now on. */
export function accountLinkedMail({ connection, ...reader }: Reader & { connection: string }, portal: Site): Mail {
  const subject = `${connection} now opens your account`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `Your account at ${portal.productName} was linked to ${connection}. You can sign in with it from now on.`,
      `If it was not you, choose a new password by “Forgot password?” on the sign-in page, and keep no other sign-in: that unlinks ${connection} and signs every device out. If your company requires ${connection}, ask an owner of your organisation.`,
    ],
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
    reason: `You get this email because a sign-in was linked to your account at ${portal.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, portal) };
}

/** Composes the mail that welcomes a person whose account was made by a company's sign-in. */
export function companyWelcomeMail(
  { connection, organisation, ...reader }: Reader & { connection: string; organisation: string | null },
  portal: Site,
): Mail {
  const subject = `Welcome to ${portal.productName}`;
  const joined = organisation === null ? '' : ` You are in ${organisation} as a learner.`;
  const letter = {
    heading: `Welcome, ${reader.firstName}`,
    paragraphs: [
      `Your account is open, and you sign in to it with ${connection}.${joined}`,
      `Settings say what your company can see of it, and let you enter a private address for the day you leave.`,
    ],
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
    reason: `You get this email because you signed in to ${portal.productName} with ${connection} for the first time.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, portal) };
}

/** Composes the mail to an administrator about a connection of the portal: a change, or a secret that ends (SSO-13). */
export function portalConnectionMail(
  { name, what, ...reader }: Reader & { name: string; what: string },
  portal: Site,
): Mail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [`The sign-in with ${name} ${what}.`],
    action: { label: 'Open sign-in settings', url: `${portal.publicUrl}/admin-dashboard/settings` },
    reason: `You get this email because you are an administrator of ${portal.productName}.`,
  };
  return {
    to: reader.email,
    subject: `The sign-in with ${name} ${what.split(',')[0]}`,
    ...composeMail(letter, portal),
  };
}
