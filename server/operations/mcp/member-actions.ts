import { dataNotice } from '#contract/operations/mcp.ts';
import type { ToolInput, ToolOutput } from '#contract/operations/mcp-tools.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import { getOwnAssessment, type HelpfulResources, tickAction } from '#server/learning/assessment/actions.ts';
import { getResult } from '#server/learning/assessment/result-actions.ts';
import { hasCheck } from '#server/learning/checks/actions.ts';
import { listOwnAssignments } from '#server/learning/learning/list-actions.ts';
import { listLibrary } from '#server/learning/library/shelf-actions.ts';
import * as progress from '#server/learning/progress/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type CatalogueDeps, nameSources } from './catalogue-actions.ts';
import { lineWithin, pageOf, pageSize, rooms } from './rules.ts';

export type MemberDeps = CatalogueDeps & { contents: Contents; help: HelpfulResources };

export async function showLibrary(
  ctx: MemberContext,
  { shelf, cursor }: ToolInput<'list_library'>,
  deps: MemberDeps,
): Promise<ToolOutput<'list_library'>> {
  const page = Number(cursor ?? 0) / pageSize + 1;
  if (!Number.isInteger(page)) throw fail('request.invalid');
  const { entries, total } = await listLibrary(ctx, { shelf, page, pageSize });
  const cite = await nameSources(
    ctx,
    entries.map(({ resource }) => resource.id),
    deps,
  );
  return {
    notice: dataNotice,
    entries: entries.map(({ resource: { id, title, type }, progress: used }) => ({
      ...{ id, type },
      title: lineWithin(title, rooms.title),
      percent: used?.completionPercentage ?? null,
      lastUsedAt: used?.lastAccessed ?? null,
      citation: cite(id),
    })),
    total,
    nextCursor: pageOf(cursor, total).nextCursor,
  };
}

/** Maximum number of resources that an answer names for an action. */
const mostHelpful = 2;

const citePlan = ({ publicUrl }: MemberDeps) => ({
  title: 'My plan',
  version: null,
  page: null,
  url: `${publicUrl}/my-plan`,
});

/** Shows the actions of the latest attempt, without their owners, who are other people (MCP-05). */
export async function showPlan(
  ctx: MemberContext,
  { cursor }: ToolInput<'get_plan'>,
  deps: MemberDeps,
): Promise<ToolOutput<'get_plan'>> {
  const { contents, help } = deps;
  const { latest } = await getOwnAssessment(ctx, contents);
  if (!latest) throw fail('mcp.no-plan');
  const { actions } = await getResult(ctx, latest.id, { contents, help });
  const { offset, nextCursor } = pageOf(cursor, actions.length);
  const shown = actions.slice(offset, offset + pageSize);
  const sources = shown.flatMap(({ resources }) => resources.slice(0, mostHelpful).map(({ id }) => id));
  const cite = await nameSources(ctx, sources, deps);
  return {
    notice: dataNotice,
    attemptId: latest.id,
    assessedAt: latest.createdAt,
    percent: latest.percent,
    band: latest.bandName,
    actions: shown.map(({ id, text, entry, resources }) => ({
      actionId: id,
      text: lineWithin(text, rooms.title),
      isInPlan: entry !== null,
      dueOn: entry?.dueOn ?? null,
      doneAt: entry?.doneAt ?? null,
      resources: resources.slice(0, mostHelpful).map((resource) => ({
        id: resource.id,
        title: lineWithin(resource.title, rooms.title),
        citation: cite(resource.id),
      })),
    })),
    total: actions.length,
    nextCursor,
    citation: citePlan(deps),
  };
}

export async function showAssignments(
  ctx: MemberContext,
  { cursor }: ToolInput<'list_assignments'>,
  deps: MemberDeps,
): Promise<ToolOutput<'list_assignments'>> {
  const all = await listOwnAssignments(ctx, null);
  const { offset, nextCursor } = pageOf(cursor, all.length);
  const shown = all.slice(offset, offset + pageSize);
  const cite = await nameSources(
    ctx,
    shown.map(({ resourceId }) => resourceId),
    deps,
  );
  return {
    notice: dataNotice,
    assignments: shown.map((one) => ({
      resourceId: one.resourceId,
      title: lineWithin(one.title, rooms.title),
      organisation: lineWithin(one.organisation, rooms.title),
      status: one.status,
      dueOn: one.dueOn,
      completedAt: one.completedAt,
      percent: one.completionPercentage,
      asksConfirmation: one.asksConfirmation,
      canOpen: one.canOpen,
      citation: cite(one.resourceId),
    })),
    total: all.length,
    nextCursor,
  };
}

/**
 * Marks a resource as finished for the caller.
 * @throws mcp.own-confirmation when the member must confirm in person; mcp.own-check when a check must be passed;
 * access.required, catalogue.not-found, progress.path
 */
export async function markFinished(
  ctx: MemberContext,
  { resourceId }: ToolInput<'mark_finished'>,
  deps: MemberDeps,
): Promise<ToolOutput<'mark_finished'>> {
  const assigned = await listOwnAssignments(ctx, resourceId);
  if (assigned.some(({ asksConfirmation }) => asksConfirmation)) throw fail('mcp.own-confirmation');
  if (await hasCheck(ctx, resourceId)) throw fail('mcp.own-check');
  const { isFinished, completionPercentage } = await progress.markFinished(ctx, resourceId, { isFinished: true });
  const citation = (await nameSources(ctx, [resourceId], deps))(resourceId);
  return { resourceId, isFinished, percent: completionPercentage, citation };
}

/**
 * Marks an action of the latest attempt as done or not done, which also adds it to the plan.
 * @throws mcp.no-plan, assessment.not-found
 */
export async function tick(
  ctx: MemberContext,
  { actionId, isDone }: ToolInput<'tick_action'>,
  deps: MemberDeps,
): Promise<ToolOutput<'tick_action'>> {
  const { contents } = deps;
  const { latest } = await getOwnAssessment(ctx, contents);
  if (!latest) throw fail('mcp.no-plan');
  const { doneAt } = await tickAction(ctx, { attemptId: latest.id, actionId, isDone }, contents);
  return { actionId, doneAt, citation: citePlan(deps) };
}
