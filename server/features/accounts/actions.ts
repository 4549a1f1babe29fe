import type { CurrentUser, Register, Settings } from '#contract/accounts.ts';
import type { Actor, Context, MemberContext } from '#server/platform/context.ts';
import { batched } from '#server/platform/database/batch.ts';
import { type Db, isOutOfRoom } from '#server/platform/database/db.ts';
import { fail, failTooMany } from '#server/platform/failure.ts';
import { counterOf, type Limit, networkOf } from '#server/platform/http/limits.ts';
import type { Sender } from '#server/platform/mail/layout.ts';
import { queueMail } from '#server/platform/mail/mail.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { type Device, openSignIn } from './device-actions.ts';
import { addressTakenMail, verifyEmailMail } from './emails.ts';
import { type Entry, findEntry } from './entry-store.ts';
import { recordFailedSignIn, updateBlockedUntil } from './failure-store.ts';
import { insertLink } from './link-store.ts';
import { dayLinkMinutes, minutesToWait, signInLife } from './rules.ts';
import { findSignInById, listSignIns, type SignIn, updateLastSeen } from './sign-in-store.ts';
import { findUser, findUserByEmail, insertUser, type User } from './store.ts';

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
  if (isStale) await noteVisit(db, actor.signInId);
  return { ...actor, isFresh: actor.signedInSecondsAgo < freshSeconds };
}

/** On a full disk people go on reading; how recently they were here is then not known to the minute. */
async function noteVisit(db: Db, signInId: number): Promise<void> {
  await updateLastSeen(db, signInId).catch((error: unknown) => {
    if (!isOutOfRoom(error)) throw error;
  });
}

/** Who holds the sign-in of this id; null when it has ended. What was given out with a sign-in ends with it. */
export function actorOfSignIn(ctx: Context, signInId: number): Promise<Actor | null> {
  return findSignInById(ctx.db, signInId, signInLife);
}

/** Opens a sign-in after a right password and forgets the wrong ones before it. */
export function signInAfterPassword(
  ctx: Context,
  account: User,
  { device, portal }: { device: Device; portal: Portal },
): Promise<string> {
  return openSignIn(ctx, account, { device, portal, forgetFailuresOf: hashSecret(account.email.toLowerCase()) });
}

type Asked = { email: string; device: Device; perNetwork: Limit };

/**
 * The account that a password or a code is tried for, if there is one; refuses while too many tries failed, of the
 * caller's network or of the address.
 */
export async function openEntry(ctx: Context, { email, device, perNetwork }: Asked): Promise<Entry> {
  const entry = await findEntry(ctx.db, {
    email,
    emailHash: hashSecret(email.toLowerCase()),
    deviceHash: hashSecret(device.deviceSecret),
    networkCounter: counterOf(perNetwork, networkOf(ctx.origin.ip)),
    networkMax: perNetwork.max,
  });
  const waitSeconds = entry.networkWaitSeconds || entry.addressWaitSeconds;
  if (waitSeconds > 0) throw failTooMany(waitSeconds);
  return entry;
}

/** Counts a failed try of an address, known or not, and lets it wait when there were too many in a row. */
export async function noteFailedSignIn(ctx: Context, email: string): Promise<void> {
  const emailHash = hashSecret(email.toLowerCase());
  const minutes = minutesToWait(await recordFailedSignIn(ctx.db, emailHash));
  if (minutes > 0) await updateBlockedUntil(ctx.db, emailHash, minutes);
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
    minutes: dayLinkMinutes,
  });
  const mail = verifyEmailMail(readerOf(user), `${portal.publicUrl}/api/verify-email?token=${secret}`, portal);
  await queueMail(ctx.db, { kind: 'account', key: `verify-email:${user.id}` }, mail);
  return user;
}

/** Tells the owner of an address, at most once a day, that somebody tried to register it. */
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
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    hasPassword: user.password_hash !== null,
    isInvited: user.is_invited,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    ...showSettings(user),
  };
}

/** The seven choices of an account as the API shows them. */
export function showSettings(user: User): Settings {
  return {
    emailUpdates: user.email_updates,
    resourceAlerts: user.resource_alerts,
    securityAlerts: user.security_alerts,
    marketingEmails: user.marketing_emails,
    profileVisible: user.profile_visible,
    activityTracking: user.activity_tracking,
    dataCollection: user.data_collection,
  };
}
