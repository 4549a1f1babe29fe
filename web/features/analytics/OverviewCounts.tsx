import type { AnalyticsOverview } from '#contract/analytics.ts';
import { countsOf } from './overview-display.ts';
import { countText } from './table-display.ts';

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
