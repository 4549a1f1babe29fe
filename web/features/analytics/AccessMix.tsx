import type { AnalyticsOverview } from '#contract/analytics.ts';
import { AccessTypeIcon } from '../../ui/AccessLabel.tsx';
import { accessTypeNames } from '../catalogue/display.ts';
import { ChartCard } from './ChartCard.tsx';
import { accessTable } from './overview-display.ts';
import { countText, shareText } from './table-display.ts';

const fills = { free: 'bg-free', purchase: 'bg-purchase', subscription: 'bg-subscription' } as const;

type AccessMixProps = { overview: AnalyticsOverview; note?: string | null; className?: string };

/** How the catalogue is sold, as one bar. */
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
