import { lockForDeletion } from '#server/features/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { eraseUser } from './erasure-store.ts';

/**
 * Deletes a user's account for an administrator (ADM-USER-13).
 * @throws accounts.not-found, accounts.last-administrator, privacy.own-account
 */
export async function deleteUser(ctx: MemberContext, id: number): Promise<void> {
  if (id === ctx.actor.userId) throw fail('privacy.own-account');
  await erase(ctx, id);
}

/** Deletes the caller's own account (SET-15). @throws accounts.last-administrator */
export async function deleteOwn(ctx: MemberContext): Promise<void> {
  await erase(ctx, ctx.actor.userId);
}

/** What runs at the payment provider ends by a job, so that it ends also when the provider does not answer now. */
async function erase(ctx: Context, id: number): Promise<void> {
  const { email, role } = await lockForDeletion(ctx, id);
  await enqueue(ctx.db, 'end-member-subscriptions', { userId: id }, { key: `end-subscriptions:${id}` });
  // A checkout that is under way in another tab may still become a subscription.
  const later = new Date(ctx.now.getTime() + afterCheckoutsMs);
  const again = { key: `end-subscriptions-again:${id}`, runAt: later };
  await enqueue(ctx.db, 'end-member-subscriptions', { userId: id }, again);
  // Before the erasure, which reaches this line as well.
  await audit(ctx, { action: 'delete', object: 'user', objectId: id, memberId: id, before: role });
  await eraseUser(ctx.db, id, email);
  // Archives of the member's own data lie outside the database; the job asks who is gone and removes them.
  await enqueue(ctx.db, 'remove-data-exports', {}, { key: 'remove-data-exports' });
}

const afterCheckoutsMs = 30 * 60_000;
