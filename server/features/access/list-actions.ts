import type { ResourceAccess, ResourceAccessQuery } from '#contract/access.ts';
import * as catalogue from '#server/features/catalogue/actions.ts';
import { type Slice, type Standing, sliceOf } from '#server/features/catalogue/rules.ts';
import { countListed } from '#server/features/search/list-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { VersionedCache } from '#server/platform/database/versioned-cache.ts';
import { getFacts } from './actions.ts';
import { fillTemplate, makeTemplate, type Template, templateKeyOf } from './answer.ts';
import { type AccessFacts, decideAccess, isVisible } from './rules.ts';

/** Decisions about a part of the resources, and how many there are in all. */
export type AccessList = { decisions: ResourceAccess[]; total: number };

/** The caller's access to these resources or to a page of all, without what does not exist for the caller (ACCESS-09). */
export async function listAccess(ctx: MemberContext, query: ResourceAccessQuery): Promise<AccessList> {
  const facts = await getFacts(ctx, ctx.actor.userId);
  const slice = sliceOf(query);
  const { shown, total } = query.resourceId
    ? await listNamed(ctx, facts, { ids: query.resourceId, slice })
    : await listPage(ctx, facts, slice);
  const decisions = shown.map((resource) => {
    const { hasAccess, reason } = decideAccess(facts, resource);
    return { resourceId: resource.id, hasAccess, reason };
  });
  return { decisions, total };
}

async function listNamed(ctx: Context, facts: AccessFacts, { ids, slice }: { ids: number[]; slice: Slice }) {
  const visible = (await catalogue.listStandings(ctx, ids)).filter((resource) => isVisible(facts, resource));
  return { shown: visible.slice(slice.offset, slice.offset + slice.limit), total: visible.length };
}

/** The listed resources by their ids, then what the caller owns beside them. */
async function listPage(ctx: Context, facts: AccessFacts, slice: Slice) {
  const listed = await catalogue.listListed(ctx, slice);
  const listedTotal = await countListed(ctx);
  const own = await listOwn(ctx, facts);
  const ownFrom = Math.max(0, slice.offset - listedTotal);
  const shown = [...listed, ...own.slice(ownFrom, ownFrom + slice.limit - listed.length)];
  return { shown, total: listedTotal + own.length };
}

/** How many listed resources an answer about all names at most. */
const longestList = 10_000;

/** The answer for members who hold nothing, and how many resources are listed in all. */
export type ListedAccess = { template: Template; listed: number };

/** The caller's access to all resources, written out as JSON in pieces. */
export async function writeAllAccess(
  ctx: MemberContext,
  kept: VersionedCache<ListedAccess>,
): Promise<{ pieces: Buffer[]; total: number }> {
  const facts = await getFacts(ctx, ctx.actor.userId);
  const { template, listed } = await kept.get(templateKeyOf(facts), async () => {
    const resources = await catalogue.listListed(ctx, { offset: 0, limit: longestList });
    const isAll = resources.length < longestList;
    return {
      template: makeTemplate(facts, resources),
      listed: isAll ? resources.length : await countListed(ctx),
    };
  });
  const own = await listOwn(ctx, facts, template.places);
  return { pieces: fillTemplate(template, facts, own), total: listed + own.length };
}

/**
 * What the caller bought and others do not see any more.
 * @param known resources that are listed as far as the caller knows already
 */
async function listOwn(ctx: Context, { held }: AccessFacts, known?: ReadonlyMap<number, unknown>): Promise<Standing[]> {
  const bought = [...held]
    .filter(([id, facts]) => !known?.has(id) && facts.some(({ kind }) => kind === 'purchase'))
    .map(([id]) => id);
  if (bought.length === 0) return [];
  return (await catalogue.listStandings(ctx, bought)).filter(({ state }) => state !== 'listed');
}
