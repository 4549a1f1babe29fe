import type { RappPhase, RappPrinciple } from '#contract/catalogue/catalogue.ts';
import type { AnalyticsOverview } from '#contract/operations/analytics.ts';
import { phaseLabel, type Words } from '#contract/words.ts';
import { accessTypeNames, keysOf, typeNames } from '#web/catalogue/catalogue/display.ts';
import { type ChartTable, countText } from './chart-display.ts';

/** Returns the four counts with the small line below each (ADM-04). */
export function countsOf(overview: AnalyticsOverview): { label: string; count: number; note: string }[] {
  const { totalResources, publishedResources } = overview;
  const drafts = totalResources - publishedResources;
  return [
    {
      label: 'Total resources',
      count: totalResources,
      note: `${countText(overview.addedResources)} added in 30 days`,
    },
    { label: 'Total users', count: overview.totalUsers, note: `${countText(overview.newUsers)} new in 30 days` },
    {
      label: 'Published resources',
      count: publishedResources,
      note: `${countText(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`,
    },
    { label: 'Revenue resources', count: overview.revenueResources, note: 'Purchase or subscription' },
  ];
}

/** Returns the number of resources by access type, with the share of all. */
export function accessTable({ accessTypes, totalResources }: AnalyticsOverview): ChartTable {
  return {
    columns: [
      { header: 'Access type', kind: 'text' },
      { header: 'Resources', kind: 'count' },
      { header: 'Share', kind: 'share' },
    ],
    rows:
      totalResources === 0
        ? []
        : accessTypes.map(({ accessType, resources }) => [
            accessTypeNames[accessType],
            resources,
            resources / totalResources,
          ]),
  };
}

/** Returns the number of resources by type, the largest first. */
export function typeTable({ types }: Pick<AnalyticsOverview, 'types'>): ChartTable {
  return {
    columns: [
      { header: 'Type', kind: 'text' },
      { header: 'Resources', kind: 'count' },
    ],
    rows: types.map(({ type, resources }) => [typeNames[type], resources]),
  };
}

/** Returns the number of published resources by principle and phase. */
export function coverageTable({ coverage }: Pick<AnalyticsOverview, 'coverage'>, words: Words): ChartTable {
  const phases = keysOf(words.phases);
  return {
    columns: [
      { header: 'Principle', kind: 'text' },
      ...phases.map((phase) => ({
        header: phaseLabel(words.phases[phase]),
        kind: 'count' as const,
      })),
    ],
    rows: keysOf(words.principles).map((principle) => [
      words.principles[principle].name,
      ...phases.map((phase) => coveredBy(coverage, principle, phase)),
    ]),
  };
}

export function coveredBy(coverage: AnalyticsOverview['coverage'], principle: RappPrinciple, phase: RappPhase): number {
  return coverage.find((one) => one.principle === principle && one.phase === phase)?.resources ?? 0;
}

/** Returns "Fewest resources: Purpose-driven in Phase 4.", with at most three gaps; null when all counts are equal. */
export function thinnestCover(coverage: AnalyticsOverview['coverage'], words: Words): string | null {
  const fewest = Math.min(...coverage.map(({ resources }) => resources));
  const thinnest = coverage.filter(({ resources }) => resources === fewest);
  if (thinnest.length === 0 || thinnest.length === coverage.length) return null;
  const places = thinnest
    .slice(0, 3)
    .map(({ principle, phase }) => `${words.principles[principle].name} in ${words.phases[phase].step}`);
  const more = thinnest.length - places.length;
  return `Fewest resources: ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Returns the darkness of a cell, from 0 (nothing) to 6 (nearly the most). */
export function heatOf(resources: number, most: number): number {
  if (resources === 0) return 0;
  const share = resources / most;
  return 1 + [0.2, 0.4, 0.55, 0.75, 0.9].filter((from) => share >= from).length;
}
