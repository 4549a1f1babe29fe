import * as z from 'zod/mini';
import { changesOf } from '../changes.ts';
import { paging, repeated, searchText } from '../text.ts';
import { AccessType, RappPhase, RappPrinciple, ResourceSummary, ResourceType, RoleAffiliation } from './catalogue.ts';

export const resourceSorts = ['created_at', 'title', 'price_low_high', 'price_high_low'] as const;
export type ResourceSort = (typeof resourceSorts)[number];

const SearchText = searchText('There can be one search at a time');

/**
 * The query of GET /api/resources (API-09); the values of one filter are alternatives, several filters restrict each
 * other. Without a sort, a search is ordered by best match, everything else newest first.
 */
export const ResourceQuery = z.object({
  type: repeated(ResourceType),
  accessType: repeated(AccessType),
  rappPrinciples: repeated(RappPrinciple),
  rappImplementationPhase: repeated(RappPhase),
  roleAffiliations: repeated(RoleAffiliation),
  search: z._default(SearchText, ''),
  sort: z.optional(z.enum(resourceSorts, { error: 'This sort order is not known' })),
  ...paging(),
});
export type ResourceQuery = z.infer<typeof ResourceQuery>;

/** The query of GET /api/resources/counts and GET /api/resources/closest: search and filters of the list. */
export const ResourceCountsQuery = z.omit(ResourceQuery, { sort: true, page: true, pageSize: true });
export type ResourceCountsQuery = z.infer<typeof ResourceCountsQuery>;

/** Minimum length of a text with suggestions; shorter ones match too much. */
const shortestSuggestion = 2;

/** The query of GET /api/resources/suggestions: the text that the member has typed so far. */
export const SuggestionQuery = z.object({
  search: SearchText.check(
    z.minLength(shortestSuggestion, `The search must be at least ${shortestSuggestion} characters`),
  ),
});
export type SuggestionQuery = z.infer<typeof SuggestionQuery>;

/**
 * Suggestions for a text that is being typed: resources, first those whose title begins with it, and tags to search
 * for.
 */
export const Suggestions = z.object({
  resources: z.array(z.object({ id: z.int(), title: z.string(), type: ResourceType })),
  topics: z.array(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;

const ValueCounts = z.optional(z.record(z.string(), z.int()));

/**
 * Number of resources that each value of each filter would find, together with the search and the other filters. Values
 * without a resource are left out of their filter; a filter that is too expensive to count is left out altogether.
 */
export const ResourceCounts = z.object({
  type: ValueCounts,
  accessType: ValueCounts,
  rappPrinciples: ValueCounts,
  rappImplementationPhase: ValueCounts,
  roleAffiliations: ValueCounts,
});
export type ResourceCounts = z.infer<typeof ResourceCounts>;

/** A published resource with the time of its last change. */
const ChangedResource = z.extend(ResourceSummary, { updatedAt: z.string() });
export type ChangedResource = z.infer<typeof ChangedResource>;

/** `withdrawn` are resources that left the catalogue: unpublished or deleted. One that comes back is an item again. */
export const ChangedResources = z.extend(changesOf(ChangedResource), {
  withdrawn: z.array(z.object({ id: z.int(), withdrawnAt: z.string() })),
});
export type ChangedResources = z.infer<typeof ChangedResources>;
