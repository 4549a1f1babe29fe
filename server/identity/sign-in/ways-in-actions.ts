import type { KeptWayIn, WaysIn } from '#contract/identity/sign-in-ways.ts';
import { type Account, getAccount } from '#server/identity/accounts/actions.ts';
import { endKeysOfAccount, endProgramsOfSoleOwner } from '#server/identity/api-keys/actions.ts';
import { endAssistantsOfAccount } from '#server/identity/assistants/actions.ts';
import { findConfirmedPrivate, forgetPrivate } from '#server/identity/connections/private-actions.ts';
import {
  deleteConnectionIdentities,
  endPendingSignIns,
  hasCompanyWay,
  removeLink,
} from '#server/identity/connections/ways-actions.ts';
import { endPasskeys, hasPasskey, listPasskeys } from '#server/identity/passkeys/held-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import { closeLinks, deleteIdentities, lockUser, updatePassword } from './credential-store.ts';
import { deviceName } from './rules.ts';
import { deleteSecondFactor } from './second-factor-store.ts';
import { type Device, replaceSignIns } from './session-actions.ts';
import { forgetDevices, revokeSignIns } from './session-store.ts';
import { recordForAdministrator } from './trail-actions.ts';
import * as store from './ways-in-store.ts';

type Way = {
  /** Tables whose rows open the account, or belong to such a row. */
  tables: readonly string[];
  end: (db: Db, userId: number) => Promise<unknown>;
};

/**
 * Every way into an account, in the order in which their rows are locked. `ways-in.test.ts` fails for a table that
 * refers to accounts and is neither here nor in its list of tables that open none. A link of any purpose is a way in,
 * so a new purpose must be added to an entry here.
 */
export const waysIn = {
  password: { tables: ['users'], end: (db, userId) => updatePassword(db, userId, null) },
  'second-factor': { tables: ['second_factors', 'recovery_codes'], end: deleteSecondFactor },
  passkeys: { tables: ['passkeys', 'passkey_challenges'], end: endPasskeys },
  identities: {
    tables: ['identities', 'connection_identities'],
    end: async (db, userId) => {
      await deleteIdentities(db, userId);
      await deleteConnectionIdentities(db, userId);
    },
  },
  sessions: { tables: ['sign_in_sessions', 'tool_tokens'], end: revokeSignIns },
  devices: { tables: ['sign_in_sessions'], end: forgetDevices },
  // An organisation's keys open the organisation, and not the account: its owners see them and revoke them. Where
  // no address was ever verified, `endFormerWays` ends those of organisations that the account alone owns.
  keys: { tables: ['api_keys'], end: endKeysOfAccount },
  assistants: { tables: ['assistant_grants', 'assistant_tokens'], end: endAssistantsOfAccount },
  // It gets the link that keeps the account when a company ends the only way in (SSO-05).
  'private-address': { tables: ['private_addresses', 'confirm_codes'], end: forgetPrivate },
  links: {
    tables: ['account_links', 'connection_pending'],
    end: async (db, userId) => {
      await closeLinks(db, userId, 'set_password', 'second_step');
      await endPendingSignIns(db, userId);
    },
  },
  'verification-links': { tables: ['account_links'], end: (db, userId) => closeLinks(db, userId, 'verify_email') },
} as const satisfies Record<string, Way>;

type WayIn = keyof typeof waysIn;

/**
 * Ends the ways into an account, except for those in `kept`. The account's row is locked before the rows of its ways:
 * every transaction that changes both locks in this order, so that none can deadlock.
 */
export async function endWaysIn(ctx: Context, userId: number, kept: readonly WayIn[] = []): Promise<void> {
  await lockUser(ctx.db, userId);
  for (const [name, { end }] of Object.entries(waysIn)) {
    if (!kept.includes(name as WayIn)) await end(ctx.db, userId);
  }
}

/**
 * Ends the ways into an account for the owner of its address. If no address was ever verified, none is kept, because
 * another person may have prepared the account; the programs of organisations that it alone owns end with them.
 * Otherwise the second factor stays, and the ways that the owner chooses to keep.
 */
export async function endFormerWays(ctx: Context, account: Account, keep: readonly KeptWayIn[] = []): Promise<void> {
  if (isFactorOwn(account)) return endWaysIn(ctx, account.id, ['second-factor', ...keep]);
  await endWaysIn(ctx, account.id);
  await endProgramsOfSoleOwner(ctx, account.id);
}

/** Whether an address of the account was ever verified; otherwise its second factor may be a stranger's. */
export function isFactorOwn(account: Account): boolean {
  return account.email_verified_at !== null || account.was_verified;
}

