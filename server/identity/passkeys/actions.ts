import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Passkey, Passkeys } from '#contract/identity/passkeys.ts';
import { type Account, getAccount, showCurrentUser } from '#server/identity/accounts/actions.ts';
import { queueMail, readerOf } from '#server/identity/accounts/mail-actions.ts';
import { keepEmergencyWay } from '#server/identity/connections/ways-actions.ts';
import { deviceName } from '#server/identity/sign-in/rules.ts';
import {
  actorOfSignIn,
  type Device,
  lockAccount,
  openSignIn,
  replaceSignIns,
} from '#server/identity/sign-in/session-actions.ts';
import { recordForAdministrator } from '#server/identity/sign-in/trail-actions.ts';
import { hasWay } from '#server/identity/sign-in/ways-in-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { PasskeySupport, RelyingParty } from '#server/platform/security/relying-party.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { passkeyAddedMail, passkeyCopiedMail, passkeyRemovedMail } from './emails.ts';
import { challengeMinutes, hasCounterGrown, mayAdd } from './rules.ts';
import * as store from './store.ts';
import type { Made } from './webauthn.ts';

/** A challenge of one browser; `userId` is null for a sign-in, whose account is not known yet. */
type Challenge = { challenge: string; browserSecret: string; purpose: store.Purpose; userId: number | null };

const stored = ({ challenge, browserSecret, purpose, userId }: Challenge) => ({
  challengeHash: hashSecret(challenge),
  browserHash: hashSecret(browserSecret),
  purpose,
  userId,
});

export function openChallenge(ctx: Context, challenge: Challenge): Promise<void> {
  return store.insertChallenge(ctx.db, { ...stored(challenge), minutes: challengeMinutes });
}

/**
 * Consumes a challenge, whether the call then succeeds or not.
 * @returns false when this browser has no such open one
 */
export function consumeChallenge(ctx: Context, challenge: Challenge): Promise<boolean> {
  return store.deleteOpenChallenge(ctx.db, stored(challenge));
}

/** Deletes challenges that were not signed in time. */
export function forgetOldChallenges(ctx: Context): Promise<void> {
  return store.deleteOldChallenges(ctx.db);
}

function showPasskey(row: store.PasskeyRow, party: RelyingParty | null): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
    otherHost: party && row.host !== party.id ? row.host : null,
  };
}

/**
 * Returns the caller's passkeys, the problem that prevents passkeys on this portal (null without one), and whether the
 * caller is an administrator who must add one.
 */
export async function showPasskeys(ctx: MemberContext, { party, problem }: PasskeySupport): Promise<Passkeys> {
  const rows = await store.listPasskeys(ctx.db, ctx.actor.userId);
  return {
    passkeys: rows.map((row) => showPasskey(row, party)),
    problem,
    isMissing: ctx.actor.lacksPasskey === true,
  };
}

/** A passkey for the options of a browser. */
type Known = { id: string; transports: string[] };

const known = ({ credential_id, transports }: store.PasskeyRow): Known => ({
  id: credential_id.toString('base64url'),
  transports,
});

/**
 * Returns the account for a new passkey of the caller, and its existing passkeys, which the authenticator must exclude.
 * @throws accounts.too-many-passkeys, accounts.sign-in-required
 */
export async function prepareNew(ctx: MemberContext): Promise<{ account: Account; held: Known[] }> {
  const held = await store.listPasskeys(ctx.db, ctx.actor.userId);
  if (!mayAdd(held.length)) throw fail('accounts.too-many-passkeys');
  return { account: await getAccount(ctx), held: held.map(known) };
}

/** Returns the caller's passkeys that work at this host. @throws accounts.no-passkey */
export async function listOwn(ctx: MemberContext, { id }: RelyingParty): Promise<Known[]> {
  const held = (await store.listPasskeys(ctx.db, ctx.actor.userId)).filter(({ host }) => host === id);
  if (held.length === 0) throw fail('accounts.no-passkey');
  return held.map(known);
}

type Addition = { made: Made; userHandle: Buffer; party: RelyingParty; device: Device; portal: Portal };

/**
 * Adds a passkey to the caller's account, unless the sign-in has ended since the browser was asked, and mails the
 * caller.
 * @throws accounts.sign-in-required, accounts.too-many-passkeys, accounts.passkey-taken
 */
