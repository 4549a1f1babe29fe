import type { AccessType } from '#contract/catalogue/catalogue.ts';
import type { DemoResource } from './catalogue/resource.ts';

/** Uses of a resource on one day; `key` is the resource's. */
export type DemoUse = { key: string; daysAgo: number; opened: number; finished: number };

/** Maximum age of the demo's uses in days: nearly the year that analytics show at first. */
const mostDaysAgo = 48 * 7;

/** Days out of a hundred on which a resource is opened at the highest activity. */
const openedShare: Record<AccessType, number> = { free: 9, subscription: 8, purchase: 5 };

/** Number of the four subscribers who read a resource to its end; the list repeats through the catalogue. */
const finishers = [2, 0, 1, 4, 0, 1, 3, 0, 2, 1, 0];

/**
 * Returns the openings and completions of resources by the demo's subscribers, who have Data Collection on. Activity
 * grows over the weeks, new resources get more openings than old ones, and the result is always the same.
 */
export function usesOf(resources: readonly DemoResource[]): DemoUse[] {
  return resources.filter(({ isPublished }) => isPublished).flatMap(usesOfOne);
}

function usesOfOne(resource: DemoResource, place: number): DemoUse[] {
  const uses: DemoUse[] = [];
  // Subscribers cannot read resources that are only sold singly.
  let unfinished = resource.accessType === 'purchase' ? 0 : (finishers[place % finishers.length] ?? 0);
  for (let daysAgo = Math.min(mostDaysAgo, resource.createdDaysAgo); daysAgo > 0; daysAgo -= 1) {
    const draw = (place * 37 + daysAgo * 53) % 100;
    const share = openedShare[resource.accessType] * newness(resource) * (1 - daysAgo / (1.5 * mostDaysAgo));
    if (draw >= share) continue;
    const isReadWell = draw < share / 3;
    const finished = isReadWell && unfinished > 0 ? 1 : 0;
    unfinished -= finished;
    uses.push({ key: resource.key, daysAgo, opened: isReadWell ? 2 : 1, finished });
  }
  return uses;
}

function newness({ createdDaysAgo }: DemoResource): number {
  if (createdDaysAgo > 200) return 0.5;
  return createdDaysAgo > 60 ? 1 : 2;
}

/** Failed searches, each with its days in the past; some have closest matches. */
export const emptySearches: readonly { text: string; daysAgo: readonly number[]; hadClosest?: boolean }[] = [
  { text: 'facial recognition', daysAgo: [6, 19, 33, 41, 68, 102, 161] },
  { text: 'schools', daysAgo: [4, 12, 30, 57, 140] },
  { text: 'carbon footprint', daysAgo: [9, 24, 26, 88] },
  { text: 'transcription in meetings', daysAgo: [2, 15, 16], hadClosest: true },
  { text: 'copyright', daysAgo: [22, 47] },
  { text: 'recruitment screening', daysAgo: [5, 11, 52], hadClosest: true },
  { text: 'union agreement', daysAgo: [3, 38], hadClosest: true },
  { text: 'incident insurance', daysAgo: [2, 17, 45], hadClosest: true },
  { text: 'staff handbook', daysAgo: [1, 29], hadClosest: true },
];
