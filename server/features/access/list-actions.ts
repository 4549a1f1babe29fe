import type { ResourceAccess, ResourceAccessQuery } from '#contract/access.ts';
import * as catalogue from '#server/features/catalogue/actions.ts';
import { type AccessTerms, type Slice, sliceOf } from '#server/features/catalogue/rules.ts';
import { countListed } from '#server/features/search/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { getEntitlements } from './actions.ts';
import { decideAccess, type Entitlements, isVisible } from './rules.ts';

/** Also the length of an answer to a call that names no page. */
const longestPage = 200;

/** One page of decisions, and the number of all of them. */
export type AccessList = { decisions: ResourceAccess[]; total: number };

/** The caller's access to the resources named, or to a page of all that the caller can see (ACCESS-09). */
export async function listAccess(ctx: MemberContext, query: ResourceAccessQuery): Promise<AccessList> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const slice = sliceOf(query, longestPage);
  const { shown, total } = query.resourceId
    ? await listNamed(ctx, entitlements, { ids: query.resourceId, slice })
    : await listPage(ctx, entitlements, slice);
  const decisions = shown.map((resource) => {
    const { hasAccess, reason } = decideAccess(entitlements, resource);
    return { resourceId: resource.id, hasAccess, reason };
  });
  return { decisions, total };
}

async function listNamed(ctx: Context, entitlements: Entitlements, { ids, slice }: { ids: number[]; slice: Slice }) {
  const visible = (await catalogue.listAccessTerms(ctx, ids)).filter((resource) => isVisible(entitlements, resource));
  return { shown: visible.slice(slice.offset, slice.offset + slice.limit), total: visible.length };
}

/** The listed resources by their ids, then what the caller owns beside them. */
async function listPage(ctx: Context, entitlements: Entitlements, slice: Slice) {
  const listed = await catalogue.listListed(ctx, slice);
  const listedTotal = await countListed(ctx);
  const own = await listOwn(ctx, entitlements);
  const ownFrom = Math.max(0, slice.offset - listedTotal);
  const shown = [...listed, ...own.slice(ownFrom, ownFrom + slice.limit - listed.length)];
  return { shown, total: listedTotal + own.length };
}

/** Resources that the caller bought and that are no longer listed. */
async function listOwn(ctx: Context, { byResource }: Entitlements): Promise<AccessTerms[]> {
  const bought = [...byResource]
    .filter(([, entitlements]) => entitlements.some(({ kind }) => kind === 'purchase'))
    .map(([id]) => id);
  if (bought.length === 0) return [];
  return (await catalogue.listAccessTerms(ctx, bought)).filter(({ state }) => state !== 'listed');
}
