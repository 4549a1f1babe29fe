import type { EndedAccess } from '#contract/organisations/directory.ts';
import type { PageQuery } from '#contract/text.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import { isOwner } from '#server/organisations/organisations/rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { offboardingCsv } from './actions.ts';
import * as store from './store.ts';

/** Page size when the query names none. */
const longestList = 200;

/** Lists the people whose access the directory ended, newest first, for owners (SCIM-06). */
export async function listEndedAccess(
  ctx: MemberContext,
  organisationId: number,
  { page = 1, pageSize = longestList }: PageQuery,
): Promise<{ ended: EndedAccess[]; total: number }> {
  await requireMembership(ctx, organisationId, isOwner);
  const part = { limit: pageSize, offset: (page - 1) * pageSize };
  const { ended, total } = await store.pageOffboardings(ctx.db, organisationId, part);
  return { ended: ended.map(({ endedAt, ...row }) => ({ ...row, endedAt: endedAt.toISOString() })), total };
}

/** Returns the whole record as a CSV file, oldest first. */
export async function exportEndedAccess(ctx: MemberContext, organisationId: number): Promise<AsyncGenerator<string>> {
  await requireMembership(ctx, organisationId, isOwner);
  return offboardingCsv(ctx, { organisationId, from: null, to: null });
}

/** Records the download in the audit log. */
export async function recordDownload(ctx: MemberContext, organisationId: number): Promise<void> {
  await requireMembership(ctx, organisationId, isOwner);
  const entry = { action: 'download-offboardings', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, { ...entry, memberId: ctx.actor.userId, after: {} });
}
