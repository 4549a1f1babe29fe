import type { ExtraTime } from '#contract/learning/checks-admin.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { requireResource } from './admin-actions.ts';
import * as store from './admin-store.ts';
import { dueAtOf } from './rules.ts';
import { findContent } from './store.ts';

/** Lists up to 1,000 people with extra time for the check, by name. @throws catalogue.not-found */
export async function listExtraTime(ctx: Context, resourceId: number): Promise<ExtraTime[]> {
  await requireResource(ctx, resourceId);
  return store.listExtraTime(ctx.db, resourceId);
}

/**
 * Sets a person's extra time for the check, which also applies to an attempt under way; 0 removes it.
 * @throws catalogue.not-found, checks.not-found, checks.no-time-limit, accounts.not-found
 */
export async function setExtraTime(
  ctx: MemberContext,
  { resourceId, userId, minutes }: { resourceId: number; userId: number; minutes: number },
): Promise<ExtraTime[]> {
  await requireResource(ctx, resourceId);
  const check = await store.findCheck(ctx.db, resourceId);
  if (!check || check.version === null) throw fail('checks.not-found');
  const findLimit = async (version: number) =>
    (await findContent(ctx.db, { resourceId, version }))?.settings.timeLimit ?? null;
  const open = await store.lockOpenAttempt(ctx.db, { userId, resourceId });
  // An attempt under way has the limit of the version on which it began.
  const openLimit = open && !open.isOver ? await findLimit(open.version) : null;
  if (openLimit === null && (await findLimit(check.version)) === null) throw fail('checks.no-time-limit');
  const was = await store.updateExtraTime(ctx.db, { userId, resourceId }, minutes);
  if (was === null) throw fail('accounts.not-found');
  if (open && openLimit !== null) {
    await store.updateDueAt(ctx.db, open.id, dueAtOf(open.started_at, openLimit, minutes));
  }
  await audit(ctx, {
    action: 'set-check-time',
    object: 'resource',
    objectId: resourceId,
    memberId: userId,
    before: { minutes: was },
    after: { minutes },
  });
  return store.listExtraTime(ctx.db, resourceId);
}
