import type { AdminResource, AdminResourceQuery } from '#contract/publishing.ts';
import { sliceOf } from '#server/features/catalogue/rules.ts';
import type { Context } from '#server/platform/context.ts';
import { countKept, findKept, listKept } from './list-store.ts';
import { showAdminResource } from './resource-rules.ts';
import { keptFilterOf } from './rules.ts';

/** A part of the administrator's list; `isMinimum` when there are so many that `total` only says "more than". */
type AdminList = { resources: AdminResource[]; total: number; isMinimum: boolean };

/** What a search finds is counted so far. */
const mostCounted = 5000;

/** A page of the resources that fit, drafts included, and how many there are. */
export async function listResources(ctx: Context, query: AdminResourceQuery): Promise<AdminList> {
  const filter = keptFilterOf(query);
  const page = { filter, sort: query.sort, slice: sliceOf(query) };
  if (filter.words.length === 0) {
    const rows = await listKept(ctx.db, page);
    return { resources: rows.map(showAdminResource), total: await countKept(ctx.db, filter), isMinimum: false };
  }
  const { rows, total } = await findKept(ctx.db, { ...page, countTo: mostCounted });
  if (total <= mostCounted) return { resources: rows.map(showAdminResource), total, isMinimum: false };
  // When much is found, the first of the order are close together.
  const along = await listKept(ctx.db, page);
  return { resources: along.map(showAdminResource), total: mostCounted, isMinimum: true };
}
