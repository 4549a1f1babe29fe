import { type Claims, keepCustomer } from '#server/commerce/promotions/actions.ts';
import { lockForDeletion, removeAdministrator } from '#server/identity/accounts/user-actions.ts';
import { leaveForDeletion } from '#server/organisations/organisations/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, FlowContext, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueueRemoval, type Removal } from '#server/platform/files/removals.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { eraseUser, listForgotten } from './erasure-store.ts';

/**
 * Deletes a user's account for an administrator (ADM-USER-13).
 * @throws accounts.not-found, accounts.last-administrator, organisations.owner-account, privacy.own-account
 */
export async function deleteUser(ctx: MemberContext, claims: Claims, id: number): Promise<Removal> {
  if (id === ctx.actor.userId) throw fail('privacy.own-account');
  return erase(ctx, id, { claims });
}

/** Deletes the caller's own account (SET-15). @throws accounts.last-administrator, organisations.owner-account */
export function deleteOwn(ctx: MemberContext, claims: Claims): Promise<Removal> {
  return erase(ctx, ctx.actor.userId, { claims });
}

/**
 * Repeats, after a restore, the removals that the database does not contain (ACCT-07). In a database that was not
 * restored, no removal is missing.
 * @returns the number of repeated removals
 */
export async function reapplyRemovals(ctx: FlowContext, removals: readonly Removal[]): Promise<number> {
  const forgotten = removals.length === 0 ? [] : await listForgotten(ctx.db, removals);
  for (const { userId, change } of forgotten) {
    await ctx.transaction(async (inner) => {
      if (change === 'administrator-removed') return removeAdministrator(inner, userId);
      await erase(inner, userId, { mayBeLast: true });
    });
  }
  return forgotten.length;
}

/**
 * Erases an account in the database. Its subscriptions and payments at Stripe end after the commit, or by the job
 * reconcile-customers when Stripe does not respond.
 */
async function erase(ctx: Context, id: number, how: { claims: Claims } | { mayBeLast: true }): Promise<Removal> {
  const mayBeLast = 'mayBeLast' in how;
  const { email, role, emailVerified: isVerified } = await lockForDeletion(ctx, id, mayBeLast);
  // Runs before the erasure, because it needs the account's email address.
  if ('claims' in how) await keepCustomer(ctx, how.claims, { userId: id, cardPrints: [] });
  await leaveForDeletion(ctx, id, mayBeLast);
  // Written before the erasure, so that the erasure also blanks this entry.
  await audit(ctx, { action: 'delete', object: 'user', objectId: id, memberId: id, before: role });
  await eraseUser(ctx.db, id, { email, isVerified });
  // Archives of the member's own data are outside the database; the job finds the deleted account and removes them.
  await enqueue(ctx.db, 'remove-data-exports', {}, { key: 'remove-data-exports' });
  const removal: Removal = { userId: id, change: 'erased', at: ctx.now };
  await enqueueRemoval(ctx.db, removal);
  return removal;
}
