import { useQuery } from '@tanstack/react-query';
import { MonitorCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import type { PublicAssessment } from '#contract/learning/assessment.ts';
import { PublicFrame, publicWidth } from '#web/pages/storefront/PublicFrame.tsx';
import { useVisit } from '#web/pages/storefront/visit.ts';
import { today } from '#web/platform/clock.ts';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PublicResult } from './PublicResult.tsx';
import { PublicStart } from './PublicStart.tsx';
import { QuestionsForm } from './QuestionsForm.tsx';
import { missingAnswers, newRun, type Run } from './run-display.ts';
import { publicAssessmentQuery } from './visitor-api.ts';
import { visitorSearch } from './visitor-display.ts';
import { keepVisitorRun, useVisitorRun } from './visitor-run.ts';

/** Readiness assessment without an account: start, questions and result (TRY-01). */
export function PublicAssessmentScreen() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(publicAssessmentQuery);
  useVisit('assessment');
  return (
    <PublicFrame current="assessment">
      <div className={publicWidth}>
        {data ? <Shown assessment={data} /> : null}
        {isLoadingError ? (
          <div className="pt-8">
            <LoadError
              headingLevel={1}
              title="The assessment could not be opened"
              description="Your answers are still in this browser. Check your connection, then try again."
              isBusy={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        ) : null}
        {data || isLoadingError ? null : <Loading />}
      </div>
    </PublicFrame>
  );
}

function Loading() {
  return (
    <div className="pt-8 lg:pt-10" data-testid="skeleton">
      <p role="status" className="sr-only">
        Loading the assessment
      </p>
      <Skeleton className="mb-4 h-12 w-[min(30rem,90%)]" />
      <Skeleton className="mb-8 h-6 w-[min(30rem,90%)]" />
      <Skeleton className="h-40 w-full rounded-lg!" />
    </div>
  );
}

function Shown({ assessment }: { assessment: PublicAssessment }) {
  const { questions } = assessment;
  const [{ view }, change] = usePageState(visitorSearch);
  // The server renders the start, without answers. The view in the URL and the answers in this browser come after
  // hydration.
  const isTakenOver = useDeferredValue(true, false);
  const run = useVisitorRun();
  const missing = run ? missingAnswers(run, questions.sections) : null;
  const go = (next: typeof view) => change({ view: next });

  function startAgain() {
    keepVisitorRun(null);
    go(null);
  }

  if (isTakenOver && run && view === 'result' && missing === 0) {
    return (
      <PublicResult run={run} questions={questions} onChangeAnswers={() => go('questions')} onStartAgain={startAgain} />
    );
  }
  if (isTakenOver && run && view !== null) {
    return <VisitorQuestions run={run} questions={questions} onFinish={() => go('result')} />;
  }
  return (
    <PublicStart
      assessment={assessment}
      run={run}
      missing={missing}
      onStart={(scope) => {
        keepVisitorRun({ ...newRun(today().toISOString()), scope });
        go('questions');
      }}
      onContinue={() => go(missing === 0 ? 'result' : 'questions')}
      onStartAgain={startAgain}
    />
  );
}

type VisitorQuestionsProps = { run: Run; questions: PublicAssessment['questions']; onFinish: () => void };

function VisitorQuestions({ run, questions, onFinish }: VisitorQuestionsProps) {
  usePage('Readiness assessment');
  return (
    <div className="pt-6 lg:pt-10">
      <QuestionsForm
        questions={questions}
        run={run}
        onChange={(next) => keepVisitorRun({ ...next, lastUpdated: today().toISOString() })}
        subtitle={`About: ${run.scope}`}
        status={
          <p className="flex items-start gap-1.5 text-sm text-muted-foreground">
            <MonitorCheck size={16} className="mt-0.5" />
            Kept in this browser only
          </p>
        }
        aside={null}
        finish={
          <Button onClick={onFinish} className="max-sm:w-full sm:order-4">
            View Results
          </Button>
        }
      />
    </div>
  );
}
