import type { MemberSummary } from '#contract/operations/overview.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { findSummary } from './store.ts';

/** How a member signs in, what they work on, and the tools that they opened (ADM-USER-18). @throws accounts.not-found */
export async function getMemberSummary(ctx: Context, userId: number): Promise<MemberSummary> {
  const row = await findSummary(ctx.db, userId);
  if (!row) throw fail('accounts.not-found');
  const { lastSeenAt, assessedAt, ...facts } = row;
  return {
    ...facts,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    assessedAt: assessedAt?.toISOString() ?? null,
  };
}
