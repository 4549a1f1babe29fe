import type { AnalyticsOverview } from '#contract/operations/analytics.ts';
import { accessTypeNames, keysOf, typeNames } from '#web/catalogue/catalogue/display.ts';
import { AccessTypeIcon } from '#web/ui/AccessLabel.tsx';
import { PrincipleLabel, PrincipleMark, rappPrincipleOrder } from '#web/ui/PrincipleMark.tsx';
import { useWords } from '#web/ui/words.ts';
import { Bars, ChartCard } from './ChartCard.tsx';
import { countText, shareText } from './chart-display.ts';
import {
  accessTable,
  countsOf,
  coverageTable,
  coveredBy,
  heatOf,
  thinnestCover,
  typeTable,
} from './overview-display.ts';

/** The four counts (ADM-04). */
export function OverviewCounts({ overview }: { overview: AnalyticsOverview }) {
  return (
    <dl className="grid grid-cols-2 border-y border-border lg:grid-cols-4">
      {countsOf(overview).map(({ label, count, note }) => (
        <div
          key={label}
          className="flex flex-col border-border py-4 max-lg:nth-[n+3]:border-t lg:border-l lg:px-6 lg:py-5 lg:first:border-0 lg:first:pl-0"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="mt-1 font-display text-3xl leading-10 font-semibold tracking-[-0.02em] tabular-nums">
            {countText(count)}
          </dd>
          <dd className="text-xs text-muted-foreground">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

export function TypeBars({ overview, className }: { overview: AnalyticsOverview; className?: string }) {
  return (
    <ChartCard
      title="Resources by type"
      subtitle="Published and draft"
      table={typeTable(overview)}
      emptyText="There are no resources yet."
      className={className}
    >
      <Bars
        bars={overview.types.map(({ type, resources }) => ({ key: type, name: typeNames[type], count: resources }))}
      />
    </ChartCard>
  );
}

const fills = { free: 'bg-free', purchase: 'bg-purchase', subscription: 'bg-subscription' } as const;

type AccessMixProps = { overview: AnalyticsOverview; note?: string | null; className?: string };

/** Share of each access type in the catalogue, as one bar. */
export function AccessMix({ overview, note, className }: AccessMixProps) {
  const { accessTypes, totalResources } = overview;
  return (
    <ChartCard
      title="Access mix"
      subtitle={`${countText(totalResources)} ${totalResources === 1 ? 'resource' : 'resources'}`}
      table={accessTable(overview)}
      emptyText="There are no resources yet."
      note={note}
      className={className}
    >
      <MixBar overview={overview} />
      <ul className="mt-6 grid gap-3 text-sm">
        {accessTypes.map(({ accessType, resources }) => (
          <li key={accessType} className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto_3.5rem] items-center gap-2.5">
            <span className={`size-3 rounded-[3px] ${fills[accessType]}`} />
            <span className="flex items-center gap-2">
              <AccessTypeIcon accessType={accessType} />
              {accessTypeNames[accessType]}
            </span>
            <span className="text-right font-semibold tabular-nums">{countText(resources)}</span>
            <span className="text-right text-muted-foreground tabular-nums">
              {shareText(resources / totalResources)}
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}

function MixBar({ overview: { accessTypes, totalResources } }: Pick<AccessMixProps, 'overview'>) {
  let drawn = 0;
  const parts = accessTypes.map(({ accessType, resources }) => {
    const start = drawn;
    drawn += resources / totalResources;
    return { accessType, start, share: resources / totalResources };
  });
  return (
    <svg
      role="img"
      aria-label={accessTypes.map((one) => `${accessTypeNames[one.accessType]} ${one.resources}`).join(', ')}
      className="h-10 w-full rounded-sm"
    >
      {parts.map(({ accessType, start, share }) => (
        <rect
          key={accessType}
          x={`${start * 100}%`}
          width={`${share * 100}%`}
          height="100%"
          fill={`var(--${accessType})`}
        />
      ))}
      {parts
        .filter(({ start, share }) => start > 0 && share > 0)
        .map(({ accessType, start }) => (
          <line
            key={accessType}
            x1={`${start * 100}%`}
            x2={`${start * 100}%`}
            y2="100%"
            stroke="var(--card)"
            strokeWidth="2"
          />
        ))}
    </svg>
  );
}

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

/** Table of published resources by principle and phase, which shows the gaps of the catalogue. */
export function Coverage({ overview, className }: CoverageProps) {
  const { coverage } = overview;
  const words = useWords();
  const phases = keysOf(words.phases);
  const most = Math.max(...coverage.map(({ resources }) => resources));
  return (
    <ChartCard
      title="RAPP coverage"
      subtitle="Published resources by principle and phase"
      table={coverageTable(overview, words)}
      note={thinnestCover(coverage, words)}
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
                <b className="block text-xs font-semibold lg:text-sm">{words.phases[phase].step}</b>
                <span className="text-xs text-muted-foreground max-lg:sr-only">{words.phases[phase].name}</span>
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
                  <span className="max-lg:sr-only">{words.principles[principle].name}</span>
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
