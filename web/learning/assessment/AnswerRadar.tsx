import { Table2 } from 'lucide-react';
import type { AssessmentResult } from '#contract/learning/assessment.ts';
import {
  arcPath,
  dayOfAttempt,
  nameOf,
  narrowRadar,
  placeOf,
  pointsText,
  type RadarMeasures,
  ringCount,
  ringOf,
  wideRadar,
} from './results-display.ts';

type Result = Pick<AssessmentResult, 'answers' | 'sections' | 'previous'>;

/** Colours of the sections, in the radar and beside their texts. */
export const sectionColours = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-5)'];

/**
 * The twelve answers as two radars, for wide and for narrow screens. A comparable previous attempt is dashed. A table
 * on the page has the same data.
 */
function Plots({ result }: { result: Result }) {
  return (
    <>
      <Plot result={result} measures={wideRadar} className="mt-3 h-auto w-full max-sm:hidden" />
      <Plot result={result} measures={narrowRadar} className="mt-3 h-auto w-full sm:hidden" />
    </>
  );
}

type PlotProps = { result: Result; measures: RadarMeasures; className: string };

function Plot({ result, measures, className }: PlotProps) {
  const { answers, sections, previous } = result;
  const axes = answers.length;
  const ring = (value: number) => pointsText(answers.map((_, axis) => placeOf(measures, axes, axis, value)));
  const now = answers.map(({ level }, axis) => placeOf(measures, axes, axis, ringOf(level)));
  const before = answers.map(({ previousLevel }, axis) =>
    placeOf(measures, axes, axis, previousLevel ? ringOf(previousLevel) : 0),
  );
  const isCompared = previous?.isComparable === true;
  return (
    <svg
      viewBox={`0 0 ${measures.width} ${measures.height}`}
      role="img"
      aria-label={`Radar of the twelve answers from level 1 to ${ringCount}${isCompared ? ', the previous attempt dashed' : ''}. The table of answers says the same.`}
      className={className}
    >
      <polygon points={ring(ringCount)} fill="var(--background)" stroke="var(--border)" strokeWidth="1.5" />
      {[1, 2, 3].map((value) => (
        <polygon key={value} points={ring(value)} fill="none" stroke="var(--border)" />
      ))}
      {answers.map(({ questionId }, axis) => {
        const [x, y] = placeOf(measures, axes, axis, ringCount);
        return (
          <line key={questionId} x1={measures.centre[0]} y1={measures.centre[1]} x2={x} y2={y} stroke="var(--border)" />
        );
      })}
      {sections.map(({ id }, index) => (
        <path
          key={id}
          d={arcPath(measures, sections.length, index)}
          fill="none"
          stroke={sectionColours[index]}
          strokeWidth="6"
          strokeLinecap="round"
        />
      ))}
      {isCompared ? (
        <polygon
          points={pointsText(before)}
          fill="none"
          stroke="var(--chart-6)"
          strokeWidth="1.75"
          strokeDasharray="4 4"
        />
      ) : null}
      <polygon
        points={pointsText(now)}
        fill="var(--chart-1)"
        fillOpacity="0.16"
        stroke="var(--chart-1)"
        strokeWidth="2.25"
        strokeLinejoin="round"
      />
      {answers.map(({ questionId, sectionId, shortName }, axis) => {
        const [x, y] = now[axis] ?? measures.centre;
        const name = nameOf(measures, axes, axis);
        const colour = sectionColours[sections.findIndex(({ id }) => id === sectionId)];
        return (
          <g key={questionId}>
            <circle cx={x} cy={y} r="4.5" fill={colour} stroke="var(--card)" strokeWidth="1.5" />
            <text x={name.x} y={name.y} fontSize={measures.textSize} textAnchor={name.anchor} fill="var(--foreground)">
              {shortName}
            </text>
          </g>
        );
      })}
      {[1, 2, 3, 4].map((value) => (
        <text
          key={value}
          x={measures.centre[0]}
          y={measures.centre[1] - (measures.radius * value) / ringCount + measures.textSize * 0.7}
          fontSize={measures.textSize - 1}
          textAnchor="middle"
          fill="var(--muted-foreground)"
          stroke="var(--background)"
          strokeWidth="4"
          paintOrder="stroke"
        >
          {value}
        </text>
      ))}
    </svg>
  );
}

/** Radar with its legend, and a link to the table with the same data. */
export function Radar({ result }: { result: AssessmentResult }) {
  const { previous, levels } = result;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3>Maturity radar</h3>
        <a
          href="#answers"
          className="inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-sm font-semibold hover:bg-accent pointer-coarse:min-h-11"
        >
          <Table2 size={16} />
          View as table
        </a>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
        <LegendItem name={dayOfAttempt(result)} colour="var(--chart-1)" />
        {previous?.isComparable ? <LegendItem name={dayOfAttempt(previous)} colour="var(--chart-6)" isDashed /> : null}
      </ul>
      <Plots result={result} />
      <p className="mt-3 text-xs text-muted-foreground">
        {levels.map(({ name }, index) => `${index + 1} ${name}`).join(', ')}.
      </p>
    </div>
  );
}

function LegendItem({ name, colour, isDashed }: { name: string; colour: string; isDashed?: boolean }) {
  return (
    <li className="inline-flex items-center gap-2">
      <svg width="22" height="8" aria-hidden="true">
        <line
          x1="0"
          y1="4"
          x2="22"
          y2="4"
          stroke={colour}
          strokeWidth={isDashed ? 2 : 2.5}
          strokeDasharray={isDashed ? '4 4' : undefined}
        />
      </svg>
      {name}
      {isDashed ? ' (dashed)' : null}
    </li>
  );
}
