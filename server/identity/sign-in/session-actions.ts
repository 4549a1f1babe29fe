import { portalZone } from '#contract/dates.ts';
import type { SignIn } from '#contract/identity/sign-in.ts';
import type { PageQuery } from '#contract/text.ts';
import type { Account } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { endAssistants } from '#server/identity/assistants/actions.ts';
import { findWay, rejectOtherWay } from '#server/identity/connections/enforcement-actions.ts';
import type { Actor, Context, MemberContext } from '#server/platform/context.ts';
import { batched } from '#server/platform/database/batch.ts';
import { type Db, isOutOfRoom } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { lockUser } from './credential-store.ts';
import { newDeviceMail } from './emails.ts';
import { deviceName, signInLife } from './rules.ts';
import * as store from './session-store.ts';
import { recordForAdministrator } from './trail-actions.ts';

const findSignIn = batched<Buffer, store.SignIn | null>(async (db, tokenHashes) => {
  const found = await store.listSignIns(db, tokenHashes, signInLife);
  const byHash = new Map(found.map(({ tokenHash, signIn }) => [tokenHash.toString('base64'), signIn]));
  return tokenHashes.map((tokenHash) => byHash.get(tokenHash.toString('base64')) ?? null);
});

/**
 * Finds the holder of a session secret; records the visit at most once a minute.
 * @param freshSeconds maximum age of a fresh sign-in
 */
export async function findActor(db: Db, secret: string, freshSeconds: number): Promise<Actor | null> {
  const found = await findSignIn(db, hashSecret(secret));
  if (!found) return null;
  const { isStale, ...actor } = found;
  if (isStale) await recordVisit(db, actor.signInId);
  return { ...actor, isFresh: actor.signedInSecondsAgo < freshSeconds };
}

/**
 * Records a visit. With a full disk, people can still read, and the time of their last visit is then not exact to the
 * minute.
 */
async function recordVisit(db: Db, signInId: number): Promise<void> {
  await store.updateLastSeen(db, signInId).catch((error: unknown) => {
    if (!isOutOfRoom(error)) throw error;
  });
}

/**
 * Finds the holder of a sign-in by its id; null when it has ended. Tokens that were issued with a sign-in end with it.
 */
export function actorOfSignIn(ctx: Context, signInId: number): Promise<Actor | null> {
  return store.findSignInById(ctx.db, signInId, signInLife);
}

/**
 * The browser that signs in: its description of itself, the session it held, and the secret by which the device is
 * recognised.
 */
export type Device = { userAgent: string | null; formerSecret: string | null; deviceSecret: string };

type Entry = {
  device: Device;
  portal: Portal;
  /** Counter of the attempt that was right: its failed attempts are deleted. */
  counter?: Buffer;
  /** The company's connection through which the person came, or whose emergency way it is. */
  way?: store.ConnectionWay;
  /** The hash with which the password was compared before this transaction. */
  passwordHash?: string;
};

/**
 * Opens a sign-in with a new secret; the browser's former one ends. The first use of a device is reported by mail,
 * unless it is the account's first known device.
 * @returns the secret for the cookie
 * @throws connections.company-required, accounts.wrong-credentials when the account, its password or its second factor
 * changed since it was read
 */
export async function openSignIn(ctx: Context, account: Account, entry: Entry): Promise<string> {
  const { device, portal, counter, passwordHash, way = null } = entry;
  const { userAgent, formerSecret, deviceSecret } = device;
  const secret = newSecret();
  const { ip } = ctx.origin;
  const opened = await store.insertSignIn(ctx.db, {
    userId: account.id,
    tokenHash: hashSecret(secret),
    deviceHash: hashSecret(deviceSecret),
    ip,
    userAgent,
    formerHash: formerSecret === null ? null : hashSecret(formerSecret),
    counter: counter ?? null,
    way,
    proved: passwordHash ? { passwordHash, hasSecondFactor: account.two_factor_enabled_at !== null } : null,
  });
  if (!opened) {
    await rejectOtherWay(ctx, account.email, way?.connectionId);
    throw fail('accounts.wrong-credentials');
  }
  if (opened.isUnknownDevice) {
    await recordForAdministrator(ctx, account, 'sign-in', { device: deviceName(userAgent) });
  }
  if (opened.isUnknownDevice && opened.knowsOthers) {
    const timeZone = account.time_zone ?? portalZone;
    const signIn = { device: deviceName(userAgent), ip, at: ctx.now, timeZone };
    const reader = { email: account.email, firstName: account.first_name };
    await queueMail(
      ctx.db,
      { kind: 'security', key: `new-device:${opened.id}` },
      newDeviceMail(reader, signIn, await portal.site(ctx)),
    );
  }
  return secret;
}

