import type { AssessmentResult } from '#contract/learning/assessment.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PrincipleLabel } from '#web/ui/PrincipleMark.tsx';
import { sectionColours } from './AnswerRadar.tsx';
import { changeOf, levelName } from './results-display.ts';

export function SectionScores({ result }: { result: AssessmentResult }) {
  return (
    <Card isPadded={false} className="mb-10 overflow-hidden lg:mb-12">
      <h2 className="sr-only">Section scores</h2>
      <ul className="-mb-px -ml-px grid grid-cols-1 sm:grid-cols-2 xl:grid-cols-4">
        {result.sections.map((section) => (
          <li key={section.id} className="border-b border-l border-border p-5 lg:p-6">
            <h3 className="font-sans text-sm! leading-5! font-normal! text-muted-foreground">{section.title}</h3>
            <p className="mt-0.5 flex items-baseline justify-between gap-2">
              <span className="font-display text-2xl font-semibold tabular-nums">{section.percent}%</span>
              <span className="text-sm font-semibold">{levelName(result, section.band)}</span>
            </p>
            <Quarters percent={section.percent} colour="var(--progress)" count={result.levels.length} />
            <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground tabular-nums">
              <span>
                {section.points} of {section.most} points
              </span>
              <span>{changeOf(section.percent, section.previousPercent)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Results of the sections in words, marked in the colours of the radar, and the profile by principle. */
export function SectionTexts({ result }: { result: AssessmentResult }) {
  return (
    <div>
      <h3>What the levels mean here</h3>
      <ul>
        {result.sections.map((section, index) => (
          <li key={section.id} className="border-b border-border py-4">
            <div className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="size-2.5 flex-none rounded-xs"
                style={{ background: sectionColours[index] }}
              />
              <h4 className="min-w-0 flex-1 font-semibold">{section.title}</h4>
              <Badge>{levelName(result, section.band)}</Badge>
            </div>
            <p className="mt-1.5 text-sm text-muted-foreground">{section.text}</p>
          </li>
        ))}
      </ul>
      <h4 className="mt-4 font-semibold">Principles</h4>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1.5">
        {result.principles.map(({ principle, percent }) => (
          <li key={principle} className="flex items-center justify-between gap-2 text-xs">
            <PrincipleLabel principle={principle} />
            <span className="font-semibold tabular-nums">{percent}%</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted-foreground">{result.texts.indicative}</p>
    </div>
  );
}

/** Bar with one part for each level. Hidden from assistive technology, so the figure must be beside it. */
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
