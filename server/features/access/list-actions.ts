import type { ResourceAccess, ResourceAccessQuery } from '#contract/access.ts';
import * as catalogue from '#server/features/catalogue/actions.ts';
import { type Slice, type Standing, sliceOf } from '#server/features/catalogue/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { getFacts } from './actions.ts';
import { type AccessFacts, decideAccess, isVisible } from './rules.ts';

/** Decisions about a part of the resources, and how many there are in all. */
export type AccessList = { decisions: ResourceAccess[]; total: number };

/** How many resources an answer names when no page is asked for. */
const longestList = 10_000;

/** The listed resources that an answer about all of them names: the same for every member. */
export function listOpenQuestions(ctx: Context): Promise<Standing[]> {
  return catalogue.listListed(ctx, { offset: 0, limit: longestList });
}

/**
 * The caller's access to many resources (ACCESS-09): to those named, without what does not exist for the caller, or
 * to all that are listed and then to what the caller owns beside them.
 * @param openQuestions gives what `listOpenQuestions` answers, asked for now or kept
 */
export async function listAccess(
  ctx: MemberContext,
  query: ResourceAccessQuery,
  openQuestions: () => Promise<Standing[]>,
): Promise<AccessList> {
  const facts = await getFacts(ctx, ctx.actor.userId);
  const slice = sliceOf(query, longestList);
  const { shown, total } = query.resourceId
    ? await listNamed(ctx, facts, { ids: query.resourceId, slice })
    : await listAll(ctx, facts, { slice, openQuestions });
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

type All = { slice: Slice; openQuestions: () => Promise<Standing[]> };

async function listAll(ctx: Context, facts: AccessFacts, { slice, openQuestions }: All) {
  const isFromStart = slice.offset === 0 && slice.limit === longestList;
  const listed = isFromStart ? await openQuestions() : await catalogue.listListed(ctx, slice);
  const isWhole = isFromStart && listed.length < longestList;
  const listedTotal = isWhole ? listed.length : await catalogue.countListed(ctx);
  const own = await listOwn(ctx, facts);
  const ownFrom = Math.max(0, slice.offset - listedTotal);
  const shown = [...listed, ...own.slice(ownFrom, ownFrom + slice.limit - listed.length)];
  return { shown, total: listedTotal + own.length };
}

/** What the caller bought and others do not see any more. */
async function listOwn(ctx: Context, { held }: AccessFacts): Promise<Standing[]> {
  const bought = [...held].filter(([, facts]) => facts.some(({ kind }) => kind === 'purchase')).map(([id]) => id);
  if (bought.length === 0) return [];
  return (await catalogue.listStandings(ctx, bought)).filter(({ state }) => state !== 'listed');
}
