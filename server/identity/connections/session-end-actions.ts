import type { Context } from '#server/platform/context.ts';
import { findConnection } from './connection-store.ts';
import { deletePendingNamed } from './errand-store.ts';
import * as store from './session-store.ts';

type Named = { connectionId: string; subject: string | null; providerSid: string | null; tokenIdHash: Buffer };

/** Ends the sign-ins that a provider names, pending ones too. @returns false when its token was used before */
export async function endNamed(ctx: Context, { tokenIdHash, ...named }: Named): Promise<boolean> {
  if (!(await store.insertLogout(ctx.db, named.connectionId, tokenIdHash))) return false;
  // First, because a sign-in that is being completed holds its row until it is done.
  await deletePendingNamed(ctx.db, named);
  await store.revokeNamed(ctx.db, named);
  return true;
}

/** Returns the provider's page that ends its own session too, for a sign-in through a connection; null without one. */
export async function findProviderSignOut(
  ctx: Context,
  { connectionId, publicUrl }: { connectionId: string | null; publicUrl: string },
): Promise<string | null> {
  const row = connectionId === null ? null : await findConnection(ctx.db, connectionId);
  const url = row?.end_session_address ? URL.parse(row.end_session_address) : null;
  if (!row || !url || !/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('client_id', row.client_id);
  url.searchParams.set('post_logout_redirect_uri', `${publicUrl}/auth`);
  return url.href;
}
