import type { AnalyticsOverview } from '#contract/analytics.ts';
import {
  type AccessType,
  accessTypes,
  type RappPhase,
  type RappPrinciple,
  type ResourceType,
  rappPhases,
  rappPrinciples,
  resourceTypes,
} from '#contract/catalogue.ts';

type Group = { type: ResourceType; accessType: AccessType; resources: number; published: number; added: number };
type Covered = { principle: RappPrinciple; phase: RappPhase; resources: number };
type Counted = {
  groups: readonly Group[];
  users: { total: number; added: number };
  covered: readonly Covered[];
};

/** Adds the groups up; every access type, principle and phase is there, types only when they have resources. */
export function overviewOf({ groups, users, covered }: Counted): AnalyticsOverview {
  const sum = (figure: 'resources' | 'published' | 'added', of: (group: Group) => boolean = () => true) =>
    groups.filter(of).reduce((total, group) => total + group[figure], 0);
  return {
    totalResources: sum('resources'),
    addedResources: sum('added'),
    totalUsers: users.total,
    newUsers: users.added,
    publishedResources: sum('published'),
    revenueResources: sum('resources', (group) => group.accessType !== 'free'),
    accessTypes: accessTypes.map((accessType) => ({
      accessType,
      resources: sum('resources', (group) => group.accessType === accessType),
    })),
    types: resourceTypes
      .map((type) => ({ type, resources: sum('resources', (group) => group.type === type) }))
      .filter(({ resources }) => resources > 0)
      .toSorted((one, other) => other.resources - one.resources),
    coverage: rappPrinciples.flatMap((principle) =>
      rappPhases.map((phase) => ({
        principle,
        phase,
        resources: covered.find((one) => one.principle === principle && one.phase === phase)?.resources ?? 0,
      })),
    ),
  };
}
