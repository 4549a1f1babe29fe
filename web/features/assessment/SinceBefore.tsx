import { CircleCheck } from 'lucide-react';
import type { AssessmentResult } from '#contract/assessment.ts';
import { Card } from '../../ui/Card.tsx';
import { changedAnswers, dayOfAttempt, levelName } from './results-display.ts';

/** What has changed since the attempt before, and what of its plan was done. */
export function SinceBefore({ result }: { result: AssessmentResult }) {
  const { previous, overall } = result;
  if (!previous) return null;
  const changed = changedAnswers(result);
  return (
    <Card>
      <h2>Since {dayOfAttempt(previous)}</h2>
      <p className="mt-1 text-muted-foreground">
        {previous.bandName}, {previous.percent}% then; {levelName(result, overall.band)}, {overall.percent}% now.
        {previous.isComparable
          ? ''
          : ' That attempt answered another version of the questions, so single answers are not compared.'}
      </p>
      {changed.length > 0 ? (
        <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-1.5 text-sm md:grid-cols-2">
          {changed.map(({ questionId, title, level, previousLevel }) => (
            <li key={questionId}>
              <span className="font-semibold">{title}:</span> {previousLevel && levelName(result, previousLevel)} to{' '}
              {levelName(result, level)}
            </li>
          ))}
        </ul>
      ) : null}
      {previous.doneActions.length > 0 ? (
        <>
          <h3 className="mt-5 text-base!">Actions done</h3>
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {previous.doneActions.map(({ id, text }) => (
              <li key={id} className="flex items-start gap-2">
                <CircleCheck size={16} className="mt-0.5 text-success-text" />
                {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}
