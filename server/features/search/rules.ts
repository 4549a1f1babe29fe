import {
  type AccessType,
  type RappPhase,
  type RappPrinciple,
  type ResourceType,
  type RoleAffiliation,
  rappPrinciples,
} from '#contract/catalogue.ts';
import type { ResourceCountsQuery, ResourceQuery, ResourceSort } from '#contract/search.ts';
import { type Slice, sliceOf } from '#server/features/catalogue/rules.ts';

/** What a list is restricted to; an empty group restricts nothing. Principles as the sets of them that fit (BROWSE-04). */
export type Filter = {
  types: ResourceType[];
  accessTypes: AccessType[];
  principlesBits: number[];
  phases: RappPhase[];
  roles: RoleAffiliation[];
};

/** Lets everything through. */
export const noFilter: Filter = { types: [], accessTypes: [], principlesBits: [], phases: [], roles: [] };

/** How many listed resources are of one kind; bit n stands for the principle n of the contract's list. */
export type ListedCount = { type: ResourceType; access_type: AccessType; principles_bits: number; resources: number };

/** A resource in a list, and by `revision` which writing of its row: PostgreSQL names another one at each change. */
export type Placed = { id: number; revision: string };

/** A place in a list: the resource at `position` has this id and stands at this key of the order, written as text. */
export type Mark = { position: number; key: string; id: number };

/**
 * How to come to a slice: by walking along the index of its order, on from a mark (or the beginning) or back from one
 * (or the end), or by gathering everything that fits the filter and sorting it.
 */
export type Way = Slice & ({ kind: 'gather' } | { kind: 'walk' | 'walk-back'; from: Mark | null });

/** The filter of a query, each value once and in a fixed order, so that equal questions look equal. */
export function filterOf(query: ResourceCountsQuery): Filter {
  return {
    types: [...new Set(query.type)].sort(),
    accessTypes: [...new Set(query.accessType)].sort(),
    principlesBits: bitsOfAny(query.rappPrinciples),
    phases: [...new Set(query.rappImplementationPhase)].sort(),
    roles: [...new Set(query.roleAffiliations)].sort(),
  };
}

/** Every set of principles that holds at least one of these; none when none is asked for. */
export function bitsOfAny(principles: readonly RappPrinciple[]): number[] {
  const asked = bitsOf(principles);
  if (asked === 0) return [];
  return Array.from({ length: 2 ** rappPrinciples.length }, (_, bits) => bits).filter((bits) => (bits & asked) !== 0);
}

function bitsOf(principles: readonly RappPrinciple[]): number {
  return rappPrinciples.reduce((bits, one, index) => (principles.includes(one) ? bits + 2 ** index : bits), 0);
}

/** One text for all queries that have the same answer. */
export function keyOf(query: ResourceQuery): string {
  return JSON.stringify([countsKeyOf(query), query.sort, sliceOf(query)]);
}

/** One text for all queries whose filters have the same counts. */
export function countsKeyOf(query: ResourceCountsQuery): string {
  const words = query.search.toLowerCase().split(/\s+/).join(' ');
  return JSON.stringify([filterOf(query), words]);
}

/** Whether a filter asks for more than the kept counts know: a resource may be for several phases and roles. */
export function asksAudience({ phases, roles }: Filter): boolean {
  return phases.length > 0 || roles.length > 0;
}

/**
 * How many resources about fit a filter with its phases and roles: at most as many as have any of each.
 * @param matching how many fit the rest of it, of which `audiences` says how many are for each phase and role
 */
export function fittingOf(
  { phases, roles }: Filter,
  matching: number,
  audiences: readonly { audience: string; resources: number }[],
): number {
  const shareOf = (asked: readonly string[]) => {
    const holding = audiences.reduce((sum, one) => (asked.includes(one.audience) ? sum + one.resources : sum), 0);
    return asked.length === 0 ? 1 : Math.min(1, holding / matching);
  };
  return matching * shareOf(phases) * shareOf(roles);
}

/** How many listed resources fit a filter, its phases and roles aside. */
export function countMatches(counts: readonly ListedCount[], filter: Filter): number {
  const { types, accessTypes, principlesBits } = filter;
  let matching = 0;
  // One plain pass: every list that is asked for the first time counts three times.
  for (const { type, access_type, principles_bits, resources } of counts) {
    const fits =
      (types.length === 0 || types.includes(type)) &&
      (accessTypes.length === 0 || accessTypes.includes(access_type)) &&
      (principlesBits.length === 0 || principlesBits.includes(principles_bits));
    if (fits) matching += resources;
  }
  return matching;
}

/**
 * The resources among which a list is walked: those of one access type have their own index of prices, for prices and
 * access types go together.
 */
export function walkedOf(filter: Filter, sort: ResourceSort): Filter {
  const hasOwnIndex = sort.startsWith('price') && filter.accessTypes.length === 1;
  return { ...noFilter, accessTypes: hasOwnIndex ? filter.accessTypes : [] };
}

type Surroundings = {
  /** How many resources are listed, on this index. */
  listed: number;
  /** How many of them fit the filter. */
  matching: number;
  /** Known places of this very list. */
  marks?: readonly Mark[];
};

/**
 * The cheapest way to a slice: by the fewest resources that have to be passed.
 * @returns null when nothing lies in the slice
 */
export function wayTo({ offset, limit }: Slice, { listed, matching, marks = [] }: Surroundings): Way | null {
  const count = Math.min(limit, matching - offset);
  if (count <= 0) return null;
  const end = offset + count;
  const before = marks.filter(({ position }) => position <= offset);
  const behind = marks.filter(({ position }) => position >= end);
  const last = before.reduce<Mark | null>((one, other) => (one && one.position > other.position ? one : other), null);
  const next = behind.reduce<Mark | null>((one, other) => (one && one.position < other.position ? one : other), null);
  const onwards = offset - (last?.position ?? 0);
  const backwards = (next?.position ?? matching) - end;
  const passed = (Math.min(onwards, backwards) + count) * (listed / matching);
  if (matching < passed) return { kind: 'gather', offset, limit: count };
  if (backwards < onwards) return { kind: 'walk-back', offset: backwards, limit: count, from: next };
  return { kind: 'walk', offset: onwards, limit: count, from: last };
}
