import {
  accessTypes,
  type PathOutline,
  type Resource,
  type ResourceSummary,
  rappPhases,
  rappPrinciples,
  resourceTypes,
  roleAffiliations,
} from '#contract/catalogue/catalogue.ts';
import { deepestResource } from '#contract/catalogue/search.endpoints.ts';
import { type ResourceQuery, resourceSorts } from '#contract/catalogue/search.ts';
import { firstCharacters } from '#contract/characters.ts';
import { lineOf } from '#contract/lines.ts';
import type { PublicResource, PublicSummary } from '#contract/pages/storefront.ts';
import { isStorable, longestSearch } from '#contract/text.ts';
import type { Slice } from '#server/catalogue/catalogue/rules.ts';

/** Number of resources on a page of the public catalogue, as in Browse (BROWSE-11). */
const pageSize = 12;

/** The query of a page of the public catalogue. */
export type ListQuery = ResourceQuery & { page: number; pageSize: number };

type Given = Record<string, unknown>;

/** Parses the query of a URL. Unknown values are left out, as in Browse, so that they make no new page (FRONT-13). */
export function listQueryOf(given: Given): ListQuery {
  const asked = (...names: string[]) => names.flatMap((name) => given[name] ?? []);
  const known = <Value extends string>(values: readonly Value[], ...names: string[]) =>
    values.filter((value) => asked(...names).includes(value));
  const search = searchOf(given.search);
  const sort = resourceSorts.find((one) => one === given.sort);
  return {
    type: known(resourceTypes, 'type'),
    accessType: known(accessTypes, 'accessType', 'filter'),
    rappPrinciples: known(rappPrinciples, 'rappPrinciples'),
    rappImplementationPhase: known(rappPhases, 'rappImplementationPhase'),
    roleAffiliations: known(roleAffiliations, 'roleAffiliations'),
    search,
    // The newest come first by default, except in a search.
    sort: sort === 'created_at' && search === '' ? undefined : sort,
    page: pageOf(given.page),
    pageSize,
  };
}

function searchOf(given: unknown): string {
  return typeof given === 'string' && isStorable(given) ? firstCharacters(lineOf(given), longestSearch) : '';
}

const lastPage = 1_000_000;

function pageOf(given: unknown): number {
  const page = typeof given === 'string' && /^[1-9]\d*$/.test(given) ? Number(given) : 1;
  return page <= lastPage ? page : 1;
}

/** Returns the canonical path of this query: equal for all URLs that ask for the same page. */
export function listPath({ pageSize: _, page, search, sort, ...filters }: ListQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(filters)) {
    for (const value of values) parameters.append(name, value);
  }
  if (search !== '') parameters.append('search', search);
  if (sort) parameters.append('sort', sort);
  if (page > 1) parameters.append('page', String(page));
  const text = parameters.toString();
  return text === '' ? '/catalogue' : `/catalogue?${text}`;
}

/**
 * Describes the filter and order of the list in words; empty for the plain list. Pages with a filter or an order are
 * not for search engines (FRONT-05).
 */
export function narrowingOf({ search, sort, page: _page, pageSize: _size, ...filters }: ListQuery): string[] {
  const values = Object.values(filters).flat();
  const words = [...values, ...(sort ? [sort] : [])].map((value) => value.replaceAll('_', ' '));
  return search === '' ? words : [`“${search}”`, ...words];
}

/** Returns the last page of a list, limited to the depth that pages reach. */
export function lastPageOf(total: number): number {
  return Math.max(1, Math.ceil(Math.min(total, deepestResource) / pageSize));
}

/**
 * Converts a listed resource for a public list: field by field, so that a new field of a resource does not become public
 * automatically.
 */
export function showPublicSummary(resource: ResourceSummary): PublicSummary {
  return {
    id: resource.id,
    title: resource.title,
    description: resource.description,
    type: resource.type,
    accessType: resource.accessType,
    price: resource.price,
    monthlyPrice: resource.monthlyPrice,
    annualPrice: resource.annualPrice,
    createdAt: resource.createdAt,
    estimatedDuration: resource.estimatedDuration,
    thumbnailUrl: resource.thumbnailUrl,
    featuredImageUrl: resource.featuredImageUrl,
    tags: resource.tags,
    roleAffiliations: resource.roleAffiliations,
    rappPrinciples: resource.rappPrinciples,
    rappImplementationPhase: resource.rappImplementationPhase,
  };
}

/** Converts a listed resource for its public page, field by field as well. */
export function showPublicResource(resource: Resource, related: ResourceSummary[]): PublicResource {
  const { slideshowImages, slideshowTexts, subscriptionBenefits } = resource.metadata;
  const { bundle, outline } = resource;
  return {
    ...showPublicSummary(resource),
    readingMinutes: resource.readingMinutes,
    hasPages: resource.hasPages,
    inside: resource.inside,
    metadata: { slideshowImages, slideshowTexts, subscriptionBenefits },
    ...(bundle && { bundle: { ...bundle, parts: bundle.parts.map(showPublicSummary) } }),
    ...(outline && { outline: showPublicOutline(outline) }),
    related: related.map(showPublicSummary),
  };
}

function showPublicOutline({ sections, ...outline }: PathOutline): PublicResource['outline'] {
  const shown = sections.map(({ steps, ...section }) => ({
    ...section,
    steps: steps.map(({ resource, ...step }) => ({ ...step, resource: resource && showPublicSummary(resource) })),
  }));
  return { ...outline, sections: shown };
}

/** Maximum number of URLs in a part of the sitemap. */
const longestPart = 50_000;

/** URLs of the first part that are not resources: the catalogue and the assessment. */
const otherAddresses = 2;

export function sitemapParts(listed: number): number {
  return Math.ceil((listed + otherAddresses) / longestPart);
}

/** Returns the slice of listed resources in a part of the sitemap; parts are counted from 1. */
export function sitemapSlice(part: number): Slice {
  return part === 1
    ? { offset: 0, limit: longestPart - otherAddresses }
    : { offset: (part - 1) * longestPart - otherAddresses, limit: longestPart };
}
