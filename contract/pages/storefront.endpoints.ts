import * as z from 'zod/mini';
import { ResourceCounts, ResourceCountsQuery, ResourceQuery } from '../catalogue/search.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { CatalogueStart, PublicResource, PublicSummary } from './storefront.ts';

export const about = 'The catalogue for anyone, when it is public';

// The public paths are here because the first screens need them, and importing schemas would load zod.

/** Maximum length of a slug, so that URLs stay readable and short enough for the router. */
const longestSlug = 80;

/** Turns a title into the last part of a URL: "Échelle: 5 steps" gives "echelle-5-steps". */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = words.slice(0, longestSlug).replace(/^-|-$/g, '');
  // "card" is reserved for the embeddable card's URL.
  return slug === '' || slug === 'card' ? `resource${slug && `-${slug}`}` : slug;
}

/** Path of the assessment for visitors (TRY-01). */
export const publicAssessmentPath = '/assessment';

export function publicParams({ id, title }: { id: number; title: string }): { id: string; slug: string } {
  return { id: String(id), slug: slugOf(title) };
}

export function publicPath(resource: { id: number; title: string }): string {
  const { id, slug } = publicParams(resource);
  return `/catalogue/${id}/${slug}`;
}

export const listPublicResources = endpoint({
  method: 'GET',
  path: '/api/public/resources',
  query: ResourceQuery,
  response: z.array(PublicSummary),
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'Listed resources for anyone, as GET /api/resources; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const listClosestPublicResources = endpoint({
  method: 'GET',
  path: '/api/public/closest',
  query: ResourceCountsQuery,
  response: z.array(PublicSummary),
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'Closest matches of a search of the public catalogue; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const getPublicResource = endpoint({
  method: 'GET',
  path: '/api/public/resources/:id',
  params: IdParams,
  response: PublicResource,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'One listed resource for anyone, with related ones; 404 when the catalogue is not public',
  errors: ['request.not-found', 'catalogue.not-found'],
});

export const countPublicResources = endpoint({
  method: 'GET',
  path: '/api/public/counts',
  query: ResourceCountsQuery,
  response: ResourceCounts,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'Counts of the filters of the public catalogue; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const getLanding = endpoint({
  method: 'GET',
  path: '/api/public/landing',
  response: CatalogueStart,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: "The publisher's introduction and pinned resources, for anyone; 404 when the catalogue is not public",
  errors: ['request.not-found'],
});
