import type { Assistant } from '#contract/identity/assistants.ts';
import type { AssistantClient } from '#contract/identity/assistants-admin.ts';
import type { Scope } from '#contract/scopes.ts';
import { actingFor, type KeyDeps } from '#server/identity/api-keys/actions.ts';
import { scopesIn } from '#server/identity/api-keys/rules.ts';
import { audit, auditAll } from '#server/platform/audit.ts';
import type { Actor, Context, MemberContext } from '#server/platform/context.ts';
import { type Db, isOutOfRoom } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { shownNetwork } from '#server/platform/http/limits.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { isWellFormedToken } from '#server/platform/security/tokens.ts';
import * as store from './store.ts';

/** Returns the URL of the resource to which the tokens of assistants are bound (RFC 8707). */
export const resourceOf = (publicUrl: string) => `${publicUrl}/mcp`;

export async function listAssistants(ctx: MemberContext): Promise<Assistant[]> {
  const rows = await store.listAssistants(ctx.db, ctx.actor.userId);
  return rows.map((row) => ({
    ...clientOf(row),
    scopes: scopesIn(row.scopes),
    connectedAt: row.connected_at.toISOString(),
    lastUse:
      row.last_used_on && row.last_used_network ? { on: row.last_used_on, network: row.last_used_network } : null,
  }));
}

export async function listClients(ctx: Context): Promise<AssistantClient[]> {
  const rows = await store.listConnectedClients(ctx.db);
  return rows.map((row) => ({
    ...clientOf(row),
    scopes: scopesIn(row.scopes),
    members: row.members,
    lastUsedOn: row.last_used_on,
  }));
}

/**
 * Shows a client by the name that it gave itself and the host of its document, which proves the name; the host is null
 * when the client has no document.
 */
export function clientOf({ id, name, client_id, read_at }: store.ClientRow): Pick<Assistant, 'id' | 'name' | 'host'> {
  return { id, name, host: read_at === null ? null : new URL(client_id).host };
}

/** Ends what the caller allowed a client; its next call is refused. @throws assistants.not-found */
export async function disconnect(ctx: MemberContext, clientId: number): Promise<void> {
  const { userId } = ctx.actor;
  if (!(await store.deleteGrants(ctx.db, { userId, clientId }))) throw fail('assistants.not-found');
  await audit(ctx, { action: 'disconnect', object: 'assistant', objectId: clientId, memberId: userId });
}

/** Ends what all members allowed a client. @returns the number of members; @throws assistants.not-found */
export async function disconnectForAll(ctx: MemberContext, clientId: number): Promise<number> {
  const members = await store.deleteGrantsOfClient(ctx.db, clientId);
  if (members.length === 0) throw fail('assistants.not-found');
  await audit(ctx, {
    action: 'disconnect-for-all',
    object: 'assistant',
    objectId: clientId,
    before: { members: members.length },
  });
  return members.length;
}

/**
 * Ends the assistants of an account whose owner regains control, without entries in the audit log.
 * @returns ids of the clients
 */
export function endAssistantsOfAccount(db: Db, userId: number): Promise<number[]> {
  return store.deleteGrantsOfAccount(db, userId);
}

/** Ends a member's assistants when a company's directory ends the access (SCIM-03), or at "Sign out everywhere". */
export async function endAssistants(ctx: Context, userId: number): Promise<void> {
  for (const id of await store.deleteGrantsOfAccount(ctx.db, userId)) {
    await audit(ctx, { action: 'end', object: 'assistant', objectId: id, memberId: userId });
  }
}

/** Deletes expired tokens, assistants without a current refresh token, and clients that were not used for 30 days. */
export async function forgetEndedAssistants(ctx: Context): Promise<void> {
  const ended = await store.deleteEnded(ctx.db);
  for (let start = 0; start < ended.length; start += 200) {
    const entries = ended
      .slice(start, start + 200)
      .map(
        ({ client_id, user_id }) =>
          ({ action: 'end', object: 'assistant', objectId: client_id, memberId: user_id }) as const,
      );
    await auditAll(ctx, entries);
  }
}

/** The account and the rights of a call by an assistant. */
export type AssistantCaller = {
  actor: Actor;
  grantId: string;
  scopes: readonly Scope[];
  /** Name that the client gave itself. */
  clientName: string;
};

/**
 * Finds the caller of an assistant's token and records the day; null for a token that does not work. Tokens are valid
 * at /mcp only. Token, account and company rule are read on each call, so that their end takes effect at once on every
 * node.
 */
export async function findAssistantToken(
  db: Db,
  { token, ip, publicUrl }: { token: string; ip: string; publicUrl: string },
  withRule: KeyDeps['withRule'],
): Promise<AssistantCaller | null> {
  if (!isWellFormedToken(token, ['a'])) return null;
  const network = shownNetwork(ip);
  const found = await store.findAccess(db, hashSecret(token), { resource: resourceOf(publicUrl), network });
  if (!found) return null;
  const acting = { userId: found.user_id, connectionId: found.connection_id, scopes: found.scopes };
  const actor = await actingFor(db, acting, withRule);
  if (!actor) return null;
  if (!found.is_noted) await recordUse(db, found.grant_id, network);
  return { actor, grantId: found.grant_id, scopes: scopesIn(found.scopes), clientName: found.name };
}

/** Ignores that the database has no room, so that assistants can still read; the recorded day is then not exact. */
async function recordUse(db: Db, grantId: string, network: string): Promise<void> {
  await store.updateLastUse(db, grantId, network).catch((error: unknown) => {
    if (!isOutOfRoom(error)) throw error;
  });
}
