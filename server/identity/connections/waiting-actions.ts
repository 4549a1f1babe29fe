import { type Account, findAccount } from '#server/identity/accounts/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { type ConnectionRow, getConnection } from './connection-actions.ts';
import { isOffered } from './errand-actions.ts';
import * as store from './errand-store.ts';

export type Waiting = { pending: store.Pending; row: ConnectionRow; account: Account };

/**
 * Returns the sign-in that waits in a browser for a link to an account or a switch of accounts.
 * @throws connections.link-ended
 */
export async function getWaiting(ctx: Context, secret: string | null, kind?: 'link' | 'switch'): Promise<Waiting> {
  const pending = secret === null ? null : await store.findPending(ctx.db, hashSecret(secret));
  if (!pending || pending.kind === 'code' || (kind && pending.kind !== kind)) throw fail('connections.link-ended');
  return known(ctx, pending);
}

async function known(ctx: Context, pending: store.Pending): Promise<Waiting> {
  const row = await getConnection(ctx, pending.connection_id).catch(() => null);
  const account = await findAccount(ctx, pending.user_id);
  if (!row || !account || !isOffered(row)) throw fail('connections.link-ended');
  return { pending, row, account };
}

/** Consumes a pending sign-in; of concurrent calls exactly one gets it. @throws connections.link-ended */
export async function consumeWaiting(ctx: Context, secret: string | null, kind: 'link' | 'switch'): Promise<Waiting> {
  const pending = secret === null ? null : await store.consumePending(ctx.db, hashSecret(secret));
  if (pending?.kind !== kind) throw fail('connections.link-ended');
  return known(ctx, pending);
}

/** Makes the code of the second factor the next step of a pending sign-in. */
export function waitForCode(ctx: Context, secret: string): Promise<void> {
  return store.updateKind(ctx.db, hashSecret(secret), 'code');
}

export async function giveUp(ctx: Context, secret: string | null): Promise<void> {
  if (secret !== null) await store.consumePending(ctx.db, hashSecret(secret));
}

/** Stores the hash of a mailed link's secret with the pending sign-in; an earlier link ends. */
export function recordMailedLink(ctx: Context, secret: string, mailSecret: string): Promise<void> {
  return store.updateMailHash(ctx.db, hashSecret(secret), hashSecret(mailSecret));
}

/**
 * Checks that a mailed link belongs to the sign-in of this browser.
 * @throws connections.link-other-browser, connections.link-ended
 */
export async function requireMailed(ctx: Context, secret: string | null, mailSecret: string): Promise<Waiting> {
  const mailHash = hashSecret(mailSecret);
  const pending = secret === null ? null : await store.findPending(ctx.db, hashSecret(secret));
  if (pending?.kind === 'link' && pending.mail_hash?.equals(mailHash)) return known(ctx, pending);
  throw fail((await store.isMailOpen(ctx.db, mailHash)) ? 'connections.link-other-browser' : 'connections.link-ended');
}
