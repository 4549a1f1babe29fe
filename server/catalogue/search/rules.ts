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

/** What a list is restricted to; an empty group restricts nothing. Principles are the sets of them that match (BROWSE-04). */
export type Filter = {
  types: ResourceType[];
  accessTypes: AccessType[];
  principlesBits: number[];
  phases: RappPhase[];
  roles: RoleAffiliation[];
};

/** Matches every resource. */
export const noFilter: Filter = { types: [], accessTypes: [], principlesBits: [], phases: [], roles: [] };

/** How many listed resources share type, access and principles; bit n is principle n of the contract's list. */
export type ListedCount = { type: ResourceType; access_type: AccessType; principles_bits: number; resources: number };

/** The same with phases and roles: everything that a filter can ask for. */
export type FoundCount = ListedCount & { phases: string[]; roles: string[] };

/** The filter of a query, each value once and in a fixed order, so that equal questions have equal keys. */
export function filterOf(query: ResourceCountsQuery): Filter {
  return {
    types: [...new Set(query.type)].sort(),
    accessTypes: [...new Set(query.accessType)].sort(),
    principlesBits: bitsOfAny(query.rappPrinciples),
    phases: [...new Set(query.rappImplementationPhase)].sort(),
    roles: [...new Set(query.roleAffiliations)].sort(),
  };
}

/** Every set of principles that holds at least one of these; an empty list for no principles. */
export function bitsOfAny(principles: readonly RappPrinciple[]): number[] {
  const asked = bitsOf(principles);
  if (asked === 0) return [];
  return Array.from({ length: 2 ** rappPrinciples.length }, (_, bits) => bits).filter((bits) => (bits & asked) !== 0);
}

function bitsOf(principles: readonly RappPrinciple[]): number {
  return rappPrinciples.reduce((bits, one, index) => (principles.includes(one) ? bits + 2 ** index : bits), 0);
}

/** The page of a query, as far as pages reach; deeper pages are empty (API-09). */
export function pageOf(query: ResourceQuery): Slice {
  const { offset, limit } = sliceOf(query);
  const start = Math.min(offset, deepestResource);
  return { offset: start, limit: Math.min(limit, deepestResource - start) };
}

/** The cache key of a page: equal for all queries with the same answer. */
export function keyOf(query: ResourceQuery): string {
  return JSON.stringify([countsKeyOf(query), query.sort, pageOf(query)]);
}

/** Whether a query asks for a page of cards; without one the list has whole resources (API-09). */
export function hasPage({ page, pageSize }: ResourceQuery): boolean {
  return page !== undefined || pageSize !== undefined;
}

/** The first page of Browse, in the usual order. */
export function firstPageOf(query: ResourceCountsQuery): ResourceQuery {
  return { ...query, page: 1, pageSize: 12 };
}

type Counted = { total: number; isMinimum: boolean; closest: readonly unknown[] };

/** The headers of a list: how many resources were found, and how many closest matches a search with few results has. */
export function countHeadersOf({ total, isMinimum, closest }: Counted): Record<string, string> {
  return {
    'x-total-count': String(total),
    ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
    ...(closest.length > 0 && { 'x-closest-count': String(closest.length) }),
  };
}

/** The cache key of the counts: equal for all queries with the same filter and words. */
export function countsKeyOf(query: ResourceCountsQuery): string {
  const words = query.search.toLowerCase().split(/\s+/).join(' ');
  return JSON.stringify([filterOf(query), words]);
}

/** Whether a filter asks for phases or roles, which the kept counts do not hold: a resource may have several. */
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
 * How many resources each value would find. The values of one group are alternatives (BROWSE-04), so each counts as if
 * its own group asked for nothing; values without resources are left out.
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

/** How many of these match the whole filter. */
export function countMatches(found: readonly FoundCount[], filter: Filter): number {
  return found.reduce((sum, one) => (matches(one, filter) ? sum + one.resources : sum), 0);
}

/** The kept counts in the form of found ones, for filters that ask for no phase and no role. */
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
