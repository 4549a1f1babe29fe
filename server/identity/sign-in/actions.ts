import { comparableAddress } from '#contract/email-addresses.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type { Register } from '#contract/identity/sign-in.ts';
import { type Account, addAccount } from '#server/identity/accounts/actions.ts';
import { queueMail, readerOf } from '#server/identity/accounts/mail-actions.ts';
import { registrationRejection } from '#server/identity/settings/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { failTooMany } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { type Attempt, addAttempt, deleteOldFailures, removeAttempt } from './attempt-store.ts';
import { findUserByEmail, insertLink } from './credential-store.ts';
import { addressTakenMail, verifyEmailMail } from './emails.ts';
import { dayLinkMinutes, verificationLink } from './rules.ts';
import type { Device } from './session-actions.ts';

export type { Attempt };

type Asked = { email: string; device: Device; waitMinutes: readonly number[] };

/**
 * Counts an attempt to sign in, for known and unknown addresses alike, and returns it with its account, if there is
 * one.
 * @throws request.too-many while the caller must wait after failed attempts; from the last of `waitMinutes` on
 * accounts.sign-in-locked, whose screen offers a mailed link
 */
export async function openAttempt(ctx: Context, { email, device, waitMinutes }: Asked): Promise<Attempt> {
  const attempt = await addAttempt(ctx.db, {
    email,
    emailHash: hashSecret(comparableAddress(email)),
    deviceHash: hashSecret(device.deviceSecret),
    waitMinutes,
  });
  if (attempt.waitSeconds === null) return attempt;
  const isLocked = attempt.tries >= waitMinutes.length;
  throw failTooMany(attempt.waitSeconds, isLocked ? 'accounts.sign-in-locked' : 'request.too-many');
}

/** Uncounts an attempt that was not wrong. */
export function giveAttemptBack(ctx: Context, { counter }: Attempt): Promise<void> {
  return removeAttempt(ctx.db, counter);
}

/** Deletes counters that a day without an attempt has reset. */
export function forgetOldAttempts(ctx: Context): Promise<void> {
  return deleteOldFailures(ctx.db);
}

type RegistrationDeps = {
  settings: () => Promise<PortalSettings>;
  isInvited: (ctx: Context, email: string) => Promise<boolean>;
};

/** Returns the reason why an address without an account may not register (SETUP-07); null when it may. */
export type RegistrationRejection = (ctx: Context, email: string) => Promise<ReturnType<typeof registrationRejection>>;

/** Returns the rule of the portal; an address that a confirmed organisation has invited may always register. */
export function rejectionOf({ settings, isInvited }: RegistrationDeps): RegistrationRejection {
  return async (ctx, email) => {
    const rejection = registrationRejection(await settings(), email);
    return rejection && (await isInvited(ctx, email)) ? null : rejection;
  };
}

type NewAccount = {
  form: Register;
  passwordHash: string;
  portal: Portal;
  /** Whether the verification link is mailed. */
  isMailed: boolean;
  /** Whether a link that was mailed to the address has verified it. */
  isVerified: boolean;
};

/** Whether an address has no account. */
export async function isFree(ctx: Context, email: string): Promise<boolean> {
  return (await findUserByEmail(ctx.db, email)) === null;
}

/** Adds a member's account; null when the address is taken. */
export async function registerAccount(
  ctx: Context,
  { form, passwordHash, portal, isMailed, isVerified }: NewAccount,
): Promise<Account | null> {
  const user = await addAccount(ctx, { ...form, passwordHash, role: 'user', isVerified });
  if (user && isMailed) await mailVerificationLink(ctx, user, portal);
  return user;
}

/** Welcomes a new member by a mail with a link that verifies the address. */
export async function mailVerificationLink(ctx: Context, user: Account, portal: Portal): Promise<void> {
  const secret = newSecret();
  await insertLink(ctx.db, {
    userId: user.id,
    purpose: 'verify_email',
    tokenHash: hashSecret(secret),
    minutes: dayLinkMinutes,
  });
  const mail = verifyEmailMail(readerOf(user), verificationLink(portal.publicUrl, secret), await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'account', key: `verify-email:${user.id}` }, mail);
}

/** Mails the owner of an address, at most once a day, that it was used in a new registration. */
export async function mailAddressTaken(ctx: Context, email: string, portal: Portal): Promise<void> {
  const owner = await findUserByEmail(ctx.db, email);
  if (!owner) return;
  const day = ctx.now.toISOString().slice(0, 10);
  await queueMail(
    ctx.db,
    { kind: 'account', key: `address-taken:${owner.id}:${day}` },
    addressTakenMail(readerOf(owner), portal.publicUrl, await portal.site(ctx)),
  );
}
