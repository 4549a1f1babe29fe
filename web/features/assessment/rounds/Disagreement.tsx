import type { RoundQuestion, RoundResults } from '#contract/assessment-rounds.ts';
import { Card } from '../../../ui/Card.tsx';
import { Distribution } from './Distribution.tsx';
import { endsOf, levelName } from './display.ts';
import { PanelHead } from './RoundHead.tsx';

/** The questions whose answers differ most (TEAM-03). */
export function Disagreement({ results }: { results: RoundResults }) {
  const { disagreed, questions } = results;
  const shown = disagreed.flatMap((id) => questions.find((question) => question.id === id) ?? []);
  return (
    <Card isPadded={false} role="region" aria-labelledby="disagreed">
      <PanelHead
        id="disagreed"
        title="Where you disagree most"
        about={
          shown.length > 0
            ? 'Answers to these questions differ most. Discuss them first.'
            : 'All people gave the same answer to each question.'
        }
      />
      {shown.length > 0 ? (
        <ol className="grid grid-cols-1 border-t border-border lg:grid-cols-3">
          {shown.map((question, index) => (
            <Entry key={question.id} number={index + 1} question={question} results={results} />
          ))}
        </ol>
      ) : null}
    </Card>
  );
}

type EntryProps = { number: number; question: RoundQuestion; results: RoundResults };

function Entry({ number, question, results }: EntryProps) {
  const { title, sectionId, spread, distribution } = question;
  const { low, high } = endsOf(distribution);
  const section = results.sections.find(({ id }) => id === sectionId);
  return (
    <li className="flex flex-col gap-3 border-border p-5 not-first:border-t lg:px-6 lg:pb-6 lg:not-first:border-t-0 lg:not-first:border-l">
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="font-display text-xl font-semibold text-primary">
          {number}
        </span>
        <span className="text-sm text-muted-foreground tabular-nums">Spread {spread.toFixed(1)}</span>
      </div>
      <div>
        <h3 className="text-base! leading-5.5!">{title}</h3>
        <p className="text-sm text-muted-foreground">{section?.title}</p>
      </div>
      <Distribution results={results} question={question} isTall />
      <p className="text-sm text-muted-foreground">
        <strong className="font-semibold text-foreground">{people(distribution[low])}</strong>{' '}
        {distribution[low] === 1 ? 'says' : 'say'} {levelName(results, low)} while{' '}
        <strong className="font-semibold text-foreground">{distribution[high]}</strong>{' '}
        {distribution[high] === 1 ? 'says' : 'say'} {levelName(results, high)}.
      </p>
    </li>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
