import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { assessmentLevels } from '#contract/assessment-content.ts';
import type { RoundQuestion, RoundResults } from '#contract/assessment-rounds.ts';
import { Card } from '../../../ui/Card.tsx';
import { TextButton } from '../../../ui/TextLink.tsx';
import { Distribution, LevelLegend } from './Distribution.tsx';
import { changeOf, changeText, levelName } from './display.ts';
import { PanelHead } from './RoundHead.tsx';

/** How many people chose each level of each question, as bars or as figures (TEAM-03). */
export function AnswersTable({ results }: { results: RoundResults }) {
  const [isFigures, setFigures] = useState(false);
  const { previous, sections, questions, answered } = results;
  const headings = isFigures ? assessmentLevels.map((level) => levelName(results, level)) : [`Answers, of ${answered}`];
  const columns = 3 + headings.length + (previous ? 1 : 0);
  return (
    <Card isPadded={false} role="region" aria-labelledby="answers" className="pb-3">
      <PanelHead
        id="answers"
        title="Answers by question"
        about="Number of people at each level. The mark is below the median level."
      >
        <div className="flex flex-col gap-2 sm:items-end">
          <TextButton aria-pressed={isFigures} onClick={() => setFigures(!isFigures)}>
            <Table2 size={16} />
            {isFigures ? 'View as bars' : 'View as table'}
          </TextButton>
          <LevelLegend results={results} />
        </div>
      </PanelHead>
      <div {...(isFigures && scrolled)}>
        <table className={isFigures ? figures : bars}>
          <caption className="sr-only">Answers by question</caption>
          <thead className="max-lg:sr-only">
            <tr className="border-y border-border text-left text-xs text-muted-foreground">
              {['Question', ...headings, 'Median', 'Spread', ...(previous ? [`Since ${previous.title}`] : [])].map(
                (heading) => (
                  <th key={heading} scope="col" className="px-3 py-2.5 font-semibold first:pl-6 last:pr-6">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          {sections.map(({ id, title }) => (
            <tbody key={id} className={isFigures ? undefined : 'max-lg:block'}>
              <tr className={isFigures ? undefined : 'max-lg:block'}>
                <th
                  scope="rowgroup"
                  colSpan={columns}
                  className="px-5 pt-5 pb-1.5 text-left font-semibold max-lg:block lg:px-6"
                >
                  {title}
                </th>
              </tr>
              {questions
                .filter(({ sectionId }) => sectionId === id)
                .map((question) => (
                  <Row key={question.id} question={question} results={results} isFigures={isFigures} />
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  );
}

/** Wider than a narrow screen: the keyboard scrolls it. */
const scrolled = {
  className: 'overflow-x-auto',
  role: 'group',
  'aria-label': 'Answers as figures',
  tabIndex: 0,
} as const;

const bars = 'w-full border-collapse text-sm max-lg:block';
const figures = 'w-full min-w-160 border-collapse text-sm';

type RowProps = { question: RoundQuestion; results: RoundResults; isFigures: boolean };

function Row({ question, results, isFigures }: RowProps) {
  const { title, distribution, median, spread } = question;
  const change = changeOf(question);
  // Below 1024 px a row of bars is a block: name, bar, and the rest side by side.
  const cell = isFigures ? 'px-3 py-2' : 'px-3 py-2 max-lg:px-0 max-lg:py-0';
  return (
    <tr
      className={
        isFigures
          ? undefined
          : 'max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-5 max-lg:py-2'
      }
    >
      <th
        scope="row"
        className={`${cell} text-left font-normal lg:w-62 lg:pl-6 ${isFigures ? 'pl-5' : 'max-lg:col-span-3'}`}
      >
        {title}
      </th>
      {isFigures ? (
        assessmentLevels.map((level) => (
          <td key={level} className={`${cell} tabular-nums`}>
            {distribution[level]}
          </td>
        ))
      ) : (
        <td className={`${cell} max-lg:col-span-3`}>
          <Distribution results={results} question={question} />
        </td>
      )}
      <td className={`${cell} lg:w-28`}>{levelName(results, median)}</td>
      <td className={`${cell} tabular-nums lg:w-32`}>
        <span className="flex items-center gap-2">
          <span className="text-muted-foreground lg:hidden">Spread</span>
          {spread.toFixed(1)}
          <SpreadLine spread={spread} />
        </span>
      </td>
      {change === null ? null : (
        <td className={`${cell} whitespace-nowrap lg:w-38 lg:pr-6 ${change === 0 ? 'text-muted-foreground' : ''}`}>
          {change === 0 ? null : <span aria-hidden="true">{change > 0 ? '▲ ' : '▼ '}</span>}
          {changeText(change)}
        </td>
      )}
    </tr>
  );
}

/** The spread as a length: 1.5 levels at most. */
function SpreadLine({ spread }: { spread: number }) {
  const half = (Math.min(spread, 1.5) / 1.5) * 26;
  return (
    <svg viewBox="0 0 56 12" aria-hidden="true" className="h-3 w-14 max-lg:hidden">
      <path d="M0 6h56" stroke="var(--progress-track)" strokeWidth="2" />
      <path d={`M${28 - half} 6h${2 * half}`} stroke="var(--foreground)" strokeWidth="4" />
    </svg>
  );
}
