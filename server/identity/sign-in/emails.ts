import { dateAndTime } from '#contract/dates.ts';
import { composeMail, type MailContent, type Reader, type Sender, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Composes the mail that welcomes a new member, with a link that verifies the address (AUTH-22). */
export function verifyEmailMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Verify your email address for ${sender.productName}`;
  const letter = {
    heading: `Welcome, ${reader.firstName}`,
    paragraphs: [
      `Please confirm that this address is yours. The link works once, for 24 hours.`,
      `You can already use everything: browse the resources, begin with a free one, or measure how ready your organisation is for AI.`,
    ],
    action: { label: 'Verify email address', url },
    reason: `You get this email because an account was opened with this address at ${sender.productName}. If it was not you, you can ignore this email.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail with another link that verifies the address. */
export function verifyAgainMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Verify your email address for ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [`Please confirm that this address is yours. The link works once, for 24 hours.`],
    action: { label: 'Verify email address', url },
    reason: `You get this email because you asked for it on your profile at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/**
 * Composes the mail that welcomes a member who registered through the sign-in provider, which has verified the
 * address.
 */
export function welcomeMail(reader: Reader, portal: Site): Mail {
  const subject = `Welcome to ${portal.productName}`;
  const letter = {
    heading: `Welcome, ${reader.firstName}`,
    paragraphs: [
      `Your account is open, and you sign in to it with Google. You can set a password as well, under Settings.`,
      `Browse the resources, begin with a free one, or measure how ready your organisation is for AI.`,
    ],
    action: { label: 'Browse resources', url: `${portal.publicUrl}/browse` },
    reason: `You get this email because an account was opened with this address at ${portal.productName}. If it was not you, contact us.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, portal) };
}

/** Composes the mail that invites a user whose account an administrator created (ADM-USER-16). */
export function invitationMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Your account at ${sender.productName}`;
  const letter = {
    heading: `Welcome, ${reader.firstName}`,
    paragraphs: [
      `An administrator has opened an account for you with this address.`,
      `Choose a password that only you know. The link works once, for 24 hours; “Forgot password?” on the sign-in page sends you another at any time.`,
    ],
    action: { label: 'Choose your password', url },
    reason: `You get this email because an account was opened for this address at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/**
 * Composes the mail that lets a person choose a password at the new address that an administrator has given an account
 * (ACCT-03).
 */
export function addressChangedMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `This is the new email address of your ${sender.productName} account`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `An administrator has made this the address of your account: you sign in with it from now on.`,
      `The former password no longer works, and every device was signed out. Choose a new password: the link works once, for 24 hours; “Forgot password?” on the sign-in page sends you another at any time.`,
    ],
    action: { label: 'Choose your password', url },
    reason: `You get this email because an account at ${sender.productName} has this address.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail that informs the former address of an account. */
export function addressMovedMail(reader: Reader, portal: Site): Mail {
  const subject = `The email address of your ${portal.productName} account was changed`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `An administrator has given your account another email address; you can no longer sign in with this one, and every device was signed out.`,
      `If this surprises you, contact us at once.`,
    ],
    action: { label: 'Open the sign-in page', url: portal.publicUrl },
  });
}

export function addressTakenMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `You already have an account at ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `A new account was requested with this address, but you already have one. Nothing was changed.`,
      `If it was you, sign in with the password you chose.`,
    ],
    action: { label: 'Sign in', url },
    reason: `You get this email because you have an account at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

export function resetLinkMail(reader: Reader, url: string, sender: Sender): Mail {
  const subject = `Reset your ${sender.productName} password`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `You can set a new password for your account. The link works once, for 1 hour.`,
      `If you did not ask for it, do nothing: your password stays as it is.`,
    ],
    action: { label: 'Reset password', url },
    reason: `You get this email because a password reset was requested for this address at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Composes the mail that informs the owner that the password was set by a link. */
export function passwordResetMail(reader: Reader, portal: Site): Mail {
  const subject = `Your ${portal.productName} password was changed`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `The password of your account was just set through a link, and every device was signed out.`,
      `If it was not you, contact us at once.`,
    ],
    action: { label: 'Sign in', url: portal.publicUrl },
  });
}

/** Composes the mail that informs a signed-in member about the change of the password. */
export function passwordChangedMail(reader: Reader, portal: Site): Mail {
  const subject = `Your ${portal.productName} password was changed`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `The password of your account was just changed, and every other device was signed out.`,
      `If it was not you, choose a new password now: “Forgot password?” on the sign-in page sends you a link.`,
    ],
    action: { label: 'Open the sign-in page', url: portal.publicUrl },
  });
}

type NewSignIn = { device: string; ip: string; at: Date; timeZone: string };

export function newDeviceMail(reader: Reader, { device, ip, at, timeZone }: NewSignIn, portal: Site): Mail {
  const subject = `New sign-in to your ${portal.productName} account`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `A device that we have not seen before has just signed in to your account.`,
      `If it was not you, sign that device out under Settings and change your password.`,
    ],
    facts: [
      ['Device', device],
      ['Address', ip],
      ['Time', `${dateAndTime(at, timeZone)} (${timeZone})`],
    ],
    action: { label: 'Check your devices', url: `${portal.publicUrl}/settings` },
  });
}

/** Composes the mail that informs a member that the second factor is off. */
export function secondFactorOffMail(reader: Reader, { isOwn }: { isOwn: boolean }, portal: Site): Mail {
  const subject = `Two-factor authentication was turned off`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      isOwn
        ? `Two-factor authentication of your account was just turned off. You now sign in without a code.`
        : `An administrator has turned two-factor authentication of your account off. You now sign in without a code.`,
      `You can set it up again at any time under Settings. If this surprises you, change your password and contact us.`,
    ],
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
  });
}

/** Composes the mail that informs a member that the account can now be used through the sign-in provider, too. */
export function providerLinkedMail(reader: Reader, portal: Site): Mail {
  const subject = `Google sign-in was added to your ${portal.productName} account`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `You can now sign in to your account with Google. Your password stays as it is.`,
      `If you never set that password yourself, choose a new one: “Forgot password?” on the sign-in page sends you a link.`,
    ],
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
  });
}

/**
 * Composes the mail that informs the owner of an address that its unverified account was handed over to a sign-in.
 * @param provider name of the sign-in that proved the address: Google, or a company's connection
 */
export function accountHandedOverMail({ provider, ...reader }: Reader & { provider: string }, portal: Site): Mail {
  const subject = `Your ${portal.productName} account is now linked to ${provider}`;
  return warning(reader, portal, {
    subject,
    paragraphs: [
      `There was an account with your address that was never verified. Your sign-in with ${provider} has proved that the address is yours.`,
      `The former password no longer works, and every device was signed out. You can set a password under Settings.`,
    ],
    action: { label: 'Open Settings', url: `${portal.publicUrl}/settings` },
  });
}

type Warning = { subject: string } & Pick<MailContent, 'paragraphs' | 'facts' | 'action'>;

function warning(reader: Reader, portal: Site, { subject, ...letter }: Warning): Mail {
  const reason = `You get this email because you have an account at ${portal.productName}.`;
  const composed = composeMail({ heading: `Hello ${reader.firstName}`, ...letter, reason }, portal);
  return { to: reader.email, subject, ...composed };
}
