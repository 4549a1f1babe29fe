import { ResourceQuery, type Suggestions } from '#contract/search.ts';
import { listSummaries } from '#server/features/catalogue/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { findResources, type Overview } from './list-actions.ts';
import { mostResources, suggestedOf, topicsOf } from './suggestion-rules.ts';
import { listTitlesFrom } from './suggestion-store.ts';

/** Of so many finds the tags are looked at. */
const lookedAt = 12;

/**
 * What a text that is being typed may be about. Titles that begin with it come first, then what the search itself
 * finds: best matches first, slips forgiven (BROWSE-01). Four statements, and one more for each misspelt word.
 */
export async function suggest(ctx: Context, typed: string, overview: Overview): Promise<Suggestions> {
  const beginning = await listTitlesFrom(ctx.db, typed, mostResources);
  const query = ResourceQuery.parse({ search: typed, page: 1, pageSize: lookedAt });
  const { placed } = await findResources(ctx, query, overview);
  const found = await listSummaries(
    ctx,
    placed.map(({ id }) => id),
  );
  const tags = found.map((resource) => resource.tags);
  return {
    resources: suggestedOf(
      beginning,
      found.map(({ id, title, type }) => ({ id, title, type })),
    ),
    topics: topicsOf(tags, typed),
  };
}
