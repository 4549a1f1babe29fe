import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { tellOwners } from './actions.ts';
import { type ConnectionRow, note } from './connection-actions.ts';
import * as store from './connection-store.ts';
import { replaceOwners } from './emergency-store.ts';
import { revokeOtherWays } from './session-store.ts';

/**
 * Requires a connection for everyone with an address in its domains, and ends their other sign-ins (SSO-10). For a
 * required one, only replaces the emergency owners. The caller must have locked the connection.
 * @param emergencyOwnerIds owners who can still sign in another way
 * @throws connections.not-active, connections.domain-first, connections.enforce-through
 */
export async function enforce(
  ctx: MemberContext,
  row: ConnectionRow,
  emergencyOwnerIds: readonly number[],
): Promise<void> {
  if (row.state !== 'active' && row.state !== 'enforced') throw fail('connections.not-active');
  if ((await store.listDomainsOf(ctx.db, row.id)).length === 0) throw fail('connections.domain-first');
  if (ctx.actor.connectionId !== row.id) throw fail('connections.enforce-through');
  await replaceOwners(ctx.db, row.id, emergencyOwnerIds);
  if (row.state === 'active') {
    const since = { enforced_at: ctx.now, enforced_by: ctx.actor.userId };
    await store.updateConnection(ctx.db, row.id, { state: 'enforced', ...since });
    await revokeOtherWays(ctx.db, row.id);
  }
  await note(ctx, row, 'enforce', { after: { emergencyOwnerIds } });
}

/**
 * Ends the other sign-ins of people in the domains of a required connection, after its domains were changed; does
 * nothing for a connection that is not required.
 */
export async function endOtherWays(ctx: Context, row: ConnectionRow): Promise<void> {
  if (row.state === 'enforced') await revokeOtherWays(ctx.db, row.id);
}

/** Why a required connection becomes optional: the proof of a domain failed, its last domain was removed, or moved. */
type Loss = 'domain-lost' | 'domain-removed' | 'domain-moved';

/**
 * Makes a required connection optional, because it has lost its last domain or the proof of one, and mails the owners.
 */
export async function endEnforcing(ctx: Context, connectionId: string, loss: Loss): Promise<void> {
  const row = await store.lockConnection(ctx.db, connectionId);
  if (row?.state !== 'enforced') return;
  if (loss !== 'domain-lost' && (await store.listDomainsOf(ctx.db, connectionId)).length > 0) return;
  await store.updateConnection(ctx.db, connectionId, { state: 'active', enforced_at: null, enforced_by: null });
  await note(ctx, row, 'end-enforcing');
  await tellOwners(ctx, row, loss === 'domain-moved' ? 'allowed' : loss, ctx.actor?.userId ?? null);
}
