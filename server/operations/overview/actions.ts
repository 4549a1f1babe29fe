import type { MemberSummary, UnderWay } from '#contract/operations/overview.ts';
import { listRunning } from '#server/catalogue/imports/actions.ts';
import { countWaiting } from '#server/operations/metrics/actions.ts';
import { listUnfinishedNews } from '#server/operations/notifications/news-actions.ts';
import { countRetrying } from '#server/operations/system/actions.ts';
import { listSending } from '#server/organisations/organisations/invitation-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';
import { findSummary } from './store.ts';

/** Returns a member's ways of signing in, role, goal and opened tools (ADM-USER-18). @throws accounts.not-found */
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

/** Counts the unfinished background work (ADM-33). */
export async function getUnderWay(ctx: Context, laneOf: LaneOf): Promise<UnderWay> {
  const [imports, news, invitations, waiting, retries] = await Promise.all([
    listRunning(ctx),
    listUnfinishedNews(ctx),
    listSending(ctx),
    countWaiting(ctx, laneOf),
    countRetrying(ctx),
  ]);
  return { imports, news, invitations, mailsWaiting: waiting.mails_waiting, retries };
}
