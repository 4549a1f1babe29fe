import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { type ConnectionRow, findConnection } from './connection-store.ts';
import { findClosed, lockGuardedConnections } from './emergency-store.ts';
import { findRequired } from './enforcement-actions.ts';
import { consumePending, deletePendingSignIns, findPending } from './errand-store.ts';
import { deleteIdentities, hasOffered, unlinkAccount } from './identity-store.ts';

/** Removes every identity at a connection from an account. */
export function deleteConnectionIdentities(db: Db, userId: number): Promise<void> {
  return deleteIdentities(db, userId);
}

/**
 * Removes the link of the caller's account to a connection. A required one stays (SSO-10).
 * @throws connections.not-linked, connections.link-required
 */
export async function removeLink(ctx: MemberContext, connectionId: string, email: string): Promise<void> {
  const { userId } = ctx.actor;
  if ((await unlinkAccount(ctx.db, connectionId, userId)) === 0) throw fail('connections.not-linked');
  const required = await findRequired(ctx, email);
  // The error undoes the removal.
  if (required?.connectionId === connectionId) throw fail('connections.link-required', { name: required.name });
}

/** Whether a connection that is offered opens the account. */
export function hasCompanyWay(db: Db, userId: number): Promise<boolean> {
  return hasOffered(db, userId);
}

/** Ends every sign-in through a connection that waits for the account's person. */
export function endPendingSignIns(db: Db, userId: number): Promise<void> {
  return deletePendingSignIns(db, userId);
}

/**
 * Rejects a change by which the emergency owners of a required connection have lost their last protected way in; the
 * error rolls the change back (SSO-10).
 * The caller must have locked the account: accounts are locked before connections.
 * @throws connections.emergency-last
 */
export async function keepEmergencyWay(ctx: Context, userId: number, party: RelyingParty | null): Promise<void> {
  await lockGuardedConnections(ctx.db, userId);
  const closed = await findClosed(ctx.db, userId, party?.id ?? null);
  if (closed) throw fail('connections.emergency-last', { name: closed.name });
}

/**
 * Rejects an administrator's account at an organisation's connection, which may not open it (SSO-07).
 * @throws connections.administrator
 */
export function rejectAdministrator({ organisation_id }: ConnectionRow, { role }: Account): void {
  if (organisation_id !== null && role === 'administrator') throw fail('connections.administrator');
}

/**
 * Consumes a sign-in through a connection that waited for its code.
 * @throws connections.link-ended when it has expired or was ended, or its connection is no longer offered
 * @throws connections.administrator when an administrator's account would open through an organisation's connection
 */
export async function takeWay(ctx: Context, waitingSecret: string) {
  const tokenHash = hashSecret(waitingSecret);
  const pending = await consumePending(ctx.db, tokenHash);
  const row = pending && (await findConnection(ctx.db, pending.connection_id));
  if (!pending || !row || (row.state !== 'active' && row.state !== 'enforced')) throw fail('connections.link-ended');
  const account = await findAccount(ctx, pending.user_id);
  if (account) rejectAdministrator(row, account);
  return {
    connectionId: row.id,
    through: 'provider' as const,
    subject: pending.subject,
    providerSid: pending.provider_sid,
    sealedIdToken: pending.sealed_id_token,
    hours: row.session_hours,
  };
}

/** Returns the account of a sign-in through a connection that still needs its code; null without one. */
export async function findCodeAccount(ctx: Context, waitingSecret: string): Promise<number | null> {
  const pending = await findPending(ctx.db, hashSecret(waitingSecret));
  return pending?.kind === 'code' ? pending.user_id : null;
}
