import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AssessmentQuestions } from '#contract/learning/assessment.ts';
import { levelName } from '#web/learning/assessment/results-display.ts';
import { attemptOf, missingAnswers, type Run } from '#web/learning/assessment/run-display.ts';
import { publicAssessmentQuery, publicResultQuery } from '#web/learning/assessment/visitor-api.ts';
import { useVisitorRun } from '#web/learning/assessment/visitor-run.ts';
import { Context, Title } from './OccasionParts.tsx';

/**
 * Panel beside the form: the result that the visitor is about to keep, from the answers in this browser (ENTRY-05).
 * @param otherwise shown when this browser has no finished answers
 */
export function KeptResultPanel({ otherwise }: { otherwise: ReactNode }) {
  const run = useVisitorRun();
  const { data } = useQuery(publicAssessmentQuery);
  const questions = data?.questions;
  if (!run || (questions && missingAnswers(run, questions.sections) > 0)) return otherwise;
  if (!questions) return null;
  return <Level run={run} questions={questions} />;
}

function Level({ run, questions }: { run: Run; questions: AssessmentQuestions }) {
  const { contentVersion, answers } = attemptOf(run, questions);
  const { data } = useQuery(publicResultQuery({ contentVersion, answers }));
  if (!data) return null;
  const { overall } = data;
  return (
    <Context>
      <p className="text-on-brand-muted">Your result</p>
      <Title>{levelName(questions, overall.band)}</Title>
      <p>{overall.meaning}</p>
      <p className="text-on-brand-muted">
        With an account you keep it: all twelve answers explained, the whole plan, and a comparison when you take it
        again.
      </p>
    </Context>
  );
}
