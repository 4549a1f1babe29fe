import type { AnalyticsOverview } from '#contract/analytics.ts';
import { typeNames } from '../catalogue/display.ts';
import { Bars } from './Bars.tsx';
import { ChartCard } from './ChartCard.tsx';
import { typeTable } from './overview-display.ts';

/** The catalogue by type. */
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
