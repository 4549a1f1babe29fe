import type { Arrival } from '#contract/identity/sign-in-forms.ts';
import { searchToKeep } from './rules.ts';

/** Usage that was counted since the last write, without members. */
export type CountedUsage = {
  openings: ReadonlyMap<number, number>;
  /** Searches without a result. */
  emptySearches: ReadonlyMap<string, number>;
  /** Searches of `emptySearches` that had closest matches. */
  closestSearches: ReadonlyMap<string, number>;
  /** Keys are landing and host with a space between them. */
  visits: ReadonlyMap<string, number>;
};

export type UsageCounts = {
  /** Counts that a member opened a resource's page. */
  noteOpening(resourceId: number): void;
  /** Counts a member's search of the whole catalogue without results, or with only closest matches. */
  noteEmptySearch(search: string, hadClosest: boolean): void;
  noteVisit(arrival: Arrival): void;
  /** Returns the counts and resets them. */
  take(): CountedUsage;
};

/** Maximum number of different keys of each count between two writes; further keys are not counted. */
const mostInMind = 5000;

/** Counts in this process's memory, so that a counted request waits for nothing. */
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
