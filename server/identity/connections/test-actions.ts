import type { ConnectionTest } from '#contract/identity/connections.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type ConnectionRow, getConnection } from './connection-actions.ts';
import { updateConnection } from './connection-store.ts';
import { upsertTest } from './errand-store.ts';

type Result = Pick<ConnectionTest, 'claims' | 'outcome' | 'findings'>;

/**
 * Stores the last test of a connection. A draft becomes tested if the test succeeded and issuer and client are still
 * the same.
 */
export async function recordTest(
  ctx: MemberContext,
  { id, issuer, client_id }: ConnectionRow,
  { works, result }: { works: boolean; result: Result },
): Promise<void> {
  await upsertTest(ctx.db, { connectionId: id, userId: ctx.actor.userId, works, result });
  const present = await getConnection(ctx, id);
  const isSame = present.issuer === issuer && present.client_id === client_id;
  if (works && isSame && present.state === 'draft') await updateConnection(ctx.db, id, { state: 'tested' });
}
