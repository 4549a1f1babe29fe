import { Table2 } from 'lucide-react';
import type { AssessmentResult } from '#contract/assessment.ts';
import { Card } from '../../ui/Card.tsx';
import { AnswerRadar } from './AnswerRadar.tsx';
import { dayOfAttempt } from './results-display.ts';

/** The radar with its legend, and the way to the table that says the same. */
export function RadarCard({ result }: { result: AssessmentResult }) {
  const { previous, levels } = result;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Maturity radar</h2>
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
      <AnswerRadar result={result} />
      <p className="mt-3 text-xs text-muted-foreground">
        {levels.map(({ name }, index) => `${index + 1} ${name}`).join(', ')}.
      </p>
    </Card>
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
