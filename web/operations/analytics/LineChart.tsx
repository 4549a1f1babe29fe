import {
  apart,
  countText,
  heightOf,
  namedPoints,
  narrowPlot,
  type Plot,
  placeOf,
  scaleOf,
  widePlot,
} from './chart-display.ts';

export type Line = {
  name: string;
  values: readonly number[];
  colour: string;
  /** Dash pattern, so that lines differ without colour; absent for a full line. */
  dash?: string;
};

export type LineChartProps = {
  label: string;
  /** Names of the points, in their order. */
  points: readonly string[];
  lines: readonly Line[];
  /** Formats a figure; a count by default. */
  text?: (value: number) => string;
};

/** Chart of lines over time. The last figures are named beside the lines, or below the chart on narrow screens. */
export function LineChart(props: LineChartProps) {
  const { text = countText } = props;
  return (
    <>
      <Picture {...props} plot={widePlot} className="h-auto w-full max-lg:hidden" />
      <Picture {...props} plot={narrowPlot} className="h-auto w-full lg:hidden" />
      <ul className="mt-3.5 flex flex-wrap gap-x-4 gap-y-1.5 text-xs lg:hidden">
        {props.lines.map(({ name, values, colour, dash }) => (
          <li key={name} className="flex items-center gap-2">
            <svg width="22" height="8" aria-hidden="true">
              <line y1="4" x2="22" y2="4" stroke={colour} strokeWidth="2.5" strokeDasharray={dash} />
            </svg>
            {name} <b className="font-semibold tabular-nums">{text(values.at(-1) ?? 0)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Picture({
  label,
  points,
  lines,
  text = countText,
  plot,
  className,
}: LineChartProps & { plot: Plot; className: string }) {
  const scale = scaleOf(Math.max(0, ...lines.flatMap(({ values }) => values)));
  const ends = lines.map(({ values }) => heightOf(plot, scale, values.at(-1) ?? 0));
  const names = apart(ends, 16);
  const isWide = plot === widePlot;
  return (
    <svg viewBox={`0 0 ${plot.width} ${plot.height}`} role="img" aria-label={label} className={className}>
      <Grid plot={plot} scale={scale} text={text} />
      {namedPoints(plot, points.length).map((index) => (
        <text
          key={index}
          x={placeOf(plot, index, points.length)}
          y={plot.height - 6}
          fontSize={plot.textSize}
          textAnchor={points.length === 1 ? 'end' : index === 0 ? 'start' : 'middle'}
          fill="var(--muted-foreground)"
        >
          {points[index]}
        </text>
      ))}
      {lines.map(({ name, values, colour, dash }, line) => (
        <g key={name}>
          <polyline
            points={values
              .map((value, index) => `${placeOf(plot, index, values.length)},${heightOf(plot, scale, value)}`)
              .join(' ')}
            fill="none"
            stroke={colour}
            strokeWidth="2.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            strokeDasharray={dash}
          />
          <circle cx={plot.right} cy={ends[line]} r="4" fill={colour} stroke="var(--card)" strokeWidth="1.5" />
          {isWide ? (
            <text
              x={plot.right + 12}
              y={(names[line] ?? 0) + 4.5}
              fontSize={plot.textSize}
              fontWeight="600"
              fill="var(--foreground)"
            >
              {name} {text(values.at(-1) ?? 0)}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

type GridProps = { plot: Plot; scale: readonly number[]; text: (value: number) => string };

/** Lines of the scale with their figures. */
export function Grid({ plot, scale, text }: GridProps) {
  return scale.map((value) => {
    const height = heightOf(plot, scale, value);
    return (
      <g key={value}>
        <line
          x1={plot.left}
          x2={plot.right}
          y1={height}
          y2={height}
          stroke={value === 0 ? 'var(--border)' : 'var(--chart-grid)'}
        />
        <text
          x={plot.left - 8}
          y={height + plot.textSize * 0.35}
          fontSize={plot.textSize}
          textAnchor="end"
          fill="var(--muted-foreground)"
        >
          {text(value)}
        </text>
      </g>
    );
  });
}
