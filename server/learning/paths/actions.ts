import { type PathContent, stepsOf } from '#contract/catalogue/paths.ts';
import type { NextStep, OwnPath, PathStepParams } from '#contract/learning/paths.ts';
import { listSummaries } from '#server/catalogue/catalogue/actions.ts';
import { getAccess, listOpen, requireAccess } from '#server/commerce/access/actions.ts';
import { recordStep } from '#server/learning/progress/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { nextOf, type PathFacts, progressOf } from './rules.ts';
import * as store from './store.ts';

/**
 * Returns a learning path with the caller's progress (PATH-02).
 * @throws catalogue.not-found, paths.not-found
 */
export async function getPath(ctx: MemberContext, resourceId: number): Promise<OwnPath> {
  await getAccess(ctx, resourceId);
  const [path] = await listProgress(ctx, [resourceId]);
  if (!path) throw fail('paths.not-found');
  return path;
}

/**
 * Records that the caller read the text of a step, which begins the path.
 * @throws catalogue.not-found, access.required, paths.not-found, paths.step-not-found, paths.step-locked
 */
export async function markTextRead(ctx: MemberContext, { id, stepId }: PathStepParams): Promise<OwnPath> {
  await requireAccess(ctx, id);
  const before = await getPath(ctx, id);
  const step = before.sections.flatMap(({ steps }) => steps).find((one) => one.id === stepId);
  if (step?.kind !== 'text') throw fail('paths.step-not-found');
  if (step.state === 'locked') throw fail('paths.step-locked');
  await recordStep(ctx, id, 'opened');
  await store.recordReading(ctx.db, { userId: ctx.actor.userId, resourceId: id, stepId });
  return getPath(ctx, id);
}

/** Returns the next step of each of these resources that is a path the caller began. */
export async function listNextSteps(ctx: MemberContext, ids: readonly number[]): Promise<Map<number, NextStep>> {
  if (ids.length === 0) return new Map();
  const paths = await listProgress(ctx, ids);
  return new Map(paths.filter(({ begunAt }) => begunAt !== null).map((path) => [path.resourceId, nextOf(path)]));
}

async function listProgress(ctx: MemberContext, ids: readonly number[]): Promise<OwnPath[]> {
  const { userId } = ctx.actor;
  const rows = await store.listPaths(ctx.db, userId, ids);
  const pathIds = rows.map(({ id }) => id);
  // Safe cast, because forms accept nothing else.
  const contents = new Map(rows.map(({ id, path }) => [id, path as PathContent]));
  const partIds = [...new Set([...contents.values()].flatMap(partIdsOf))];
  const listed = (await listSummaries(ctx, partIds)).filter(({ isPublished }) => isPublished);
  const cards = new Map(listed.map((card) => [card.id, card]));
  const facts = Map.groupBy(await store.listFacts(ctx.db, userId, pathIds), ({ path_id }) => path_id);
  const checks = new Map(
    (await store.listChecks(ctx.db, [...partIds, ...pathIds])).map(({ resource_id, questions, pass_mark }) => [
      resource_id,
      { questions, passMark: pass_mark },
    ]),
  );
  const open = await listOpen(ctx, [...partIds, ...pathIds]);
  return rows.flatMap((row): OwnPath[] => {
    const content = contents.get(row.id);
    if (!content) return [];
    const known: PathFacts = {
      resourceId: row.id,
      content,
      canOpen: open.has(row.id),
      begunAt: row.begun_at,
      finishedAt: row.finished_at,
      isRefreshDue: row.is_refresh_due,
      facts: new Map(
        (facts.get(row.id) ?? []).map(({ step_id, first_at, last_at }) => [
          step_id,
          { firstAt: first_at, lastAt: last_at },
        ]),
      ),
      cards,
      checks,
      open,
    };
    return [progressOf(known)];
  });
}

const partIdsOf = (content: PathContent) =>
  stepsOf(content).flatMap((step) => ('resourceId' in step ? [step.resourceId] : []));

/** Position of the job `sync-path`: it continues after the person `afterUserId`, which is absent at the beginning. */
export type SyncOn = { resourceId: number; afterUserId?: number };

const learnersAtOnce = 200;

/**
 * Recomputes the progress of the next people who began a path, after the path's steps changed.
 * @returns where to go on; null when no people are left
 */
export async function syncPart(ctx: Context, { resourceId, afterUserId = 0 }: SyncOn): Promise<SyncOn | null> {
  const userIds = await store.listLearners(ctx.db, resourceId, { afterUserId, limit: learnersAtOnce });
  const last = userIds.at(-1);
  if (last === undefined) return null;
  await store.syncLearners(ctx.db, resourceId, userIds);
  return { resourceId, afterUserId: last };
}
