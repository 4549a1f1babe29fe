import { dataNotice } from '#contract/operations/mcp.ts';
import type { ToolInput, ToolOutput } from '#contract/operations/mcp-tools.ts';
import { explainAccess } from '#server/commerce/access/grant-actions.ts';
import { listUsers } from '#server/identity/accounts/user-actions.ts';
import { getSummary } from '#server/learning/learning/list-actions.ts';
import { listFailedJobs } from '#server/operations/system/actions.ts';
import { getOwnOrganisation } from '#server/organisations/organisations/actions.ts';
import { nameOrganisation } from '#server/organisations/organisations/admin-actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';
import type { McpCaller } from './caller-actions.ts';
import { nameSources } from './catalogue-actions.ts';
import { lineWithin, pageOf, pageSize, rooms } from './rules.ts';

export type OwnerDeps = { publicUrl: string; laneOf: LaneOf };

/**
 * Counts the learning of the organisation of a key, or of the person for whom an assistant acts, who must be an owner
 * or manager. Names no people.
 * @throws organisations.not-found, organisations.not-allowed
 */
export async function summariseOrganisation(
  ctx: MemberContext,
  { kind, organisationId: ofKey }: Pick<McpCaller, 'kind' | 'organisationId'>,
  { cursor }: ToolInput<'organisation_summary'>,
  { publicUrl }: OwnerDeps,
): Promise<ToolOutput<'organisation_summary'>> {
  const organisationId = kind === 'member' ? ((await getOwnOrganisation(ctx))?.id ?? null) : ofKey;
  if (organisationId === null) throw fail('organisations.not-found');
  const { total, roles, resources } = await getSummary(ctx, organisationId);
  const { offset, nextCursor } = pageOf(cursor, resources.length);
  const shown = resources.slice(offset, offset + pageSize);
  const cite = await nameSources(
    ctx,
    shown.map(({ resourceId }) => resourceId),
    { publicUrl },
  );
  return {
    notice: dataNotice,
    people: roles.reduce((sum, { people }) => sum + people, 0),
    total,
    resources: shown.map((one) => ({
      ...one,
      title: lineWithin(one.title, rooms.title),
      citation: cite(one.resourceId),
    })),
    nextCursor,
  };
}

export async function findMembers(
  ctx: MemberContext,
  { search, cursor }: ToolInput<'find_member'>,
): Promise<ToolOutput<'find_member'>> {
  const page = Number(cursor ?? 0) / pageSize + 1;
  if (!Number.isInteger(page)) throw fail('request.invalid');
  const { users, total } = await listUsers(ctx, { search, organization: '', page, pageSize });
  return {
    members: users.map(({ id, firstName, lastName, email, organization, role, createdAt }) => ({
      ...{ id, email, role, createdAt },
      name: lineWithin(`${firstName} ${lastName}`, rooms.title),
      organization: organization && lineWithin(organization, rooms.title),
    })),
    total,
    nextCursor: pageOf(cursor, total).nextCursor,
  };
}

/** Explains a member's access, without purchases, notes and the people who gave it. */
export async function explainMemberAccess(
  ctx: MemberContext,
  { memberId, resourceId }: ToolInput<'explain_member_access'>,
  { publicUrl }: OwnerDeps,
): Promise<ToolOutput<'explain_member_access'>> {
  const { hasAccess, reason, because, isBlocked, state } = await explainAccess(
    ctx,
    { userId: memberId, resourceId },
    { nameOrganisation },
  );
  // A key without the catalogue's scope reads published resources alone (ACCESS-21).
  if (state === 'draft' && ctx.actor.hidesDrafts) throw fail('catalogue.not-found');
  return {
    notice: dataNotice,
    ...{ memberId, resourceId, hasAccess, reason, isBlocked, state },
    because: because.map(({ kind, expiresAt }) => ({ kind, expiresAt })),
    citation: (await nameSources(ctx, [resourceId], { publicUrl }))(resourceId),
  };
}

export async function showFailedJobs(
  ctx: MemberContext,
  { cursor }: ToolInput<'list_failed_jobs'>,
  { laneOf }: OwnerDeps,
): Promise<ToolOutput<'list_failed_jobs'>> {
  const all = await listFailedJobs(ctx, laneOf);
  const { offset, nextCursor } = pageOf(cursor, all.length);
  return {
    jobs: all.slice(offset, offset + pageSize).map(({ id, task, attempts, reason, failedAt }) => ({
      ...{ id, task, attempts, failedAt },
      reason: lineWithin(reason, rooms.title),
    })),
    total: all.length,
    nextCursor,
  };
}
