import type {
  MarkFinished,
  OwnProgress,
  ProgressSession,
  ReadingPosition,
  StartSession,
} from '#contract/learning/progress.ts';
import type { PageQuery } from '#contract/text.ts';
import { getAccess, requireAccess } from '#server/commerce/access/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import {
  clampReadingPosition,
  hasReadingPositions,
  mostUnfinished,
  percentAfter,
  type Step,
  shownPercent,
} from './rules.ts';
import * as store from './store.ts';

/** Maximum number of sessions when the query names neither page nor page size. */
const longestList = 1000;

/** Lists the caller's sessions, last used first, with their total number (TOOL-18). */
export async function listSessions(
  ctx: MemberContext,
  { page, pageSize }: PageQuery,
): Promise<{ sessions: ProgressSession[]; total: number }> {
  const { userId } = ctx.actor;
  const limit = page || pageSize ? (pageSize ?? 20) : longestList;
  const rows = await store.listSessions(ctx.db, userId, { limit, offset: ((page ?? 1) - 1) * limit });
  return { sessions: rows.map(showSession), total: await store.countSessions(ctx.db, userId) };
}

/** Records that the caller opened a resource (API-16). @throws catalogue.not-found, access.required */
export async function startSession(
  ctx: MemberContext,
  { resourceId, sessionData }: StartSession,
): Promise<ProgressSession> {
  await requireAccess(ctx, resourceId);
  const startedAt = new Date(sessionData.startTime);
  return showSession(await store.recordOpening(ctx.db, { userId: ctx.actor.userId, resourceId, startedAt }));
}

/**
 * Records what the caller did with a resource, the reading position, and a completion when the step reaches 100 %,
 * except of learning paths and resources with a check. The calling code must have checked the access.
 */
export async function recordStep(ctx: MemberContext, resourceId: number, step: Step): Promise<void> {
  // Safe for two concurrent steps, because the statement keeps the larger of the stored percentage and this step's.
  const atLeastPercent = percentAfter(null, step);
  const readingPosition = typeof step === 'string' ? null : clampReadingPosition(step.readingPosition);
  const owner = { userId: ctx.actor.userId, resourceId };
  await store.recordStep(ctx.db, { ...owner, atLeastPercent, readingPosition });
  if (atLeastPercent === 100) await store.recordCompletion(ctx.db, owner);
}

/**
 * Saves the caller's reading position in a resource and updates the progress.
 * @throws catalogue.not-found, access.required; progress.no-reading-position when the resource has no content of that
 * unit
 */
export async function saveReadingPosition(
  ctx: MemberContext,
  resourceId: number,
  readingPosition: ReadingPosition,
): Promise<OwnProgress | null> {
  await requireAccess(ctx, resourceId);
  const contents = await store.getContents(ctx.db, resourceId);
  if (!hasReadingPositions(contents, readingPosition.unit)) throw fail('progress.no-reading-position');
  await recordStep(ctx, resourceId, { readingPosition, contents });
  return findOwnProgress(ctx, resourceId);
}

/** Returns the caller's progress with a resource; null before the first use. @throws catalogue.not-found */
export async function findProgress(ctx: MemberContext, resourceId: number): Promise<OwnProgress | null> {
  await getAccess(ctx, resourceId);
  return findOwnProgress(ctx, resourceId);
}

async function findOwnProgress(ctx: MemberContext, resourceId: number): Promise<OwnProgress | null> {
  const row = await store.findSession(ctx.db, { userId: ctx.actor.userId, resourceId });
  return row && showProgress(ctx, row);
}

export function hasOpened(ctx: MemberContext): Promise<boolean> {
  return store.hasSession(ctx.db, ctx.actor.userId);
}

/**
 * Marks a resource as finished or not finished for the caller.
 * @throws catalogue.not-found, access.required; progress.path for a learning path, which its steps finish (PATH-02)
 */
export async function markFinished(
  ctx: MemberContext,
  resourceId: number,
  { isFinished }: MarkFinished,
): Promise<OwnProgress> {
  await requireAccess(ctx, resourceId);
  if ((await store.getContents(ctx.db, resourceId)).type === 'path') throw fail('progress.path');
  return showProgress(
    ctx,
    await store.updateFinished(ctx.db, { userId: ctx.actor.userId, resourceId, isFinished, mostUnfinished }),
  );
}

/** A member's use of a resource with a tool. The caller must have checked the access. */
export type ToolUse = { userId: number; resourceId: number; productId: number };

/** A tool's saved session and percentage; null and 0 when there is none, or another product saved it. */
export type SavedSession = { sessionData: Record<string, unknown> | null; completionPercentage: number };

export async function findSaved(ctx: Context, { productId, ...owner }: ToolUse): Promise<SavedSession> {
  const row = await store.findSession(ctx.db, owner);
  if (row?.saved_by_product_id !== productId) return { sessionData: null, completionPercentage: 0 };
  return { sessionData: row.session_data, completionPercentage: row.completion_percentage };
}

type Saving = ToolUse & { sessionData: object; completionPercentage?: number };

/** Saves a tool's session, and records a completion when the tool reports 100 %. @returns the percentage done now */
export async function saveSession(ctx: Context, { completionPercentage, ...saving }: Saving): Promise<number> {
  const row = await store.saveSession(ctx.db, { ...saving, completionPercentage: completionPercentage ?? null });
  if (completionPercentage === 100) await store.recordCompletion(ctx.db, saving);
  return row.completion_percentage;
}

function showSession(row: store.SessionRow): ProgressSession {
  return {
    id: row.id,
    resourceId: row.resource_id,
    sessionData: { startTime: row.started_at.toISOString() },
    completionPercentage: percentOf(row),
    lastAccessed: row.last_accessed_at.toISOString(),
  };
}

async function showProgress(ctx: MemberContext, row: store.SessionRow): Promise<OwnProgress> {
  const completionPercentage = percentOf(row);
  const check = (await store.findCheckMark(ctx.db, { userId: row.user_id, resourceId: row.resource_id })) ?? undefined;
  return {
    completionPercentage,
    isFinished: check ? check === 'completed' : completionPercentage === 100,
    check,
    lastAccessed: row.last_accessed_at.toISOString(),
    readingPositions: await store.listReadingPositions(ctx.db, row.id),
  };
}

const percentOf = ({ completion_percentage, finished_at }: store.SessionRow) =>
  shownPercent({ completionPercentage: completion_percentage, isFinished: finished_at !== null });
