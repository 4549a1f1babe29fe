import { comparableAddress } from '#contract/email-addresses.ts';
import type { VerificationLink } from '#contract/identity/sign-in.ts';
import type { KeptWayIn } from '#contract/identity/sign-in-ways.ts';
import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { findEmergencyWay, findRequired } from '#server/identity/connections/enforcement-actions.ts';
import { forgetPrivate, hasOtherWay } from '#server/identity/connections/private-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type Failure, fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { deleteFailures } from './attempt-store.ts';
import {
  closeLinks,
  consumeLink,
  deleteOldLinks,
  findKnownLink,
  findLinkOwner,
  findLinkTarget,
  findUserByEmail,
  insertLink,
  isOfVerified,
  lockUser,
  updateAddress,
  updateEmailVerified,
  updatePassword,
} from './credential-store.ts';
import {
  addressChangedMail,
  addressMovedMail,
  passwordChangedMail,
  passwordResetMail,
  resetLinkMail,
  verifyAgainMail,
} from './emails.ts';
import { dayLinkMinutes, resetLinkMinutes, verificationLink } from './rules.ts';
import { type Device, replaceSignIns } from './session-actions.ts';
import { recordForAdministrator } from './trail-actions.ts';
import { endFormerWays, endWaysIn } from './ways-in-actions.ts';

/** Returns the address of an open verification link, and whether the caller is its member; does not use the link up. */
export async function checkVerificationLink(ctx: Context, secret: string): Promise<VerificationLink> {
  const userId = await findLinkOwner(ctx.db, 'verify_email', hashSecret(secret));
  const account = userId === null ? null : await findAccount(ctx, userId);
  if (!account) {
    // Only the recipient of the mail has its link, so the reply reveals nothing to others.
    const isDone = await isOfVerified(ctx.db, hashSecret(secret));
    throw fail(isDone ? 'accounts.email-verified' : 'accounts.verification-invalid');
  }
  return { email: account.email, isOwnSession: ctx.actor?.userId === account.id };
}

/**
 * Uses a verification link up. The link proves the address, not the person who registered it: without a session of the
 * account its former ways in end (`endFormerWays`), and a new password is required (ACCT-02).
 * @returns the secret of a set-password link; null when the account keeps its password, or must sign in through a
 * connection
 */
export async function verifyEmail(ctx: Context, secret: string): Promise<string | null> {
  const tokenHash = hashSecret(secret);
  const userId = await findLinkOwner(ctx.db, 'verify_email', tokenHash);
  // The account's row is locked before its links, so that two of its links cannot deadlock.
  const account = userId === null ? null : await lockUser(ctx.db, userId);
  if (!account || (await consumeLink(ctx.db, 'verify_email', tokenHash)) === null) {
    throw fail('accounts.verification-invalid');
  }
  await closeLinks(ctx.db, account.id, 'verify_email');
  await updateEmailVerified(ctx.db, account.id);
  if (ctx.actor?.userId === account.id || account.email_verified_at) return null;
  await endFormerWays(ctx, account);
  if (await findRequired(ctx, account.email)) return null;
  return (await openPasswordLink(ctx, account.id, resetLinkMinutes)).secret;
}

/**
 * Verifies the caller's address by a link of another feature that was mailed to it, such as an invitation.
 * @param email address to which the link was mailed
 * @returns false when that is not the caller's address
 */
export async function proveAddress(ctx: MemberContext, email: string): Promise<boolean> {
  const account = await lockUser(ctx.db, ctx.actor.userId);
  if (!account || comparableAddress(account.email) !== comparableAddress(email)) return false;
  if (account.email_verified_at) return true;
  await closeLinks(ctx.db, account.id, 'verify_email');
  await updateEmailVerified(ctx.db, account.id);
  return true;
}

/**
 * Enqueues a reset link. The job looks up the account: this call does the same for every address, so that neither reply
 * nor time shows whether there is one (RESET-04).
 */
