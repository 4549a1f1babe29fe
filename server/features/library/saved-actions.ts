import type { ResourceSummary } from '#contract/catalogue.ts';
import type { SavedQuery, SavedState } from '#contract/library.ts';
import { listAccessTerms, listSummaries } from '#server/features/catalogue/actions.ts';
import { sliceOf } from '#server/features/catalogue/rules.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as store from './saved-store.ts';

/** How many can be saved, so that one reply holds all of their ids. */
const mostSaved = 1000;

/** Puts a listed resource aside for later; repeating it changes nothing. @throws catalogue.not-found, library.saved-full */
export async function save(ctx: MemberContext, resourceId: number): Promise<SavedState> {
  const { userId } = ctx.actor;
  if (!(await isListed(ctx, resourceId))) throw fail('catalogue.not-found');
  await store.lockSaved(ctx.db, userId);
  await store.insertSaved(ctx.db, { userId, resourceId });
  if ((await store.countAllSaved(ctx.db, userId)) > mostSaved) throw fail('library.saved-full');
  return { isSaved: true };
}

/**
 * Takes a resource from the saved ones, also one that is no longer listed; repeating it changes nothing.
 * @throws catalogue.not-found when it was not saved and is not there for members
 */
export async function unsave(ctx: MemberContext, resourceId: number): Promise<SavedState> {
  const wasSaved = await store.deleteSaved(ctx.db, { userId: ctx.actor.userId, resourceId });
  if (!wasSaved && !(await isListed(ctx, resourceId))) throw fail('catalogue.not-found');
  return { isSaved: false };
}

async function isListed(ctx: MemberContext, resourceId: number): Promise<boolean> {
  const [terms] = await listAccessTerms(ctx, [resourceId]);
  return terms?.state === 'listed';
}

/** What the caller has saved, last saved first; what is not published at the moment is left out. */
export async function listSaved(
  ctx: MemberContext,
  query: SavedQuery,
): Promise<{ resources: ResourceSummary[]; total: number }> {
  const { userId } = ctx.actor;
  const ids = await store.listSaved(ctx.db, userId, sliceOf(query));
  return { resources: await listSummaries(ctx, ids), total: await store.countSaved(ctx.db, userId) };
}

/** The ids of all that, from which every card of every page knows whether it is saved. */
export function listSavedIds(ctx: MemberContext): Promise<number[]> {
  return store.listSaved(ctx.db, ctx.actor.userId, { limit: mostSaved, offset: 0 });
}
