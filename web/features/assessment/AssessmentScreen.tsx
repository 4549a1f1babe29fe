import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { useGo, useSearchParameters } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { toast } from '../../platform/toast.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { useMember } from '../accounts/api.ts';
import { useToolPage } from '../tools/use-tool-page.ts';
import { questionsQuery } from './api.ts';
import { QuestionsFrame } from './QuestionsFrame.tsx';
import { QuestionsSkeleton } from './QuestionsSkeleton.tsx';
import { QuestionsView } from './QuestionsView.tsx';
import { ResultsView } from './ResultsView.tsx';
import { attemptIdOf } from './results-display.ts';

/** The readiness assessment: its questions, and at the same path a result of the member's (ASSESS-16). */
export function AssessmentScreen() {
  const { attempt } = useSearchParameters();
  if (attempt === undefined) return <Questions />;
  const id = attemptIdOf(attempt);
  return <ResultsView id={id} key={id} />;
}

const refusals = {
  missing: 'No access token provided. Please access this tool through the platform.',
  denied: 'Invalid or expired access token. Please request new access through the platform.',
};

function Questions() {
  const page = useToolPage();
  const member = useMember();
  const questions = useQuery(questionsQuery);
  usePage('Responsible AI Readiness Assessment');
  if (page.kind === 'missing' || page.kind === 'denied') return <Refused reason={refusals[page.kind]} />;
  if (page.kind === 'granted' && page.access.onlineProduct.toolUrl !== paths.assessment()) {
    return <Refused reason={refusals.denied} />;
  }
  if (page.kind === 'failed' || questions.isError) {
    const failed = page.kind === 'failed' ? page : failureOf(questions);
    return (
      <QuestionsFrame>
        <LoadError
          title="The assessment could not be opened"
          description="Your saved answers are safe. Check your connection, then try again."
          isBusy={failed.isBusy}
          onRetry={failed.retry}
        />
      </QuestionsFrame>
    );
  }
  if (page.kind === 'checking' || !questions.data) {
    return (
      <QuestionsFrame>
        <QuestionsSkeleton />
      </QuestionsFrame>
    );
  }
  return (
    <QuestionsFrame>
      <QuestionsView token={page.token} access={page.access} questions={questions.data} userId={member.id} />
    </QuestionsFrame>
  );
}

function failureOf({ isFetching, refetch }: { isFetching: boolean; refetch: () => Promise<unknown> }) {
  return { isBusy: isFetching, retry: () => void refetch() };
}

/** Says why the tool does not open, and leads to the dashboard (ASSESS-01, ASSESS-02). */
function Refused({ reason }: { reason: string }) {
  const go = useGo();
  useEffect(() => {
    toast({ title: 'Access Denied', description: reason, tone: 'destructive' });
    void go(paths.dashboard(), { replace: true });
  }, [go, reason]);
  return <QuestionsFrame>{null}</QuestionsFrame>;
}
