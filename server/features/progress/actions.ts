import type { ProgressQuery, ProgressSession, StartSession } from '#contract/progress.ts';
import { requireAccess } from '#server/features/access/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
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
  return showSession(await recordOpening(ctx, resourceId, new Date(sessionData.startTime)));
}

/** The same for callers who have checked the access: an opening at this moment unless told otherwise. */
export function recordOpening(ctx: MemberContext, resourceId: number, startedAt = ctx.now): Promise<store.SessionRow> {
  return store.recordOpening(ctx.db, { userId: ctx.actor.userId, resourceId, startedAt });
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
    completionPercentage: row.completion_percentage,
    lastAccessed: row.last_accessed_at.toISOString(),
  };
}
