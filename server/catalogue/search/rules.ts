import {
  type AccessType,
  type RappPhase,
  type RappPrinciple,
  type ResourceType,
  type RoleAffiliation,
  rappPrinciples,
} from '#contract/catalogue/catalogue.ts';
import { deepestResource } from '#contract/catalogue/search.endpoints.ts';
import type { ResourceCounts, ResourceCountsQuery, ResourceQuery } from '#contract/catalogue/search.ts';
import { type Slice, sliceOf } from '#server/catalogue/catalogue/rules.ts';

/**
 * Filter of a list; an empty group restricts nothing. `principlesBits` are the sets of principles that match
 * (BROWSE-04).
 */
export type Filter = {
  types: ResourceType[];
  accessTypes: AccessType[];
  principlesBits: number[];
  phases: RappPhase[];
  roles: RoleAffiliation[];
};

/** Matches every resource. */
export const noFilter: Filter = { types: [], accessTypes: [], principlesBits: [], phases: [], roles: [] };

/**
 * Number of listed resources with one type, access and set of principles; bit n is principle n of the contract's list.
 */
export type ListedCount = { type: ResourceType; access_type: AccessType; principles_bits: number; resources: number };

/** Like `ListedCount`, but with phases and roles, so that every filter can be applied. */
export type FoundCount = ListedCount & { phases: string[]; roles: string[] };

/** Returns the filter of a query, each value once and in a fixed order, so that equal filters have equal keys. */
export function filterOf(query: ResourceCountsQuery): Filter {
  return {
    types: [...new Set(query.type)].sort(),
    accessTypes: [...new Set(query.accessType)].sort(),
    principlesBits: bitsOfAny(query.rappPrinciples),
    phases: [...new Set(query.rappImplementationPhase)].sort(),
    roles: [...new Set(query.roleAffiliations)].sort(),
  };
}

/** Returns every set of principles that includes at least one of these; an empty list for no principles. */
export function bitsOfAny(principles: readonly RappPrinciple[]): number[] {
  const asked = bitsOf(principles);
  if (asked === 0) return [];
  return Array.from({ length: 2 ** rappPrinciples.length }, (_, bits) => bits).filter((bits) => (bits & asked) !== 0);
}

function bitsOf(principles: readonly RappPrinciple[]): number {
  return rappPrinciples.reduce((bits, one, index) => (principles.includes(one) ? bits + 2 ** index : bits), 0);
}

/** Returns the page of a query, limited to the depth that pages reach; deeper pages are empty (API-09). */
export function pageOf(query: ResourceQuery): Slice {
  const { offset, limit } = sliceOf(query);
  const start = Math.min(offset, deepestResource);
  return { offset: start, limit: Math.min(limit, deepestResource - start) };
}

/** Returns the cache key of a page; queries with equal keys have the same result. */
export function keyOf(query: ResourceQuery): string {
  return JSON.stringify([countsKeyOf(query), query.sort, pageOf(query)]);
}

/** Whether a query asks for a page of cards; without one the list has whole resources (API-09). */
export function hasPage({ page, pageSize }: ResourceQuery): boolean {
  return page !== undefined || pageSize !== undefined;
}

/** Returns the query of Browse's first page; a sort in the query remains. */
export function firstPageOf(query: ResourceCountsQuery): ResourceQuery {
  return { ...query, page: 1, pageSize: 12 };
}

type Counted = { total: number; isMinimum: boolean; closest: readonly unknown[] };

/** Returns the headers of a list: the number of results, and of the closest matches of a search with few results. */
export function countHeadersOf({ total, isMinimum, closest }: Counted): Record<string, string> {
  return {
    'x-total-count': String(total),
    ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
    ...(closest.length > 0 && { 'x-closest-count': String(closest.length) }),
  };
}

/** Returns the cache key of the counts: equal for all queries with the same filter and words. */
export function countsKeyOf(query: ResourceCountsQuery): string {
  const words = query.search.toLowerCase().split(/\s+/).join(' ');
  return JSON.stringify([filterOf(query), words]);
}

/** Whether a filter has phases or roles, which the stored counts do not have, because a resource may have several. */
export function asksAudience({ phases, roles }: Filter): boolean {
  return phases.length > 0 || roles.length > 0;
}

type Group = {
  name: keyof ResourceCounts;
  valuesOf: (found: FoundCount) => readonly string[];
  /** The filter without this group. */
  without: Partial<Filter>;
};

const groups: Group[] = [
  { name: 'type', valuesOf: ({ type }) => [type], without: { types: [] } },
  { name: 'accessType', valuesOf: ({ access_type }) => [access_type], without: { accessTypes: [] } },
  {
    name: 'rappPrinciples',
    valuesOf: ({ principles_bits }) => rappPrinciples.filter((_, index) => (principles_bits & (2 ** index)) !== 0),
    without: { principlesBits: [] },
  },
  { name: 'rappImplementationPhase', valuesOf: ({ phases }) => phases, without: { phases: [] } },
  { name: 'roleAffiliations', valuesOf: ({ roles }) => roles, without: { roles: [] } },
];

/**
 * Counts the resources of each value. The values of one group are alternatives (BROWSE-04), so each is counted as if
 * its own group had no filter; values without resources are left out.
 */
export function countsOf(found: readonly FoundCount[], filter: Filter): ResourceCounts {
  const counts: ResourceCounts = {};
  for (const { name, valuesOf, without } of groups) {
    const numbers: Record<string, number> = {};
    const others = { ...filter, ...without };
    for (const one of found) {
      if (!matches(one, others)) continue;
      for (const value of valuesOf(one)) numbers[value] = (numbers[value] ?? 0) + one.resources;
    }
    counts[name] = numbers;
  }
  return counts;
}

/** Counts the resources that match the whole filter. */
export function countMatches(found: readonly FoundCount[], filter: Filter): number {
  return found.reduce((sum, one) => (matches(one, filter) ? sum + one.resources : sum), 0);
}

/** Converts stored counts for filters without phases and roles. */
export function withoutAudience(counts: readonly ListedCount[]): FoundCount[] {
  return counts.map((count) => ({ ...count, phases: noFilter.phases, roles: noFilter.roles }));
}

function matches(one: FoundCount, { types, accessTypes, principlesBits, phases, roles }: Filter): boolean {
  return (
    holdsAny(types, [one.type]) &&
    holdsAny(accessTypes, [one.access_type]) &&
    holdsAny(principlesBits, [one.principles_bits]) &&
    holdsAny(phases, one.phases) &&
    holdsAny(roles, one.roles)
  );
}

function holdsAny<Value>(asked: readonly Value[], values: readonly Value[]): boolean {
  return asked.length === 0 || values.some((value) => asked.includes(value));
}
