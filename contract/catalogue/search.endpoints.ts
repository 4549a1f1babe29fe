import * as z from 'zod/mini';
import { ChangesQuery } from '../changes.ts';
import { endpoint } from '../endpoint.ts';
import { ListedResource, ResourceSummary } from './catalogue.ts';
import {
  ChangedResources,
  ResourceCounts,
  ResourceCountsQuery,
  ResourceQuery,
  SuggestionQuery,
  Suggestions,
} from './search.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Finding published resources';

/**
 * Number of resources that pages of a list can reach (200 pages of 12); a search stops counting there. It is here
 * because the first screens need it, and schemas would load zod.
 */
export const deepestResource = 2400;

/**
 * Threshold for closest matches: a search with fewer results is followed by its closest matches, at most this many
 * (BROWSE-17).
 */
export const fewResults = 6;

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resources',
  query: ResourceQuery,
  response: z.array(ListedResource),
  caller: 'member',
  scope: 'catalogue:read',
  summary:
    'Published resources: with page or pageSize what a card shows of each, without them whole resources. X-Total-Count is the number found; of very many only that there are more, ' +
    'and X-Total-Count-Is-Minimum is then true. X-Closest-Count is how many closest matches a search with few results has',
  errors: [],
});

export const listClosestResources = endpoint({
  method: 'GET',
  path: '/api/resources/closest',
  query: ResourceCountsQuery,
  response: z.array(ResourceSummary),
  caller: 'member',
  scope: 'catalogue:read',
  summary:
    'The closest matches of a search with fewer than six results: up to six other published resources with the most ' +
    'and rarest of its words, within the filters or not',
  errors: [],
});

export const countResources = endpoint({
  method: 'GET',
  path: '/api/resources/counts',
  query: ResourceCountsQuery,
  response: ResourceCounts,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'How many published resources each value of the filters would find beside the rest of the query',
  errors: [],
});

export const listChangedResources = endpoint({
  method: 'GET',
  path: '/api/resources/changes',
  query: ChangesQuery,
  response: ChangedResources,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Published resources for other systems, and those that were, page by page in the order of their change',
  errors: [],
});

export const suggestResources = endpoint({
  method: 'GET',
  path: '/api/resources/suggestions',
  query: SuggestionQuery,
  response: Suggestions,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'Up to six published resources and three tags that a text being typed may be about',
  errors: [],
});