/** Returns the ways into the caller's account, except those with a list of their own, such as its sign-ins. */
export async function showWaysIn(ctx: MemberContext): Promise<WaysIn> {
  const { id, password_hash, two_factor_enabled_at } = await getAccount(ctx);
  const identities = await store.listIdentities(ctx.db, id);
  const passkeys = await listPasskeys(ctx.db, id);
  const devices = await store.listKnownDevices(ctx.db, id);
  const links = await store.listOpenLinks(ctx.db, id);
  return {
    hasPassword: password_hash !== null,
    twoFactorEnabled: two_factor_enabled_at !== null,
    recoveryCodesLeft: two_factor_enabled_at ? await store.countRecoveryCodes(ctx.db, id) : 0,
    privateAddress: await findConfirmedPrivate(ctx, id),
    passkeys: passkeys.map(({ name, created_at }) => ({ name, addedAt: created_at.toISOString() })),
    identities: identities.map(({ created_at, ...identity }) => ({ ...identity, linkedAt: created_at.toISOString() })),
    devices: devices.map(({ user_agent, last_seen_at }) => ({
      device: deviceName(user_agent),
      lastSeenAt: last_seen_at.toISOString(),
    })),
    links: links.map(({ purpose, created_at, expires_at }) => ({
      purpose,
      sentAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  };
}

/**
 * Whether the caller can enter the account by a password, Google, or a passkey that works at this portal. A company's
 * connection does not count.
 */
export async function hasWay(ctx: MemberContext, account: Account, party: RelyingParty | null): Promise<boolean> {
  if (account.password_hash !== null) return true;
  if ((await store.listIdentities(ctx.db, account.id)).length > 0) return true;
  return party !== null && hasPasskey(ctx, account.id, party.id);
}

type Here = { device: Device; portal: Portal; party: RelyingParty | null };
type Removal = Here & { id: number };

/**
 * Removes an identity of a sign-in provider from the caller's account. The account's sign-ins end, except for a new one
 * of this browser, because no row says which of them the identity opened.
 * @returns the secret of that sign-in
 * @throws accounts.sign-in-required, accounts.identity-not-found, accounts.password-first,
 * connections.company-required, accounts.wrong-credentials
 */
export async function removeIdentity(ctx: MemberContext, { id, device, portal, party }: Removal): Promise<string> {
  const account = await lockUser(ctx.db, ctx.actor.userId);
  if (!account) throw fail('accounts.sign-in-required');
  if (!(await store.deleteIdentity(ctx.db, account.id, id))) throw fail('accounts.identity-not-found');
  // The error undoes the removal.
  if (!(await hasWay(ctx, account, party))) throw fail('accounts.password-first');
  await recordForAdministrator(ctx, account, 'remove-identity');
  await closeLinks(ctx.db, account.id, 'second_step');
  return replaceSignIns(ctx, account, { device, portal });
}

/**
 * Removes the sign-in through a company's connection from the caller's account, and ends the account's sign-ins as
 * `removeIdentity` does. The person stays in the organisation.
 * @returns the secret of a new sign-in of this browser
 * @throws accounts.sign-in-required, connections.not-linked, connections.link-required, accounts.password-first,
 * connections.company-required, accounts.wrong-credentials
 */
export async function removeCompanySignIn(
  ctx: MemberContext,
  { connectionId, device, portal, party }: Here & { connectionId: string },
): Promise<string> {
  const account = await lockUser(ctx.db, ctx.actor.userId);
  if (!account) throw fail('accounts.sign-in-required');
  await removeLink(ctx, connectionId, account.email);
  // The error undoes the removal.
  const canEnter = (await hasWay(ctx, account, party)) || (await hasCompanyWay(ctx.db, account.id));
  if (!canEnter) throw fail('accounts.password-first');
  await recordForAdministrator(ctx, account, 'remove-identity');
  await endPendingSignIns(ctx.db, account.id);
  await closeLinks(ctx.db, account.id, 'second_step');
  return replaceSignIns(ctx, account, { device, portal });
}

/**
 * Forgets the other devices on which the caller's account was used; the next sign-in on each counts as one on a new
 * device.
 */
export async function forgetOwnDevices(ctx: MemberContext): Promise<void> {
  const account = await lockUser(ctx.db, ctx.actor.userId);
  await store.forgetOtherDevices(ctx.db, ctx.actor.userId, ctx.actor.signInId);
  if (account) await recordForAdministrator(ctx, account, 'forget-devices');
}

/** Ends every open link that was mailed to the caller, and the sign-ins through Google or a company that wait. */
export async function endOwnLinks(ctx: MemberContext): Promise<void> {
  await lockUser(ctx.db, ctx.actor.userId);
  for (const way of ['links', 'verification-links'] as const) await waysIn[way].end(ctx.db, ctx.actor.userId);
}
