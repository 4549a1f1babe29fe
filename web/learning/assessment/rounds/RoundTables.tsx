import { EyeOff, ShieldCheck, Table2 } from 'lucide-react';
import { useState } from 'react';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { RoundGroup, RoundQuestion, RoundResults } from '#contract/learning/assessment-rounds.ts';
import { Card } from '#web/ui/Card.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { Distribution, LevelLegend, LevelSteps } from './Distribution.tsx';
import { changeOf, changeText, levelName } from './display.ts';
import { PanelHead } from './RoundHead.tsx';

/** Number of people at each level of each question, as bars or as figures (TEAM-03). */
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
                  <AnswerRow key={question.id} question={question} results={results} isFigures={isFigures} />
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  );
}

/** Attributes of a table that is wider than a narrow screen, so that the keyboard can scroll it. */
const scrolled = {
  className: 'overflow-x-auto',
  role: 'group',
  'aria-label': 'Answers as figures',
  tabIndex: 0,
} as const;

const bars = 'w-full border-collapse text-sm max-lg:block';
const figures = 'w-full min-w-160 border-collapse text-sm';

type AnswerRowProps = { question: RoundQuestion; results: RoundResults; isFigures: boolean };

function AnswerRow({ question, results, isFigures }: AnswerRowProps) {
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

/** Spread of the answers as a line, which has its full length from 1.5 levels on. */
function SpreadLine({ spread }: { spread: number }) {
  const half = (Math.min(spread, 1.5) / 1.5) * 26;
  return (
    <svg viewBox="0 0 56 12" aria-hidden="true" className="h-3 w-14 max-lg:hidden">
      <path d="M0 6h56" stroke="var(--progress-track)" strokeWidth="2" />
      <path d={`M${28 - half} 6h${2 * half}`} stroke="var(--foreground)" strokeWidth="4" />
    </svg>
  );
}

/** Bands of each group; hidden groups show only their name (TEAM-04). */
export function GroupsTable({ results }: { results: RoundResults }) {
  const { groups, sections } = results;
  const headings = ['Group', 'Answered', ...sections.map(({ title }) => title)];
  return (
    <Card isPadded={false} role="region" aria-labelledby="groups">
      <PanelHead
        id="groups"
        title="By group"
        about="Shown only where at least five people answered and nothing else gives them away."
      />
      <table className="w-full border-collapse text-sm max-lg:block">
        <caption className="sr-only">Levels by group</caption>
        <thead className="max-lg:sr-only">
          <tr className="border-y border-border text-left text-xs text-muted-foreground">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2.5 font-semibold first:pl-6 last:pr-6">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {groups.map((group) => (
            <GroupRow key={group.name} group={group} results={results} />
          ))}
        </tbody>
      </table>
      <p className="flex gap-3 border-t border-border px-5 py-4 text-sm text-muted-foreground lg:px-6">
        <ShieldCheck size={18} className="mt-px flex-none" />
        If only one small group were hidden, its answers could be calculated from the others. In that case a second
        group is hidden too, here, in later rounds and in the report.
      </p>
    </Card>
  );
}

const cell = 'px-3 py-3 max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:px-0 max-lg:py-1 last:lg:pr-6';
const label = 'text-muted-foreground lg:hidden';

function GroupRow({ group: { name, answered, sections }, results }: { group: RoundGroup; results: RoundResults }) {
  return (
    <tr className="border-b border-border last:border-0 max-lg:block max-lg:px-5 max-lg:py-3.5">
      <th
        scope="row"
        className={`px-3 py-3 text-left wrap-anywhere max-lg:block max-lg:px-0 max-lg:py-1 lg:pl-6 ${sections ? 'font-semibold' : 'font-normal text-muted-foreground'}`}
      >
        {name}
      </th>
      {sections ? (
        <>
          <td className={`${cell} tabular-nums`}>
            <span className={label}>Answered</span>
            {answered}
          </td>
          {sections.map(({ id, band }) => (
            <td key={id} className={cell}>
              <span className={label}>{results.sections.find((section) => section.id === id)?.title}</span>
              <span className="inline-flex items-center gap-2.5">
                <LevelSteps level={band} />
                {levelName(results, band)}
              </span>
            </td>
          ))}
        </>
      ) : (
        <td colSpan={1 + results.sections.length} className="px-3 py-3 max-lg:block max-lg:px-0 max-lg:py-1 lg:pr-6">
          <span className="flex min-h-7 items-center rounded-sm bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--border)_5px_6px)] px-3 text-xs">
            <span className="inline-flex items-center gap-1.5 bg-card px-1.5 text-muted-foreground">
              <EyeOff size={14} />
              Hidden to protect the people who answered
            </span>
          </span>
        </td>
      )}
    </tr>
  );
}
