import type { Register } from '#contract/sign-in.ts';
import { type Account, addAccount } from '#server/features/accounts/actions.ts';
import { queueMail } from '#server/features/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { failTooMany } from '#server/platform/failure.ts';
import { counterOf, type Limit, networkOf } from '#server/platform/http/limits.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { type Attempt, findAttempt, recordFailedSignIn, updateBlockedUntil } from './attempt-store.ts';
import { closeLinks, deleteIdentities, findUserByEmail, insertLink, updatePassword } from './credential-store.ts';
import { addressTakenMail, verifyEmailMail } from './emails.ts';
import { dayLinkMinutes, minutesToWait, verificationLink } from './rules.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import { type Device, openSignIn } from './session-actions.ts';
import { forgetDevices, revokeSignIns } from './session-store.ts';

/** Opens a sign-in after a right password and forgets the wrong ones before it. */
export function signInAfterPassword(
  ctx: Context,
  account: Account,
  { device, portal }: { device: Device; portal: Portal },
): Promise<string> {
  return openSignIn(ctx, account, { device, portal, forgetFailuresOf: hashSecret(account.email.toLowerCase()) });
}

type Asked = { email: string; device: Device; perNetwork: Limit };

/**
 * The account that a password or a code is tried for, if there is one; refuses while too many tries failed, of the
 * caller's network or of the address.
 */
export async function openAttempt(ctx: Context, { email, device, perNetwork }: Asked): Promise<Attempt> {
  const attempt = await findAttempt(ctx.db, {
    email,
    emailHash: hashSecret(email.toLowerCase()),
    deviceHash: hashSecret(device.deviceSecret),
    networkCounter: counterOf(perNetwork, networkOf(ctx.origin.ip)),
    networkMax: perNetwork.max,
  });
  const waitSeconds = attempt.networkWaitSeconds || attempt.addressWaitSeconds;
  if (waitSeconds > 0) throw failTooMany(waitSeconds);
  return attempt;
}

/** Counts a failed try of an address, known or not, and lets it wait when there were too many in a row. */
export async function noteFailedSignIn(ctx: Context, email: string): Promise<void> {
  const emailHash = hashSecret(email.toLowerCase());
  const minutes = minutesToWait(await recordFailedSignIn(ctx.db, emailHash));
  if (minutes > 0) await updateBlockedUntil(ctx.db, emailHash, minutes);
}

/**
 * Ends every way into an account: password, sign-ins, known devices, second factor, provider identities and open links.
 * An account whose address was never verified may be an attacker's, who registered it and waits for the owner.
 */
export async function removeCredentials(ctx: Context, userId: number): Promise<void> {
  await updatePassword(ctx.db, userId, null);
  await deleteSecondFactor(ctx.db, userId);
  await deleteIdentities(ctx.db, userId);
  await revokeSignIns(ctx.db, userId);
  await forgetDevices(ctx.db, userId);
  await closeLinks(ctx.db, userId, 'verify_email', 'set_password', 'second_step');
}

type NewAccount = { form: Register; passwordHash: string; portal: Portal };

/** Adds a member's account and sends the verification link; null when the address is taken. */
export async function registerAccount(
  ctx: Context,
  { form, passwordHash, portal }: NewAccount,
): Promise<Account | null> {
  const user = await addAccount(ctx, { ...form, passwordHash, role: 'user' });
  if (!user) return null;
  const secret = newSecret();
  await insertLink(ctx.db, {
    userId: user.id,
    purpose: 'verify_email',
    tokenHash: hashSecret(secret),
    minutes: dayLinkMinutes,
  });
  const mail = verifyEmailMail(readerOf(user), verificationLink(portal.publicUrl, secret), portal);
  await queueMail(ctx.db, { kind: 'account', key: `verify-email:${user.id}` }, mail);
  return user;
}

/** Mails the owner of an address, at most once a day, that it was used in a new registration. */
export async function mailAddressTaken(ctx: Context, email: string, portal: Portal): Promise<void> {
  const owner = await findUserByEmail(ctx.db, email);
  if (!owner) return;
  const day = ctx.now.toISOString().slice(0, 10);
  await queueMail(
    ctx.db,
    { kind: 'account', key: `address-taken:${owner.id}:${day}` },
    addressTakenMail(readerOf(owner), portal.publicUrl, portal),
  );
}

function readerOf(account: Account) {
  return { email: account.email, firstName: account.first_name };
}
