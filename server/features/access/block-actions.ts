import * as catalogue from '#server/features/catalogue/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { deleteBlock, hasMember, insertBlock } from './store.ts';

type Block = { userId: number; resourceId: number };

/**
 * Takes a resource out of what a member's subscription opens; grants and purchases open it all the same (ACCESS-20).
 * @throws accounts.not-found, catalogue.not-found
 */
export async function blockResource(
  ctx: MemberContext,
  { reason, ...block }: Block & { reason: string },
): Promise<void> {
  if (!(await hasMember(ctx.db, block.userId))) throw fail('accounts.not-found');
  const [resource] = await catalogue.listAccessTerms(ctx, [block.resourceId]);
  if (!resource || resource.state === 'withdrawn') throw fail('catalogue.not-found');
  const isNew = await insertBlock(ctx.db, { ...block, reason, blockedBy: ctx.actor.userId });
  if (isNew) await audit(ctx, { action: 'create', ...objectOf(block), after: { ...block, reason } });
}

/** Lifts a block. @throws access.no-block */
export async function unblockResource(ctx: MemberContext, block: Block): Promise<void> {
  const reason = await deleteBlock(ctx.db, block.userId, block.resourceId);
  if (reason === null) throw fail('access.no-block');
  await audit(ctx, { action: 'delete', ...objectOf(block), before: { ...block, reason } });
}

function objectOf({ userId, resourceId }: Block) {
  return { object: 'block', objectId: `${userId}:${resourceId}`, memberId: userId } as const;
}
