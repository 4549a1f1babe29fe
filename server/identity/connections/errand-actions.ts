import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Handshake, handshakeOf, newState } from '#server/platform/security/openid.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { type ConnectionRow, getConnection } from './connection-actions.ts';
import { shareConnection } from './connection-store.ts';
import * as store from './errand-store.ts';

type Beginning = {
  connectionId: string;
  browserSecret: string;
  purpose: store.Errand['purpose'];
  returnTo: string;
  userId: number | null;
};

/** Longest path that a sign-in remembers. */
const longestPath = 2_000;

/** Records that a browser goes to a provider. @returns the secrets of this sign-in */
export async function beginErrand(ctx: Context, { browserSecret, returnTo, ...errand }: Beginning): Promise<Handshake> {
  const state = newState();
  await store.insertErrand(ctx.db, {
    ...errand,
    returnTo: returnTo.length > longestPath ? '/' : returnTo,
    stateHash: hashSecret(state),
    browserHash: hashSecret(browserSecret),
  });
  return handshakeOf(browserSecret, state);
}

type ProviderReturn = { connectionId: string; browserSecret: string | null; search: string };

/** Consumes the errand of a provider's response. @throws connections.not-found, connections.refused */
export async function consumeErrand(
  ctx: Context,
  { connectionId, browserSecret, search }: ProviderReturn,
): Promise<{ errand: store.Errand; handshake: Handshake; row: ConnectionRow }> {
  const row = await getConnection(ctx, connectionId);
  const state = new URLSearchParams(search).get('state');
  const errand =
    browserSecret !== null && state !== null
      ? await store.consumeErrand(ctx.db, {
          connectionId,
          stateHash: hashSecret(state),
          browserHash: hashSecret(browserSecret),
        })
      : null;
  if (!errand || browserSecret === null || state === null) throw fail('connections.refused', { name: row.name });
  return { errand, handshake: handshakeOf(browserSecret, state), row };
}

/** Whether people may sign in through a connection. */
export const isOffered = ({ state }: Pick<ConnectionRow, 'state'>): boolean =>
  state === 'active' || state === 'enforced';

/**
 * Returns an offered connection and locks it against changes until the transaction ends, because it may have changed
 * while the provider responded.
 * @throws connections.not-found
 */
export async function lockOffered(ctx: Context, id: string): Promise<ConnectionRow> {
  const row = await shareConnection(ctx.db, id);
  if (!row || !isOffered(row)) throw fail('connections.not-found');
  return row;
}

/** Deletes errands, waiting sign-ins, logout tokens and codes that have ended. */
export function forgetOld(ctx: Context): Promise<void> {
  return store.deleteOld(ctx.db);
}
