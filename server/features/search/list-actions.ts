import type { ResourceQuery } from '#contract/search.ts';
import { sliceOf } from '#server/features/catalogue/rules.ts';
import type { Context } from '#server/platform/context.ts';
import type { Cards } from './card-actions.ts';
import { listCounts, listPage } from './list-store.ts';
import { createMarks, type Marks } from './marks.ts';
import { asksAudience, countMatches, filterOf, type ListedCount, noFilter, walkedOf, wayTo } from './rules.ts';
import { type About, type FoundPlaces, listCounted, search } from './search-actions.ts';
import { listSoughtWords } from './search-store.ts';

/** A part of a list, its cards as JSON; `isMinimum` when there are so many that `total` only says "more than". */
export type ResourceList = { cards: string[]; total: number; isMinimum: boolean };

/**
 * What is known of one version of the catalogue: how many resources of each kind are listed, from which all totals
 * without a search follow, and places deep in its lists, learned from the pages that are asked for.
 */
export type Overview = { counts: readonly ListedCount[]; marks: Marks };

/** Counts the listed resources; the answer is good for one version of the catalogue. */
export async function countResources(ctx: Context): Promise<Overview> {
  return { counts: await listCounts(ctx.db), marks: createMarks() };
}

/** The listed resources that a query asks for (API-09). */
export async function listResources(
  ctx: Context,
  query: ResourceQuery,
  { cards, ...overview }: Overview & { cards: Cards },
): Promise<ResourceList> {
  const { placed, total, isMinimum } = await findResources(ctx, query, overview);
  return { cards: await cards.write(ctx, placed), total, isMinimum: isMinimum ?? false };
}

/** The same by their ids alone. */
export async function findResources(ctx: Context, query: ResourceQuery, overview: Overview): Promise<FoundPlaces> {
  const { counts } = overview;
  const filter = filterOf(query);
  const sort = query.sort ?? 'created_at';
  const about: About = {
    filter,
    chosenSort: query.sort,
    sort,
    slice: sliceOf(query),
    listed: countMatches(counts, noFilter),
    matching: countMatches(counts, filter),
    walked: countMatches(counts, walkedOf(filter, sort)),
  };
  const words = query.search === '' ? [] : await listSoughtWords(ctx.db, query.search);
  return words.length > 0 ? search(ctx, about, words) : plainList(ctx, about, overview);
}

function plainList(ctx: Context, about: About, overview: Overview): Promise<FoundPlaces> {
  return asksAudience(about.filter) ? listCounted(ctx, about) : page(ctx, about, overview);
}

async function page(ctx: Context, about: About, { marks }: Overview): Promise<FoundPlaces> {
  const list = JSON.stringify([about.filter, about.sort]);
  const way = wayTo(about.slice, { listed: about.walked, matching: about.matching, marks: marks.of(list) });
  if (!way) return { placed: [], total: about.matching };
  const { placed, first } = await listPage(ctx.db, { ...about, way });
  if (first) marks.add(list, { ...first, position: about.slice.offset });
  return { placed, total: about.matching };
}

/** How many resources are listed. */
export async function countListed(ctx: Context): Promise<number> {
  return countMatches(await listCounts(ctx.db), noFilter);
}
