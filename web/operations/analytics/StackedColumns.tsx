import { formatMoney } from '#contract/money.ts';
import { heightOf, namedPoints, type Plot, scaleOf } from './chart-display.ts';
import { Grid } from './LineChart.tsx';

type Part = { name: string; colour: string; values: readonly number[] };

type StackedColumnsProps = {
  label: string;
  /** Names below the columns. */
  points: readonly string[];
  /** Amounts stacked above the line, the first one at the bottom. */
  taken: readonly Part[];
  /** Amounts below the line. */
  returned: Part;
  currency: string;
  plot: Plot;
  className: string;
};

/** Columns of amounts by month or day: takings above the line, returned money below it. */
export function StackedColumns({ label, points, taken, returned, currency, plot, className }: StackedColumnsProps) {
  const totals = points.map((_, index) => taken.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const scale = scaleOf(Math.max(0, ...totals), -Math.max(0, ...returned.values));
  const share = (plot.right - plot.left) / points.length;
  const width = Math.min(share * 0.6, 56);
  const leftOf = (index: number) => plot.left + index * share + (share - width) / 2;
  return (
    <svg viewBox={`0 0 ${plot.width} ${plot.height}`} role="img" aria-label={label} className={className}>
      <Grid plot={plot} scale={scale} text={(value) => formatMoney(value, currency).replace(/\.00$/, '')} />
      {points.map((point, index) => {
        let below = 0;
        const parts = taken.map(({ name, colour, values }) => {
          const from = below;
          below += values[index] ?? 0;
          return { name, colour, from, to: below };
        });
        parts.push({ name: returned.name, colour: returned.colour, from: -(returned.values[index] ?? 0), to: 0 });
        return (
          <g key={point}>
            {parts
              .filter(({ from, to }) => to > from)
              .map(({ name, colour, from, to }) => (
                <rect
                  key={name}
                  x={leftOf(index)}
                  width={width}
                  y={heightOf(plot, scale, to)}
                  height={Math.max(1, heightOf(plot, scale, from) - heightOf(plot, scale, to))}
                  fill={colour}
                  stroke="var(--card)"
                />
              ))}
          </g>
        );
      })}
      {namedPoints(plot, points.length).map((index) => (
        <text
          key={index}
          x={leftOf(index) + width / 2}
          y={plot.height - 6}
          fontSize={plot.textSize}
          textAnchor="middle"
          fill="var(--muted-foreground)"
        >
          {points[index]}
        </text>
      ))}
    </svg>
  );
}

type LegendProps = { parts: readonly { name: string; colour: string; value: React.ReactNode }[] };

export function ColumnsLegend({ parts }: LegendProps) {
  return (
    <ul className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {parts.map(({ name, colour, value }) => (
        <li key={name} className="flex items-center gap-2">
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="3" fill={colour} />
          </svg>
          {name} {value}
        </li>
      ))}
    </ul>
  );
}
