import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { RelyingParty } from '#server/platform/security/relying-party.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { findConnection } from './connection-store.ts';
import { findClosed } from './emergency-store.ts';
import { consumePending, deletePendingSignIns, findPending } from './errand-store.ts';
import { deleteIdentities } from './identity-store.ts';

/** Removes every identity of a company's connection from an account. */
export function deleteConnectionIdentities(db: Db, userId: number): Promise<void> {
  return deleteIdentities(db, userId);
}

/** Ends every sign-in through a connection that waits for the account's person. */
export function endPendingSignIns(db: Db, userId: number): Promise<void> {
  return deletePendingSignIns(db, userId);
}

/**
 * Refuses that a person has given up the way in of the last emergency owner of a required connection (SSO-10). The error
 * undoes it.
 * @throws connections.emergency-last
 */
export async function keepEmergencyWay(ctx: Context, userId: number, party: RelyingParty | null): Promise<void> {
  const closed = await findClosed(ctx.db, userId, party?.id ?? null);
  if (closed) throw fail('connections.emergency-last', { name: closed.name });
}

/**
 * Uses up a sign-in through a connection that waited for its code.
 * @throws connections.link-ended when the connection or the membership has ended since
 */
export async function takeWay(ctx: Context, waitingSecret: string) {
  const tokenHash = hashSecret(waitingSecret);
  const pending = await consumePending(ctx.db, tokenHash);
  const row = pending && (await findConnection(ctx.db, pending.connection_id));
  if (!pending || !row || (row.state !== 'active' && row.state !== 'enforced')) throw fail('connections.link-ended');
  return {
    connectionId: row.id,
    through: 'provider' as const,
    subject: pending.subject,
    providerSid: pending.provider_sid,
    hours: row.session_hours,
  };
}

/** Returns the account of a sign-in through a connection that still needs its code; null without one. */
export async function findCodeAccount(ctx: Context, waitingSecret: string): Promise<number | null> {
  const pending = await findPending(ctx.db, hashSecret(waitingSecret));
  return pending?.kind === 'code' ? pending.user_id : null;
}
