import type { Context, MemberContext } from '#server/platform/context.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { findConnection } from './connection-store.ts';
import { deletePendingNamed } from './errand-store.ts';
import { openIdToken } from './key-actions.ts';
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

/**
 * Returns the provider's page that ends its own session too, for a sign-in through a connection; null without one. It
 * names the session by its identity token, which some providers require (SSO-12).
 */
export async function findProviderSignOut(
  ctx: MemberContext,
  { publicUrl, sealer }: { publicUrl: string; sealer: Sealer },
): Promise<string | null> {
  const { connectionId, signInId } = ctx.actor;
  const row = connectionId === null ? null : await findConnection(ctx.db, connectionId);
  const url = row?.end_session_address ? URL.parse(row.end_session_address) : null;
  if (!row || !url || !/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('client_id', row.client_id);
  url.searchParams.set('post_logout_redirect_uri', `${publicUrl}/auth`);
  // The hint names the person: it does not go out unencrypted, but to a provider that is unencrypted altogether.
  const isSafe = url.protocol === 'https:' || URL.parse(row.issuer)?.protocol === 'http:';
  const sealed = isSafe ? (await store.findWay(ctx.db, signInId))?.sealedIdToken : null;
  const idToken = sealed ? openIdToken(sealer, row.id, sealed) : null;
  if (idToken) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}
