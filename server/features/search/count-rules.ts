import { rappPrinciples } from '#contract/catalogue.ts';
import type { ResourceCounts } from '#contract/search.ts';
import { type Filter, type ListedCount, noFilter } from './rules.ts';

/** How many resources share everything that filters ask for. */
export type FoundCount = ListedCount & { phases: string[]; roles: string[] };

type Group = {
  name: keyof ResourceCounts;
  valuesOf: (found: FoundCount) => readonly string[];
  /** The filter without this group. */
  free: Partial<Filter>;
};

const groups: Group[] = [
  { name: 'type', valuesOf: ({ type }) => [type], free: { types: [] } },
  { name: 'accessType', valuesOf: ({ access_type }) => [access_type], free: { accessTypes: [] } },
  {
    name: 'rappPrinciples',
    valuesOf: ({ principles_bits }) => rappPrinciples.filter((_, index) => (principles_bits & (2 ** index)) !== 0),
    free: { principlesBits: [] },
  },
  { name: 'rappImplementationPhase', valuesOf: ({ phases }) => phases, free: { phases: [] } },
  { name: 'roleAffiliations', valuesOf: ({ roles }) => roles, free: { roles: [] } },
];

/**
 * How many resources each value would find. The values of one group are alternatives (BROWSE-04), so each counts as if
 * its own group asked for nothing; what nothing has is left out.
 */
export function countsOf(found: readonly FoundCount[], filter: Filter): ResourceCounts {
  const counts: ResourceCounts = {};
  for (const { name, valuesOf, free } of groups) {
    const numbers: Record<string, number> = {};
    const others = { ...filter, ...free };
    for (const one of found) {
      if (!fits(one, others)) continue;
      for (const value of valuesOf(one)) numbers[value] = (numbers[value] ?? 0) + one.resources;
    }
    counts[name] = numbers;
  }
  return counts;
}

/** How many of these fit the whole filter. */
export function countFitting(found: readonly FoundCount[], filter: Filter): number {
  return found.reduce((sum, one) => (fits(one, filter) ? sum + one.resources : sum), 0);
}

/** The kept counts know nothing of phases and roles; it is enough when a filter does not ask for them. */
export function withoutAudience(counts: readonly ListedCount[]): FoundCount[] {
  return counts.map((count) => ({ ...count, phases: noFilter.phases, roles: noFilter.roles }));
}

function fits(one: FoundCount, { types, accessTypes, principlesBits, phases, roles }: Filter): boolean {
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
