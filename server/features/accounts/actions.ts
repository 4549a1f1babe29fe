import type { CurrentUser, Register } from '#contract/accounts.ts';
import { audit } from '#server/platform/audit.ts';
import { batched } from '#server/platform/batch.ts';
import type { Actor, Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db.ts';
import { fail, failTooMany } from '#server/platform/failure.ts';
import { queueMail } from '#server/platform/mail.ts';
import type { Sender } from '#server/platform/mail-layout.ts';
import { hashSecret, newSecret } from '#server/platform/secrets.ts';
import { addressTakenMail, passwordChangedMail, verifyEmailMail } from './emails.ts';
import { closeLinks, consumeLink, insertLink, isLinkOpen } from './link-store.ts';
import { linkHours, minutesToWait, signInLife } from './rules.ts';
import {
  deleteFailedSignIns,
  findSignInById,
  findWaitSeconds,
  insertSignIn,
  listSignIns,
  recordFailedSignIn,
  revokeSignInByToken,
  revokeSignIns,
  type SignIn,
  updateBlockedUntil,
  updateLastSeen,
} from './sign-in-store.ts';
import {
  findUser,
  findUserByEmail,
  insertUser,
  type User,
  updateEmailVerified,
  updatePassword,
  updateRole,
} from './store.ts';

/** What mails and links of this noun need to know of the portal. */
export type Portal = Sender & { publicUrl: string };

const findSignIn = batched<Buffer, SignIn | null>(async (db, tokenHashes) => {
  const found = await listSignIns(db, tokenHashes, signInLife);
  const byHash = new Map(found.map(({ tokenHash, signIn }) => [tokenHash.toString('base64'), signIn]));
  return tokenHashes.map((tokenHash) => byHash.get(tokenHash.toString('base64')) ?? null);
});

/**
 * Who holds a session secret; notes the visit at most once a minute.
 * @param freshSeconds how old a fresh sign-in may be
 */
export async function actorOf(db: Db, secret: string, freshSeconds: number): Promise<Actor | null> {
  const found = await findSignIn(db, hashSecret(secret));
  if (!found) return null;
  const { isStale, ...actor } = found;
  if (isStale) await updateLastSeen(db, actor.signInId);
  return { ...actor, isFresh: actor.signedInSecondsAgo < freshSeconds };
}

/** Who holds the sign-in of this id; null when it has ended. What was given out with a sign-in ends with it. */
export function actorOfSignIn(ctx: Context, signInId: number): Promise<Actor | null> {
  return findSignInById(ctx.db, signInId, signInLife);
}

export type Device = { userAgent: string | null; formerSecret: string | null };

/**
 * Opens a sign-in with a new secret; the one the browser held before ends.
 * @returns the secret for the cookie
 */
export async function openSignIn(ctx: Context, userId: number, { userAgent, formerSecret }: Device): Promise<string> {
  if (formerSecret) await revokeSignInByToken(ctx.db, hashSecret(formerSecret));
  const secret = newSecret();
  await insertSignIn(ctx.db, { userId, tokenHash: hashSecret(secret), ip: ctx.origin.ip, userAgent });
  return secret;
}

/** Opens a sign-in after a right password and forgets the wrong ones before it. */
export async function signInAfterPassword(ctx: Context, user: User, device: Device): Promise<string> {
  await deleteFailedSignIns(ctx.db, hashSecret(user.email.toLowerCase()));
  return openSignIn(ctx, user.id, device);
}

/** The account that a password is tried for; refuses while its address has to wait after failed tries. */
export async function accountToSignIn(ctx: Context, email: string): Promise<User | null> {
  const waitSeconds = await findWaitSeconds(ctx.db, hashSecret(email.toLowerCase()));
  if (waitSeconds > 0) throw failTooMany(waitSeconds);
  return findUserByEmail(ctx.db, email);
}

/** Counts a failed try of an address, known or not, and lets it wait when there were too many in a row. */
export async function noteFailedSignIn(ctx: Context, email: string): Promise<void> {
  const emailHash = hashSecret(email.toLowerCase());
  const minutes = minutesToWait(await recordFailedSignIn(ctx.db, emailHash));
  if (minutes > 0) await updateBlockedUntil(ctx.db, emailHash, minutes);
}

/** Ends the sign-in of this secret; ending one that has ended already is fine. */
export async function signOut(ctx: Context, secret: string): Promise<void> {
  await revokeSignInByToken(ctx.db, hashSecret(secret));
}

type NewAccount = { form: Register; passwordHash: string; portal: Portal };

/** Adds a member's account and sends the verification link; null when the address is taken. */
export async function addAccount(ctx: Context, { form, passwordHash, portal }: NewAccount): Promise<User | null> {
  const user = await insertUser(ctx.db, { ...form, passwordHash, role: 'user' });
  if (!user) return null;
  const secret = newSecret();
  await insertLink(ctx.db, {
    userId: user.id,
    purpose: 'verify_email',
    tokenHash: hashSecret(secret),
    hours: linkHours,
  });
  const mail = verifyEmailMail(readerOf(user), `${portal.publicUrl}/api/verify-email?token=${secret}`, portal);
  await queueMail(ctx.db, `verify-email:${user.id}`, mail);
  return user;
}

/** Tells the owner of an address, at most once a day, that somebody tried to register it. */
export async function tellAddressTaken(ctx: Context, email: string, portal: Portal): Promise<void> {
  const owner = await findUserByEmail(ctx.db, email);
  if (!owner) return;
  const day = ctx.now.toISOString().slice(0, 10);
  await queueMail(
    ctx.db,
    `address-taken:${owner.id}:${day}`,
    addressTakenMail(readerOf(owner), portal.publicUrl, portal),
  );
}

/** A whole account, for flows; never sent as it is. */
export type Account = User;

/** The account of the signed-in user. */
export async function getAccount(ctx: MemberContext): Promise<Account> {
  const user = await findUser(ctx.db, ctx.actor.userId);
  if (!user) throw fail('accounts.sign-in-required');
  return user;
}

/** The signed-in user as the API shows them. */
export async function getCurrentUser(ctx: MemberContext): Promise<CurrentUser> {
  return showUser(await getAccount(ctx));
}

/** Uses a verification link up; false when it is unknown, used or too old. */
export async function verifyEmail(ctx: Context, secret: string): Promise<boolean> {
  const userId = await consumeLink(ctx.db, 'verify_email', hashSecret(secret));
  if (userId === null) return false;
  await updateEmailVerified(ctx.db, userId);
  return true;
}

/** Refuses a set-password link that no longer works; uses nothing up. */
export async function checkPasswordLink(ctx: Context, secret: string): Promise<void> {
  if (!(await isLinkOpen(ctx.db, 'set_password', hashSecret(secret)))) throw fail('accounts.link-invalid');
}

type PasswordByLink = { secret: string; passwordHash: string; portal: Portal };

/** Sets a password by a link; every sign-in and every other such link of the account ends. Signs nobody in. */
export async function setPasswordByLink(ctx: Context, { secret, passwordHash, portal }: PasswordByLink): Promise<void> {
  const userId = await consumeLink(ctx.db, 'set_password', hashSecret(secret));
  const user = userId === null ? null : await findUser(ctx.db, userId);
  if (!user) throw fail('accounts.link-invalid');
  await updatePassword(ctx.db, user.id, passwordHash);
  await closeLinks(ctx.db, user.id, 'set_password');
  await revokeSignIns(ctx.db, user.id);
  // The link came to this address (or from the host's own command), so the address is proved as well.
  await updateEmailVerified(ctx.db, user.id);
  await queueMail(
    ctx.db,
    `password-set:${ctx.origin.requestId}`,
    passwordChangedMail(readerOf(user), portal.publicUrl, portal),
  );
}

/**
 * Makes the account of an address an administrator, adding it when it is new (BOOT-13).
 * @returns the set-password link, good once for 24 hours
 */
export async function appointAdministrator(ctx: Context, email: string, publicUrl: string): Promise<string> {
  const known = await findUserByEmail(ctx.db, email);
  const names = { firstName: 'Portal', lastName: 'Administrator', organization: null };
  const user = known ?? (await insertUser(ctx.db, { email, ...names, passwordHash: null, role: 'administrator' }));
  if (!user) throw fail('accounts.email-taken');
  await updateRole(ctx.db, user.id, 'administrator');
  await audit(ctx, {
    action: 'set-role',
    object: 'user',
    objectId: user.id,
    before: known?.role,
    after: 'administrator',
  });
  const secret = newSecret();
  await insertLink(ctx.db, {
    userId: user.id,
    purpose: 'set_password',
    tokenHash: hashSecret(secret),
    hours: linkHours,
  });
  return `${publicUrl}/reset-password?token=${secret}`;
}

function readerOf(user: User) {
  return { email: user.email, firstName: user.first_name };
}

/** An account as the API shows it: no hash, times as text (GEN-15). */
export function showUser(user: User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    organization: user.organization,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    emailVerified: user.email_verified_at !== null,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    emailUpdates: user.email_updates,
    resourceAlerts: user.resource_alerts,
    securityAlerts: user.security_alerts,
    marketingEmails: user.marketing_emails,
    profileVisible: user.profile_visible,
    activityTracking: user.activity_tracking,
    dataCollection: user.data_collection,
  };
}
