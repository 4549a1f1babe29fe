import type { Changes, ChangesQuery } from '#contract/changes.ts';
import type { Completion } from '#contract/learning/learning-completions.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { listChanges } from '#server/platform/database/changes.ts';
import * as store from './completion-store.ts';

/** Lists the caller's completions in the order of their last change (APIKEY-06). */
export async function listOwnCompletions(ctx: MemberContext, query: ChangesQuery): Promise<Changes<Completion>> {
  return listChanges(ctx.db, query, (page) => store.listCompletions(ctx.db, page, ctx.actor.userId), showCompletion);
}

/** @throws organisations.not-found, organisations.not-allowed */
export async function listOrganisationCompletions(
  ctx: MemberContext,
  organisationId: number,
  query: ChangesQuery,
): Promise<Changes<Completion>> {
  await requireMembership(ctx, organisationId);
  return listChanges(ctx.db, query, (page) => store.listOfOrganisation(ctx.db, page, organisationId), showCompletion);
}

/** Lists the completions of all members, for administrators. */
export async function listCompletions(ctx: Context, query: ChangesQuery): Promise<Changes<Completion>> {
  return listChanges(ctx.db, query, (page) => store.listCompletions(ctx.db, page, null), showCompletion);
}

function showCompletion(row: store.CompletionRow): Completion {
  return {
    id: row.id,
    userId: row.user_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    resourceId: row.resource_id,
    resource: row.title,
    version: row.content_version,
    completedAt: row.completed_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    check: row.check,
  };
}