export async function requestResetLink(ctx: Context, email: string): Promise<void> {
  await enqueue(ctx.db, 'send-reset-link', { email });
}

/**
 * Mails a reset link when the address has an account and need not sign in through a connection (RESET-03). The link
 * uses PUBLIC_URL, whatever host the request had.
 */
export async function sendResetLink(ctx: Context, email: string, portal: Portal): Promise<void> {
  const account = await findUserByEmail(ctx.db, email);
  if (!account || (await findRequired(ctx, email))) return;
  const { linkId, secret } = await openPasswordLink(ctx, account.id, resetLinkMinutes);
  const reader = { email: account.email, firstName: account.first_name };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `reset:${linkId}` },
    resetLinkMail(reader, passwordLink(portal.publicUrl, secret), await portal.site(ctx)),
  );
}

/** Rejects a set-password link that no longer works; does not use it up. */
export async function checkPasswordLink(ctx: Context, secret: string): Promise<void> {
  if ((await findLinkOwner(ctx.db, 'set_password', hashSecret(secret))) === null) throw await deadLink(ctx, secret);
}

/**
 * Returns the reason why a set-password link no longer works. Reset links have one message for every case (RESET-10).
 * Invitations and other links that last a day, not an hour, have messages of their own.
 */
async function deadLink(ctx: Context, secret: string): Promise<Failure> {
  const link = await findKnownLink(ctx.db, 'set_password', hashSecret(secret));
  if (!link || link.minutes < dayLinkMinutes) return fail('accounts.link-invalid');
  return fail(link.isEnded ? 'accounts.invitation-used' : 'accounts.invitation-expired');
}

type PasswordByLink = { secret: string; passwordHash: string; portal: Portal; keep: readonly KeptWayIn[] };

/**
 * Sets a password by a link; ends the other ways into the account except for those in `keep` (RESET-18), deletes failed
 * attempts (ACCT-04) and mails the owner. Does not sign in. A link to a private address gives the account that address
 * (SSO-05).
 * @throws connections.company-required, accounts.email-taken, accounts.link-invalid, accounts.invitation-used,
 * accounts.invitation-expired
 */
export async function setPasswordByLink(ctx: Context, form: PasswordByLink): Promise<void> {
  const { secret, passwordHash, portal, keep } = form;
  const tokenHash = hashSecret(secret);
  const userId = await findLinkOwner(ctx.db, 'set_password', tokenHash);
  // The account's row is locked before its link, because a change of its address locks in this order too.
  const user = userId === null ? null : await lockUser(ctx.db, userId);
  const movesTo = await findLinkTarget(ctx.db, tokenHash);
  const isDead = !user || (movesTo !== null && (await hasOtherWay(ctx, user.id)));
  if (isDead || (await consumeLink(ctx.db, 'set_password', tokenHash)) === null) throw await deadLink(ctx, secret);
  if (movesTo === null) await findEmergencyWay(ctx, user);
  else if (!(await updateAddress(ctx.db, user.id, movesTo))) throw fail('accounts.email-taken');
  // Deleted first, because the devices that are forgotten below name some of the counters.
  await deleteFailures(ctx.db, user.id, hashSecret(comparableAddress(user.email)));
  await endFormerWays(ctx, user, keep);
  await updatePassword(ctx.db, user.id, passwordHash);
  if (movesTo !== null) await forgetPrivate(ctx.db, user.id);
  // The link came to this address (or from the operator's own command), so the address is verified as well.
  await updateEmailVerified(ctx.db, user.id);
  await recordForAdministrator(ctx, user, 'reset-password', { kept: keep });
  const reader = { email: movesTo ?? user.email, firstName: user.first_name };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `password-set:${ctx.origin.requestId}` },
    passwordResetMail(reader, await portal.site(ctx)),
  );
}

type NewPassword = PasswordByMember & { device: Device; portal: Portal };
type PasswordByMember = { account: Account; passwordHash: string; keep: readonly KeptWayIn[] };

