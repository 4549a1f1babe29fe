import type { ResourceCounts, ResourceCountsQuery, ResourceQuery } from '../catalogue/search.ts';
import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { CatalogueStart, PublicResource, PublicSummary } from './storefront.ts';

export const about = 'The catalogue for anyone, when it is public';

// The public addresses are here because the first screens need them, and shapes would bring zod along.

/** The longest slug; addresses stay readable and below what the router accepts. */
const longestSlug = 80;

/** A title as the last part of an address: "Échelle: 5 steps" gives "echelle-5-steps". */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = words.slice(0, longestSlug).replace(/^-|-$/g, '');
  // "card" is the address of the embeddable card.
  return slug === '' || slug === 'card' ? `resource${slug && `-${slug}`}` : slug;
}

/** The path of the assessment for visitors (TRY-01). */
export const publicAssessmentPath = '/assessment';

/** The parameters of a resource's public page. */
export function publicParams({ id, title }: { id: number; title: string }): { id: string; slug: string } {
  return { id: String(id), slug: slugOf(title) };
}

/** The path of a resource's public page. */
export function publicPath(resource: { id: number; title: string }): string {
  const { id, slug } = publicParams(resource);
  return `/catalogue/${id}/${slug}`;
}

export const listPublicResources = endpoint<{ query: ResourceQuery; reply: PublicSummary[] }>({
  method: 'GET',
  path: '/api/public/resources',
  caller: 'visitor',
  summary: 'Listed resources for anyone, as GET /api/resources; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const listClosestPublicResources = endpoint<{ query: ResourceCountsQuery; reply: PublicSummary[] }>({
  method: 'GET',
  path: '/api/public/closest',
  caller: 'visitor',
  summary: 'Closest matches of a search of the public catalogue; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const getPublicResource = endpoint<{ params: IdParams; reply: PublicResource }>({
  method: 'GET',
  path: '/api/public/resources/:id',
  caller: 'visitor',
  summary: 'One listed resource for anyone, with related ones; 404 when the catalogue is not public',
  errors: ['request.not-found', 'catalogue.not-found'],
});

export const countPublicResources = endpoint<{ query: ResourceCountsQuery; reply: ResourceCounts }>({
  method: 'GET',
  path: '/api/public/counts',
  caller: 'visitor',
  summary: 'Counts of the filters of the public catalogue; 404 when the catalogue is not public',
  errors: ['request.not-found', 'request.too-many'],
});

export const getLanding = endpoint<{ reply: CatalogueStart }>({
  method: 'GET',
  path: '/api/public/landing',
  caller: 'visitor',
  summary: "The publisher's introduction and pinned resources, for anyone; 404 when the catalogue is not public",
  errors: ['request.not-found'],
});
