import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { ResourceQuery } from '#contract/catalogue/search.ts';
import { type Card, type Citation, dataNotice, type ShownAccess } from '#contract/operations/mcp.ts';
import type { ToolInput, ToolOutput } from '#contract/operations/mcp-tools.ts';
import { listAccessTerms, listEditions, listSummaries } from '#server/catalogue/catalogue/actions.ts';
import { showSummary } from '#server/catalogue/catalogue/rules.ts';
import { findWithClosest, type Known } from '#server/catalogue/search/actions.ts';
import { decideVisible, getAccess, getResource } from '#server/commerce/access/actions.ts';
import type { Decision } from '#server/commerce/access/rules.ts';
import type { ReadTerms } from '#server/commerce/subscriptions/price-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { lineWithin, pageOf, pageSize, rooms } from './rules.ts';

export type CatalogueDeps = {
  publicUrl: string;
  currency: string;
  readTerms: ReadTerms;
  /** Returns the counts and synonyms of the search, cached until the catalogue changes. */
  known(ctx: Context): Promise<Known>;
};

type Urls = Pick<CatalogueDeps, 'publicUrl'>;

/**
 * Reads the titles and versions of resources, and returns a function that cites one of them. The caller must have
 * checked that the reader may see them.
 */
export async function nameSources(
  ctx: Context,
  ids: readonly number[],
  { publicUrl }: Urls,
): Promise<(id: number) => Citation> {
  const byId = new Map((await listEditions(ctx, ids)).map((edition) => [edition.id, edition]));
  return (id) => {
    const { title = '', version = null } = byId.get(id) ?? {};
    return { title: lineWithin(title, rooms.title), version, page: null, url: `${publicUrl}/resource/${id}` };
  };
}

/** A resource that the caller may see: whether it is open, and how to cite it. */
export type Subject = { summary: ResourceSummary; access: ShownAccess; citation: Citation };

/** Finds a resource for the caller. @throws catalogue.not-found */
export async function findSubject(ctx: MemberContext, id: number, deps: CatalogueDeps): Promise<Subject> {
  const decision = await getAccess(ctx, id);
  const [summary] = await listSummaries(ctx, [id]);
  if (!summary) throw fail('catalogue.not-found');
  const citation = (await nameSources(ctx, [id], deps))(id);
  return { summary, access: showAccess(summary, decision, deps), citation };
}

function showAccess(
  { accessType, price, monthlyPrice, annualPrice }: ResourceSummary,
  { hasAccess, code, reason, because }: Pick<Decision, 'hasAccess' | 'code' | 'reason' | 'because'>,
  { currency }: Pick<CatalogueDeps, 'currency'>,
): ShownAccess {
  const kinds = [...new Set(because.map(({ kind }) => kind))];
  return { hasAccess, code, reason, because: kinds, accessType, price, monthlyPrice, annualPrice, currency };
}

export async function searchCatalogue(
  ctx: MemberContext,
  { query, type, accessType, cursor }: ToolInput<'search_catalogue'>,
  deps: CatalogueDeps,
): Promise<ToolOutput<'search_catalogue'>> {
  const page = Number(cursor ?? 0) / pageSize + 1;
  if (!Number.isInteger(page)) throw fail('request.invalid');
  const asked = ResourceQuery.parse({ search: query, type, accessType, page, pageSize });
  const found = await findWithClosest(ctx, asked, await deps.known(ctx));
  const closest = page === 1 ? found.closest.map(showSummary) : [];
  const rows = found.rows.map(showSummary);
  const show = await decideCards(ctx, [...rows, ...closest], deps);
  const { nextCursor } = pageOf(cursor, found.total);
  return {
    notice: dataNotice,
    results: rows.flatMap(show),
    alsoRelevant: closest.slice(0, pageSize - rows.length).flatMap(show),
    total: found.total,
    nextCursor,
  };
}

/**
 * Decides the access to all resources of a list at once, and returns a function that shows a resource as a card; empty
 * for one that the caller may not see.
 */
async function decideCards(
  ctx: MemberContext,
  summaries: readonly ResourceSummary[],
  deps: CatalogueDeps,
): Promise<(summary: ResourceSummary) => Card[]> {
  const ids = summaries.map(({ id }) => id);
  const decided = await decideVisible(ctx, await listAccessTerms(ctx, ids));
  const decisions = new Map(decided.map((one) => [one.id, one]));
  const cite = await nameSources(ctx, ids, deps);
  return (summary) => {
    const decision = decisions.get(summary.id);
    if (!decision) return [];
    const { id, type, description } = summary;
    const title = lineWithin(summary.title, rooms.title);
    const access = showAccess(summary, decision, deps);
    return [{ id, title, type, summary: lineWithin(description, rooms.summary), access, citation: cite(id) }];
  };
}

const mostHeadings = 40;

export async function describeResource(
  ctx: MemberContext,
  { resourceId }: ToolInput<'get_resource'>,
  deps: CatalogueDeps,
): Promise<ToolOutput<'get_resource'>> {
  const { access, citation } = await findSubject(ctx, resourceId, deps);
  const { id, type, description, tags, readingMinutes, hasPages, inside, bundle } = await getResource(
    ctx,
    resourceId,
    deps.readTerms,
  );
  const headings = [...(inside?.contents ?? []), ...(inside?.document?.contents.map((one) => one.title) ?? [])];
  return {
    notice: dataNotice,
    ...{ id, type, readingMinutes, access, citation },
    title: citation.title,
    description: lineWithin(description, rooms.description),
    contents: headings.slice(0, mostHeadings).map((heading) => lineWithin(heading, rooms.heading)),
    readable: [...(readingMinutes === null ? [] : ['text' as const]), ...(hasPages ? ['pages' as const] : [])],
    pageCount: inside?.document?.pages ?? null,
    parts: (bundle?.parts ?? [])
      .slice(0, mostHeadings)
      .map((part) => ({ id: part.id, title: lineWithin(part.title, rooms.heading) })),
    tags: tags.slice(0, mostHeadings).map((tag) => lineWithin(tag, rooms.tag)),
  };
}

export async function explainAccess(
  ctx: MemberContext,
  { resourceId }: ToolInput<'explain_access'>,
  deps: CatalogueDeps,
): Promise<ToolOutput<'explain_access'>> {
  const { access, citation } = await findSubject(ctx, resourceId, deps);
  return { notice: dataNotice, resourceId, access, citation };
}

/** Searches the catalogue and returns the results in the schema that ChatGPT requires. */
export async function searchForChat(
  ctx: MemberContext,
  { query }: ToolInput<'search'>,
  deps: CatalogueDeps,
): Promise<ToolOutput<'search'>> {
  const { results, alsoRelevant } = await searchCatalogue(ctx, { query }, deps);
  const shown = [...results, ...alsoRelevant];
  return { results: shown.map(({ id, title, citation }) => ({ id: String(id), title, url: citation.url })) };
}
