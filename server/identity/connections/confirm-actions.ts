import { getAccount } from '#server/identity/accounts/actions.ts';
import { renewSignIn } from '#server/identity/sign-in/session-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ConnectionRow } from './connection-actions.ts';
import { needsCode } from './entry-actions.ts';
import { findIdentity } from './identity-store.ts';
import { type Kept, sparesFactor } from './rules.ts';
import { rejectAdministrator } from './ways-actions.ts';

/**
 * Marks the caller's sign-in as fresh, because the same person has just signed in at the provider (SSO-11). A second
 * factor at the provider counts only in sessions through the same connection.
 * @returns the secret for the cookie
 * @throws connections.refused for another person, connections.administrator, accounts.second-factor-required,
 * accounts.sign-in-required
 */
export async function confirmByConnection(ctx: MemberContext, row: ConnectionRow, kept: Kept): Promise<string> {
  const { issuer, subject } = kept;
  const identity = await findIdentity(ctx.db, { connectionId: row.id, issuer, subject });
  if (identity?.user_id !== ctx.actor.userId) throw fail('connections.refused', { name: row.name });
  const account = await getAccount(ctx);
  rejectAdministrator(row, account);
  const isSpared = ctx.actor.connectionId === row.id && sparesFactor(kept, row);
  if (needsCode(account, isSpared)) throw fail('accounts.second-factor-required');
  return renewSignIn(ctx);
}