/**
 * Sets a new password, mails the member and ends the other ways into the account, except for those that the member
 * keeps, the second factor and links that verify the address; a first password ends links that set one alone (SET-20).
 * @returns the secret of this browser's new sign-in
 * @throws accounts.wrong-password when the password has changed since it was compared; connections.company-required,
 * accounts.wrong-credentials
 */
export async function setPassword(ctx: MemberContext, form: NewPassword): Promise<string> {
  const { account, passwordHash, device, portal, keep } = form;
  // A reset may have ended the caller's ways in since the password was compared.
  const present = await lockUser(ctx.db, account.id);
  if (present?.password_hash !== account.password_hash) throw fail('accounts.wrong-password');
  const isFirst = account.password_hash === null;
  if (isFirst) await closeLinks(ctx.db, account.id, 'set_password');
  else await endWaysIn(ctx, account.id, ['second-factor', 'verification-links', ...keep]);
  await updatePassword(ctx.db, account.id, passwordHash);
  await recordForAdministrator(ctx, account, 'change-password', { kept: keep });
  const reader = { email: account.email, firstName: account.first_name };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `password-changed:${ctx.origin.requestId}` },
    passwordChangedMail(reader, await portal.site(ctx)),
  );
  return replaceSignIns(ctx, account, { device, portal });
}

/**
 * Mails the caller another verification link (AUTH-22). Earlier links stay good until one is used, because mails may
 * overtake each other.
 * @throws accounts.sign-in-required, accounts.email-verified
 */
export async function resendVerification(ctx: MemberContext, portal: Portal): Promise<void> {
  const user = await findAccount(ctx, ctx.actor.userId);
  if (!user) throw fail('accounts.sign-in-required');
  if (user.email_verified_at) throw fail('accounts.email-verified');
  const secret = newSecret();
  const link = { userId: user.id, purpose: 'verify_email', tokenHash: hashSecret(secret) } as const;
  const linkId = await insertLink(ctx.db, { ...link, minutes: dayLinkMinutes });
  const reader = { email: user.email, firstName: user.first_name };
  const posting = { kind: 'account', key: `verify-email:${user.id}:${linkId}` } as const;
  await queueMail(
    ctx.db,
    posting,
    verifyAgainMail(reader, verificationLink(portal.publicUrl, secret), await portal.site(ctx)),
  );
}

type Moved = { before: Account; after: Account; portal: Portal };

/**
 * Ends every way into the account that the owner of the former address could use; only the second factor stays on
 * (ACCT-03). Both addresses get a mail, the new one with the link to choose a password.
 */
export async function moveAddress(ctx: Context, { before, after: user, portal }: Moved): Promise<void> {
  await endWaysIn(ctx, user.id, ['second-factor']);
  const { linkId, secret } = await openPasswordLink(ctx, user.id, dayLinkMinutes);
  const reader = { email: user.email, firstName: user.first_name };
  const posting = { kind: 'account', key: `address-changed:${linkId}` } as const;
  await queueMail(
    ctx.db,
    posting,
    addressChangedMail(reader, passwordLink(portal.publicUrl, secret), await portal.site(ctx)),
  );
  const former = { email: before.email, firstName: before.first_name };
  const notice = { kind: 'account', key: `address-moved:${ctx.origin.requestId}` } as const;
  await queueMail(ctx.db, { ...notice, userId: user.id }, addressMovedMail(former, await portal.site(ctx)));
}

/** @param movesTo the address that the account gets when the link is used */
export async function openPasswordLink(ctx: Context, userId: number, minutes: number, movesTo: string | null = null) {
  const secret = newSecret();
  const link = { userId, purpose: 'set_password', tokenHash: hashSecret(secret), minutes, movesTo } as const;
  return { linkId: await insertLink(ctx.db, link), secret };
}

export function passwordLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/reset-password?token=${secret}`;
}

/** Deletes links that ended more than 30 days ago; until then a page says why they no longer work. */
export function forgetOldLinks(ctx: Context): Promise<void> {
  return deleteOldLinks(ctx.db);
}
