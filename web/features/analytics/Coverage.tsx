import type { AnalyticsOverview } from '#contract/analytics.ts';
import { PrincipleLabel, PrincipleMark } from '../../ui/PrincipleMark.tsx';
import { rappPrincipleOrder } from '../../ui/principle-order.ts';
import { principleNames } from '../../ui/shapes.ts';
import { keysOf, phaseNames } from '../catalogue/display.ts';
import { ChartCard } from './ChartCard.tsx';
import { coverageTable, coveredBy, heatOf, thinnestCover } from './overview-display.ts';

const phases = keysOf(phaseNames);

const heats = [
  'bg-background text-foreground',
  'bg-chart-1/10 text-foreground',
  'bg-chart-1/20 text-foreground',
  'bg-chart-1/30 text-foreground',
  'bg-chart-1/40 text-foreground',
  'bg-chart-1/76 text-card',
  'bg-chart-1/94 text-card',
];

type CoverageProps = { overview: AnalyticsOverview; className?: string };

/** Where the catalogue has gaps: published resources by principle and phase. */
export function Coverage({ overview, className }: CoverageProps) {
  const { coverage } = overview;
  const most = Math.max(...coverage.map(({ resources }) => resources));
  return (
    <ChartCard
      title="RAPP coverage"
      subtitle="Published resources by principle and phase"
      table={coverageTable(overview, principleNames)}
      note={thinnestCover(coverage, principleNames)}
      isTable
      className={className}
    >
      <table className="w-full table-fixed border-separate border-spacing-0.75 text-sm lg:border-spacing-1">
        <caption className="sr-only">RAPP coverage</caption>
        <thead>
          <tr className="align-top">
            <td className="w-8 lg:w-38" />
            {phases.map((phase) => (
              <th key={phase} scope="col" className="px-1 py-1.5 text-left font-medium">
                <b className="block text-xs font-semibold lg:text-sm">{phaseNames[phase].step}</b>
                <span className="text-xs text-muted-foreground max-lg:sr-only">{phaseNames[phase].name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rappPrincipleOrder.map((principle) => (
            <tr key={principle}>
              <th scope="row" className="text-left font-medium whitespace-nowrap">
                <span className="flex items-center gap-2">
                  <PrincipleMark principle={principle} size={14} />
                  <span className="max-lg:sr-only">{principleNames[principle]}</span>
                </span>
              </th>
              {phases.map((phase) => {
                const resources = coveredBy(coverage, principle, phase);
                return (
                  <td
                    key={phase}
                    className={`h-13 rounded-sm text-center font-semibold tabular-nums ${heats[heatOf(resources, most)]}`}
                  >
                    {resources}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3.5 flex flex-wrap gap-x-3.5 gap-y-1.5 lg:hidden" aria-hidden="true">
        {rappPrincipleOrder.map((principle) => (
          <PrincipleLabel key={principle} principle={principle} />
        ))}
      </div>
    </ChartCard>
  );
}
