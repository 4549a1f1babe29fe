import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type {
  LibraryCounts,
  LibraryEntry,
  LibraryQuery,
  SavedIds,
  SavedState,
  Shelf,
} from '#contract/learning/library.ts';
import { toMajor } from '#contract/money.ts';
import type { PageQuery } from '#contract/text.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import { listAccessTerms, listSummaries } from '#server/catalogue/catalogue/actions.ts';
import { type Slice, sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { getEntitlements } from '#server/commerce/access/actions.ts';
import { decideAccess, type Entitlements, isVisible } from '#server/commerce/access/rules.ts';
import { listUnpassed } from '#server/learning/checks/actions.ts';
import { listNextSteps } from '#server/learning/paths/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { everythingFree, type Holding, purchasedOf, subscribedOf } from './rules.ts';
import * as store from './store.ts';

/** Lists one tab of My Resources, last used first, with its total number (MYRES-09). */
export async function listLibrary(
  ctx: MemberContext,
  { shelf, ...paging }: LibraryQuery,
): Promise<{ entries: LibraryEntry[]; total: number }> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const { rows, total } = await listShelf(ctx, entitlements, shelf, sliceOf(paging));
  return { entries: await showEntries(ctx, rows), total };
}

async function listShelf(ctx: MemberContext, entitlements: Entitlements, shelf: Shelf, slice: Slice) {
  const { userId } = ctx.actor;
  if (shelf === 'purchased') {
    const holdings = await listHoldings(ctx, entitlements);
    return { rows: await store.listHoldings(ctx.db, userId, holdings, slice), total: holdings.length };
  }
  const selection = shelf === 'subscribed' ? subscribedOf(entitlements) : everythingFree;
  const rows = await store.listSelected(ctx.db, userId, selection, slice);
  const { total } = await store.countSelected(ctx.db, userId, selection);
  return { rows, total };
}

async function listHoldings(ctx: MemberContext, entitlements: Entitlements): Promise<Holding[]> {
  return purchasedOf(entitlements, await catalogue.listAccessTerms(ctx, [...entitlements.byResource.keys()]));
}

/** Counts the rows of each tab, and the begun ones of the subscribed and free tabs. */
export async function countLibrary(ctx: MemberContext): Promise<LibraryCounts> {
  const { userId } = ctx.actor;
  const entitlements = await getEntitlements(ctx, userId);
  const subscribed = await store.countSelected(ctx.db, userId, subscribedOf(entitlements));
  const free = await store.countSelected(ctx.db, userId, everythingFree);
  return {
    purchased: (await listHoldings(ctx, entitlements)).length,
    subscribed: subscribed.total,
    free: free.total,
    begun: { subscribed: subscribed.begun, free: free.begun },
  };
}

/** Number of rows of Continue, and the number of recent ones among which it looks for open ones. */
const shownUnfinished = 3;
const soughtUnfinished = 50;

/** Lists the resources that the caller used last, can still open, and has not finished or not passed the check of. */
export async function listUnfinished(ctx: MemberContext): Promise<LibraryEntry[]> {
  const rows = await store.listUnfinished(ctx.db, ctx.actor.userId, soughtUnfinished);
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const resources = await catalogue.listAccessTerms(
    ctx,
    rows.map(({ resource_id }) => resource_id),
  );
  const open = new Set(
    resources
      .filter((resource) => isVisible(entitlements, resource) && decideAccess(entitlements, resource).hasAccess)
      .map(({ id }) => id),
  );
  return showEntries(ctx, rows.filter(({ resource_id }) => open.has(resource_id)).slice(0, shownUnfinished));
}

async function showEntries(ctx: MemberContext, rows: readonly store.ShelfRow[]): Promise<LibraryEntry[]> {
  const summaries = await listSummaries(
    ctx,
    rows.map(({ resource_id }) => resource_id),
  );
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const paths = summaries.filter(({ type }) => type === 'path');
  const nextSteps = await listNextSteps(
    ctx,
    paths.map(({ id }) => id),
  );
  const checks = await listUnpassed(
    ctx,
    summaries.filter(({ type }) => type !== 'path').map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const resource = byId.get(row.resource_id);
    if (!resource) return [];
    const check = checks.get(row.resource_id);
    const isLeft = check && (row.completion_percentage === 100 || check.attempts > 0);
    return [
      {
        resource,
        ...showFacts(row),
        nextStep: nextSteps.get(row.resource_id),
        check: row.check ?? undefined,
        checkLeft: isLeft ? check : undefined,
      },
    ];
  });
}

function showFacts(row: store.ShelfRow): Omit<LibraryEntry, 'resource' | 'nextStep' | 'check' | 'checkLeft'> {
  const { completion_percentage, last_accessed_at, readingPosition, granted_at, gifted_at, seat_since } = row;
  const { purchased_at, amount_minor, currency, bundle } = row;
  const hasProgress = completion_percentage !== null && last_accessed_at !== null;
  const isBought = purchased_at !== null && amount_minor !== null && currency !== null;
  return {
    progress: hasProgress
      ? { completionPercentage: completion_percentage, lastAccessed: last_accessed_at.toISOString(), readingPosition }
      : null,
    purchase: isBought
      ? { purchaseDate: purchased_at.toISOString(), amount: toMajor(amount_minor, currency), currency, bundle }
      : null,
    grantedAt: granted_at?.toISOString() ?? null,
    giftedAt: gifted_at?.toISOString() ?? null,
    seatSince: seat_since?.toISOString() ?? null,
  };
}

/** Maximum number of saved resources, so that one response holds all of their ids. */
const mostSaved = 1000;

/** Saves a listed resource; repeating it changes nothing. @throws catalogue.not-found, library.saved-full */
export async function save(ctx: MemberContext, resourceId: number): Promise<SavedState> {
  const { userId } = ctx.actor;
  if (!(await isListed(ctx, resourceId))) throw fail('catalogue.not-found');
  await store.lockSaved(ctx.db, userId);
  await store.insertSaved(ctx.db, { userId, resourceId });
  if ((await store.countAllSaved(ctx.db, userId)) > mostSaved) throw fail('library.saved-full');
  return { isSaved: true };
}

/**
 * Removes a saved resource, also one that is no longer listed; repeating it changes nothing.
 * @throws catalogue.not-found when it was not saved and is not listed
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

/** Lists the caller's saved resources, last saved first; leaves out unpublished ones. */
export async function listSaved(
  ctx: MemberContext,
  query: PageQuery,
): Promise<{ resources: ResourceSummary[]; total: number }> {
  const { userId } = ctx.actor;
  const ids = await store.listSaved(ctx.db, userId, sliceOf(query));
  return { resources: await listSummaries(ctx, ids), total: await store.countSaved(ctx.db, userId) };
}

/** Returns the ids of the saved resources and the progress, for the marks on cards. */
export async function listMarks(ctx: MemberContext): Promise<SavedIds> {
  const { userId } = ctx.actor;
  return {
    resourceIds: await store.listSaved(ctx.db, userId, { limit: mostSaved, offset: 0 }),
    begun: await store.listBegun(ctx.db, userId, mostSaved),
  };
}
