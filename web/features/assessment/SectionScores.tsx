import type { AssessmentResult } from '#contract/assessment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { PrincipleLabel } from '../../ui/PrincipleMark.tsx';
import { sectionColours } from './AnswerRadar.tsx';
import { changeOf, levelName } from './results-display.ts';

/** The four sections with percentage, band and change, and the profile by principle. */
export function SectionScores({ result }: { result: AssessmentResult }) {
  return (
    <Card>
      <h2>Section scores</h2>
      <ul>
        {result.sections.map((section, index) => (
          <li key={section.id} className="border-b border-border py-4">
            <div className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="size-2.5 flex-none rounded-xs"
                style={{ background: sectionColours[index] }}
              />
              <h3 className="min-w-0 flex-1 text-base!">{section.title}</h3>
              <Badge>{levelName(result, section.band)}</Badge>
            </div>
            <Quarters percent={section.percent} colour={sectionColours[index] ?? ''} count={result.levels.length} />
            <div className="mt-2 flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground tabular-nums">
              <span>
                <strong className="font-semibold text-foreground">{section.percent}%</strong>, {section.points} of{' '}
                {section.most} points
              </span>
              <span>{changeOf(section.percent, section.previousPercent)}</span>
            </div>
            <p className="mt-1.5 text-sm text-muted-foreground">{section.text}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-4 text-base!">Principles</h3>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1.5">
        {result.principles.map(({ principle, percent }) => (
          <li key={principle} className="flex items-center justify-between gap-2 text-xs">
            <PrincipleLabel principle={principle} />
            <span className="font-semibold tabular-nums">{percent}%</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted-foreground">{result.texts.indicative}</p>
    </Card>
  );
}

/** A bar with one part for each level; its figure is below it. */
export function Quarters({ percent, colour, count }: { percent: number; colour: string; count: number }) {
  const parts = Array.from({ length: count }, (_, index) => index);
  return (
    <div aria-hidden="true" className="mt-2 grid auto-cols-fr grid-flow-col gap-0.75">
      {parts.map((part) => (
        <span key={part} className="block h-1.5 overflow-hidden rounded-full bg-progress-track">
          <span
            className="block h-full"
            style={{ background: colour, width: `${Math.min(100, Math.max(0, percent * count - part * 100))}%` }}
          />
        </span>
      ))}
    </div>
  );
}
