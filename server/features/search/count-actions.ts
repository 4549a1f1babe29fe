import { rappPhases } from '#contract/catalogue.ts';
import type { ResourceCounts, ResourceCountsQuery } from '#contract/search.ts';
import type { Context } from '#server/platform/context.ts';
import { countFitting, countsOf, type FoundCount, withoutAudience } from './count-rules.ts';
import { listAudienceCounts, listFoundCounts } from './count-store.ts';
import { smallCatalogue } from './course-rules.ts';
import type { Overview } from './list-actions.ts';
import { asksAudience, countMatches, type Filter, filterOf, noFilter } from './rules.ts';
import { meantWords } from './search-actions.ts';
import { type SoughtWord, searchOf } from './search-rules.ts';
import { listSoughtWords } from './search-store.ts';

/**
 * How many resources each value of the filters would find beside what is asked for already. Groups are left out when
 * counting them would mean to look at a large part of a large catalogue.
 */
export async function countValues(
  ctx: Context,
  query: ResourceCountsQuery,
  { counts }: Overview,
): Promise<ResourceCounts> {
  const filter = filterOf(query);
  const words = query.search === '' ? [] : await listSoughtWords(ctx.db, query.search);
  if (words.length === 0 && !asksAudience(filter)) {
    const ofAudience = await countAudience(ctx, filter);
    return { ...countsOf(withoutAudience(counts), filter), ...ofAudience };
  }
  const found = await listFound(ctx, words, { filter, listed: countMatches(counts, noFilter) });
  return found ? countsOf(found, filter) : {};
}

/** The counts of phases and roles, when a filter asks for neither: they are kept. */
async function countAudience(ctx: Context, filter: Filter): Promise<ResourceCounts> {
  const counts: Required<Pick<ResourceCounts, 'rappImplementationPhase' | 'roleAffiliations'>> = {
    rappImplementationPhase: {},
    roleAffiliations: {},
  };
  const phases: readonly string[] = rappPhases;
  for (const { audience, resources } of await listAudienceCounts(ctx.db, filter)) {
    counts[phases.includes(audience) ? 'rappImplementationPhase' : 'roleAffiliations'][audience] = resources;
  }
  return counts;
}

type Extent = { filter: Filter; listed: number };

/** In a large catalogue the values of so many finds are looked at. */
const valuedMatches = 5_000;

/** What a search finds before it is filtered, exactly or misspelt as the list has it; null when that is too much. */
async function listFound(ctx: Context, words: SoughtWord[], { filter, listed }: Extent): Promise<FoundCount[] | null> {
  const most = listed <= smallCatalogue ? smallCatalogue : valuedMatches;
  const listFor = async (sought: SoughtWord[]) => {
    const search = searchOf(sought, { filter: noFilter, listed, matching: listed });
    const found = await listFoundCounts(ctx.db, { search, filter: noFilter, most: most + 1 });
    return countFitting(found, noFilter) > most ? null : found;
  };
  const isKnown = words.every(({ uses }) => uses > 0);
  const exact = isKnown ? await listFor(words) : [];
  if (exact === null || countFitting(exact, filter) > 0 || words.length === 0) return exact;
  const meant = await meantWords(ctx, words);
  return meant === null ? [] : listFor(meant);
}
