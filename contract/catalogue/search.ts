import * as z from 'zod/mini';
import { paging, repeated, searchText } from '../text.ts';
import { AccessType, RappPhase, RappPrinciple, ResourceType, RoleAffiliation } from './catalogue.ts';

export const resourceSorts = ['created_at', 'title', 'price_low_high', 'price_high_low'] as const;
export type ResourceSort = (typeof resourceSorts)[number];

const SearchText = searchText('There can be one search at a time');

/**
 * The query of GET /api/resources (API-09); a group's values are alternatives, groups restrict each
 * other. Without a sort a search comes best match first, everything else newest first.
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

/** The query of GET /api/resources/counts: what the list is narrowed to. */
export const ResourceCountsQuery = z.omit(ResourceQuery, { sort: true, page: true, pageSize: true });
export type ResourceCountsQuery = z.infer<typeof ResourceCountsQuery>;

/** Shorter texts say too little to suggest anything. */
const shortestSuggestion = 2;

/** The query of GET /api/resources/suggestions: what the member has typed so far. */
export const SuggestionQuery = z.object({
  search: SearchText.check(
    z.minLength(shortestSuggestion, `The search must be at least ${shortestSuggestion} characters`),
  ),
});
export type SuggestionQuery = z.infer<typeof SuggestionQuery>;

/** What a text that is being typed may be about: resources, those that its words begin first, and tags to search for. */
export const Suggestions = z.object({
  resources: z.array(z.object({ id: z.int(), title: z.string(), type: ResourceType })),
  topics: z.array(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;

const ValueCounts = z.optional(z.record(z.string(), z.int()));

/**
 * For each value of a filter how many resources it would find beside what the other groups and the search ask for.
 * What nothing has is left out of its group; a group that is too much to count is left out altogether.
 */
export const ResourceCounts = z.object({
  type: ValueCounts,
  accessType: ValueCounts,
  rappPrinciples: ValueCounts,
  rappImplementationPhase: ValueCounts,
  roleAffiliations: ValueCounts,
});
export type ResourceCounts = z.infer<typeof ResourceCounts>;
