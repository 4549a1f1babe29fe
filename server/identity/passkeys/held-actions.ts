import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/db.ts';
import * as store from './store.ts';

// Separate from `actions.ts`, which imports the sign-in actions that need these functions.

/** Whether an account can be entered by a passkey at this host. */
export async function hasPasskey(ctx: Pick<Context, 'db'>, userId: number, host: string): Promise<boolean> {
  return (await store.countPasskeysAt(ctx.db, userId, host)) > 0;
}

/** Lists the passkeys of an account, the oldest first. */
export const listPasskeys = store.listPasskeys;

export function endPasskeys(db: Db, userId: number): Promise<void> {
  return store.deletePasskeys(db, userId);
}

/** Counts the passkeys that a portal at this host cannot use, and their members. */
export const countPasskeysElsewhere = store.countPasskeysElsewhere;