export async function addPasskey(ctx: MemberContext, addition: Addition): Promise<Passkey> {
  const { made, userHandle, party, device, portal } = addition;
  const account = await lockAccount(ctx, ctx.actor.userId);
  const isSignedIn = (await actorOfSignIn(ctx, ctx.actor.signInId)) !== null;
  if (!account || !isSignedIn) throw fail('accounts.sign-in-required');
  // The lock of the account keeps this number until the passkey is added.
  if (!mayAdd((await store.listPasskeys(ctx.db, account.id)).length)) throw fail('accounts.too-many-passkeys');
  const row = await store.insertPasskey(ctx.db, {
    user_id: account.id,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    user_handle: userHandle,
    host: party.id,
    name: deviceName(device.userAgent),
    counter: made.counter,
    transports: made.transports,
    is_syncable: made.isSyncable,
    is_synced: made.isSynced,
  });
  if (!row) throw fail('accounts.passkey-taken');
  await recordForAdministrator(ctx, account, 'add-passkey', { passkey: row.name });
  await queueMail(
    ctx.db,
    { kind: 'account', key: `passkey-added:${row.id}` },
    passkeyAddedMail(readerOf(account), row.name, await portal.site(ctx)),
  );
  return showPasskey(row, party);
}

type Renaming = { id: number; name: string; party: RelyingParty | null };

/** @throws accounts.passkey-not-found */
export async function renamePasskey(ctx: MemberContext, { id, name, party }: Renaming): Promise<Passkey> {
  const row = await store.updatePasskeyName(ctx.db, { userId: ctx.actor.userId, id }, name);
  if (!row) throw fail('accounts.passkey-not-found');
  return showPasskey(row, party);
}

type Removal = { id: number; device: Device; portal: Portal; party: RelyingParty | null };

/**
 * Removes a passkey of the caller, and mails the caller. The account's sign-ins end, except for a new one of this
 * browser, because no row says which of them the passkey opened.
 * @returns the secret of that sign-in
 * @throws accounts.sign-in-required, accounts.passkey-not-found, accounts.password-first, connections.emergency-last,
 * connections.company-required, accounts.wrong-credentials
 */
export async function removePasskey(ctx: MemberContext, { id, device, portal, party }: Removal): Promise<string> {
  const account = await lockAccount(ctx, ctx.actor.userId);
  if (!account) throw fail('accounts.sign-in-required');
  const removed = await store.deletePasskey(ctx.db, { userId: account.id, id });
  if (!removed) throw fail('accounts.passkey-not-found');
  // Removing another host's passkey cannot lock anybody out, because it does not work here.
  if (removed.host === party?.id) {
    if (!(await hasWay(ctx, account, party))) throw fail('accounts.password-first');
    await keepEmergencyWay(ctx, account.id, party);
  }
  await recordForAdministrator(ctx, account, 'remove-passkey', { passkey: removed.name });
  await queueMail(
    ctx.db,
    { kind: 'account', key: `passkey-removed:${removed.id}` },
    passkeyRemovedMail(readerOf(account), removed.name, await portal.site(ctx)),
  );
  return replaceSignIns(ctx, account, { device, portal });
}

/**
 * Finds a passkey by the id that a browser sends.
 * @throws accounts.passkey-unknown when it was removed or never added, or works at another host
 */
export async function getPasskey(ctx: Context, credentialId: string, party: RelyingParty): Promise<store.PasskeyRow> {
  const found = await store.findPasskey(ctx.db, Buffer.from(credentialId, 'base64url'));
  if (found?.host !== party.id) throw fail('accounts.passkey-unknown');
  return found;
}

/** A use of a passkey. The caller must have verified its signature with the passkey's key. */
type Use = { passkey: Pick<store.PasskeyRow, 'id' | 'user_id'>; counter: number; isSynced: boolean; portal: Portal };

/**
 * Records the use of a passkey and returns its account, which it locks. If the counter did not grow, the owner gets a
 * mail, at most one a day.
 * @returns null when the counter did not grow; the caller must commit and then reject the call
 * @throws accounts.passkey-unknown when the passkey has been removed since it was read
 */
export async function recordUse(ctx: Context, { passkey, counter, isSynced, portal }: Use): Promise<Account | null> {
  const account = await lockAccount(ctx, passkey.user_id);
  const held = account && (await store.lockPasskey(ctx.db, passkey.id));
  if (!held) throw fail('accounts.passkey-unknown');
  if (hasCounterGrown(held.counter, counter)) {
    await store.updatePasskeyUsed(ctx.db, held.id, { counter, isSynced });
    return account;
  }
  await recordForAdministrator(ctx, account, 'refuse-passkey', { passkey: held.name });
  const day = ctx.now.toISOString().slice(0, 10);
  await queueMail(
    ctx.db,
    { kind: 'account', key: `passkey-copied:${held.id}:${day}` },
    passkeyCopiedMail(readerOf(account), held.name, await portal.site(ctx)),
  );
  return null;
}

type Entry = { device: Device; portal: Portal };

/** Opens a sign-in after a passkey has signed; no second factor is asked for (PASS-02). */
export async function openByPasskey(
  ctx: Context,
  account: Account,
  { device, portal }: Entry,
): Promise<{ user: CurrentUser; secret: string }> {
  return { user: showCurrentUser(account), secret: await openSignIn(ctx, account, { device, portal }) };
}
