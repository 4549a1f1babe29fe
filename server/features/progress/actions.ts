import type { OwnProgress, ProgressQuery, ProgressSession, StartSession } from '#contract/progress.ts';
import { requireAccess } from '#server/features/access/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { percentOf, type Step } from './rules.ts';
import * as store from './store.ts';

/** How many sessions are answered when no page is asked for. */
const longestList = 1000;

/** The caller's own sessions, last used first, and how many there are (TOOL-18). */
export async function listSessions(
  ctx: MemberContext,
  { page, pageSize }: ProgressQuery,
): Promise<{ sessions: ProgressSession[]; total: number }> {
  const { userId } = ctx.actor;
  const limit = page || pageSize ? (pageSize ?? 20) : longestList;
  const rows = await store.listSessions(ctx.db, userId, { limit, offset: ((page ?? 1) - 1) * limit });
  return { sessions: rows.map(showSession), total: await store.countSessions(ctx.db, userId) };
}

/** Records that the caller opened a resource (API-16). @throws access.required without access to it */
export async function startSession(
  ctx: MemberContext,
  { resourceId, sessionData }: StartSession,
): Promise<ProgressSession> {
  await requireAccess(ctx, resourceId);
  const startedAt = new Date(sessionData.startTime);
  return showSession(await store.recordOpening(ctx.db, { userId: ctx.actor.userId, resourceId, startedAt }));
}

/** Where a member stopped: the passage or page (from 0), or the second of the video. */
type Place = { place?: number; videoSecond?: number };

/** Records what the caller did with a resource, and where it goes on; the access has been checked by then. */
export async function recordStep(
  ctx: MemberContext,
  { resourceId, step, ...place }: { resourceId: number; step: Step } & Place,
): Promise<OwnProgress> {
  const { userId } = ctx.actor;
  return showProgress(await store.recordStep(ctx.db, { userId, resourceId, percent: percentOf(step), ...place }));
}

/** The caller calls a resource finished, or takes that back; the access has been checked by then. */
export async function markFinished(
  ctx: MemberContext,
  { resourceId, isFinished }: { resourceId: number; isFinished: boolean },
): Promise<OwnProgress> {
  return showProgress(await store.updateFinished(ctx.db, { userId: ctx.actor.userId, resourceId, isFinished }));
}

/** The caller's progress with one resource; null before the first time. */
export async function findProgress(ctx: MemberContext, resourceId: number): Promise<OwnProgress | null> {
  const row = await store.findSession(ctx.db, { userId: ctx.actor.userId, resourceId });
  return row && showProgress(row);
}

/** Whose session of which resource, with which tool; the caller has checked that it may. */
export type ToolUse = { userId: number; resourceId: number; productId: number };

/** What a tool saved, and how much is done; what another product saved is none of its business. */
export type SavedSession = { sessionData: Record<string, unknown> | null; completionPercentage: number };

export async function findSaved(ctx: Context, { productId, ...owner }: ToolUse): Promise<SavedSession> {
  const row = await store.findSession(ctx.db, owner);
  if (row?.saved_by_product_id !== productId) return { sessionData: null, completionPercentage: 0 };
  return { sessionData: row.session_data, completionPercentage: row.completion_percentage };
}

type Saving = ToolUse & { sessionData: object; completionPercentage?: number };

/** Keeps a tool's session. @returns how much is done now, in whole percent */
export async function saveSession(ctx: Context, { completionPercentage, ...saving }: Saving): Promise<number> {
  const row = await store.saveSession(ctx.db, { ...saving, completionPercentage: completionPercentage ?? null });
  return row.completion_percentage;
}

function showSession(row: store.SessionRow): ProgressSession {
  return {
    id: row.id,
    resourceId: row.resource_id,
    sessionData: { startTime: row.started_at.toISOString() },
    completionPercentage: shownPercent(row),
    lastAccessed: row.last_accessed_at.toISOString(),
  };
}

function showProgress(row: store.SessionRow): OwnProgress {
  return {
    completionPercentage: shownPercent(row),
    isFinished: row.finished_at !== null,
    lastAccessed: row.last_accessed_at.toISOString(),
    place: row.place,
    videoSecond: row.video_second,
  };
}

/** What a member has called finished is 100 %, however far the portal saw it come. */
const shownPercent = (row: store.SessionRow) => (row.finished_at === null ? row.completion_percentage : 100);