/** Locks an account until the transaction ends; null when it is deleted. */
export function lockAccount(ctx: Context, userId: number): Promise<Account | null> {
  return lockUser(ctx.db, userId);
}

/**
 * Rotates the session secret and marks the sign-in as fresh. The caller must have re-authenticated the member. Tokens
 * that refer to the sign-in by its id stay valid.
 * @returns the secret for the cookie
 */
export async function renewSignIn(ctx: MemberContext): Promise<string> {
  const secret = newSecret();
  await store.updateSignInSecret(ctx.db, ctx.actor.signInId, hashSecret(secret));
  return secret;
}

/**
 * Ends every sign-in of an account and opens a new one for the calling browser. If the account is the caller's, the new
 * one keeps the connection and the end of the caller's sign-in.
 * @throws accounts.sign-in-required when the caller's sign-in has ended since the request began;
 * connections.company-required, accounts.wrong-credentials when the account was deleted since it was read
 */
export async function replaceSignIns(ctx: Context, account: Account, entry: Entry): Promise<string> {
  const isOwn = ctx.actor?.userId === account.id;
  const way = isOwn && ctx.actor ? await findWay(ctx, ctx.actor.signInId) : null;
  await store.revokeSignIns(ctx.db, account.id);
  if (isOwn && ctx.actor && !(await store.isRevokedNow(ctx.db, ctx.actor.signInId)))
    throw fail('accounts.sign-in-required');
  return openSignIn(ctx, account, { ...entry, ...(way && { way: { ...way, hours: null } }) });
}

/** Ends the sign-in of this secret, if it has not ended. */
export async function signOut(ctx: Context, secret: string): Promise<void> {
  await store.revokeSignInByToken(ctx.db, hashSecret(secret));
}

/** Returns the time when the caller last used the portal before the present visit; null for the first one. */
export function getLastVisit(ctx: MemberContext): Promise<Date | null> {
  return store.findLastVisit(ctx.db, ctx.actor.userId);
}

const defaultPageSize = 50;

/** Lists the devices that are signed in to the caller's account, the last used first. */
export async function showSignIns(
  ctx: MemberContext,
  { page = 1, pageSize = defaultPageSize }: PageQuery,
): Promise<{ signIns: SignIn[]; total: number }> {
  const account = accountOf(ctx);
  const rows = await store.listDevices(ctx.db, account, { limit: pageSize, offset: (page - 1) * pageSize });
  const signIns = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ipAddress: row.ip,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === ctx.actor.signInId,
  }));
  return { signIns, total: await store.countDevices(ctx.db, account) };
}

export async function endSignIn(ctx: MemberContext, signInId: number): Promise<void> {
  if (!(await store.revokeSignIn(ctx.db, accountOf(ctx), signInId))) throw fail('accounts.sign-in-not-found');
}

export async function endSignIns(ctx: MemberContext): Promise<void> {
  // The account's row is locked first, as in every transaction that ends its sign-ins.
  const account = await lockUser(ctx.db, ctx.actor.userId);
  await store.revokeSignIns(ctx.db, ctx.actor.userId);
  await endAssistants(ctx, ctx.actor.userId);
  if (account) await recordForAdministrator(ctx, account, 'sign-out-everywhere');
}

function accountOf({ actor }: MemberContext) {
  // The role of an administrator who lacks a passkey does not show that its sign-ins last as an administrator's do.
  return { userId: actor.userId, life: signInLife[actor.lacksPasskey ? 'administrator' : actor.role] };
}

/**
 * Deletes sign-ins that ended more than 30 days ago, or were last used then, because no sign-in lasts longer. The last
 * one of each device stays, so that the device is recognised when it comes back.
 */
export function forgetOldSignIns(ctx: Context): Promise<void> {
  return store.deleteOldSignIns(ctx.db);
}
