import type { Arrival } from '#contract/identity/sign-in-forms.ts';
import { searchToKeep } from './rules.ts';

/** Counts since they were last written, without names. */
export type CountedUsage = {
  openings: ReadonlyMap<number, number>;
  /** Searches without a result. */
  emptySearches: ReadonlyMap<string, number>;
  /** Those of them that had closest matches. */
  closestSearches: ReadonlyMap<string, number>;
  /** By landing and host, with a space between them. */
  visits: ReadonlyMap<string, number>;
};

export type UsageCounts = {
  /** A member opened a resource's page. */
  noteOpening(resourceId: number): void;
  /** A member looked for something in the whole catalogue and found nothing, or nothing but closest matches. */
  noteEmptySearch(search: string, hadClosest: boolean): void;
  /** A visitor opened a public page. */
  noteVisit(arrival: Arrival): void;
  /** Hands over what was seen and begins anew. */
  take(): CountedUsage;
};

/** How many different resources, searches and sites are kept in mind at most between two writings. */
const mostInMind = 5000;

/** Counts in this process' memory, so that a call that is counted waits for nothing. */
export function createUsageCounts(): UsageCounts {
  let openings = new Map<number, number>();
  let emptySearches = new Map<string, number>();
  let closestSearches = new Map<string, number>();
  let visits = new Map<string, number>();
  return {
    noteOpening: (resourceId) => count(openings, resourceId),
    noteEmptySearch: (search, hadClosest) => {
      const text = searchToKeep(search);
      if (text === null) return;
      count(emptySearches, text);
      if (hadClosest) count(closestSearches, text);
    },
    noteVisit: ({ landing, host }) => count(visits, `${landing} ${host}`),
    take: () => {
      const sighted = { openings, emptySearches, closestSearches, visits };
      openings = new Map();
      emptySearches = new Map();
      closestSearches = new Map();
      visits = new Map();
      return sighted;
    },
  };
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < mostInMind) counts.set(key, (known ?? 0) + 1);
}
