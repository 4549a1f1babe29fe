import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMember } from '#web/identity/accounts/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { toast } from '#web/platform/toast.ts';
import { FocusFrame, focusMain } from '#web/ui/AppShell.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useToolPage } from '../tools/use-tool-page.ts';
import { assessmentPath, questionsQuery, useOpenQuestions } from './api.ts';
import { ownAssessmentQuery } from './plan-api.ts';
import { QuestionsView } from './QuestionsView.tsx';
import { ResultsView } from './ResultsView.tsx';
import { attemptIdOf } from './results-display.ts';

/** Questions of the readiness assessment, or one of the member's results if the URL names an attempt (ASSESS-16). */
export function AssessmentScreen() {
  const { attempt } = useSearch({ from: '/members/assessment/tools/responsible-ai-assessment' });
  if (attempt === undefined) return <Questions />;
  const id = attemptIdOf(attempt);
  return <ResultsView id={id} key={id} />;
}

const rejections = {
  missing: 'No access token provided. Please access this tool through the platform.',
  denied: 'Invalid or expired access token. Please request new access through the platform.',
};

function Questions() {
  const page = useToolPage();
  const member = useMember();
  const questions = useQuery(questionsQuery);
  usePage('Responsible AI Readiness Assessment');
  if (page.kind === 'missing' || page.kind === 'denied') return <Rejected reason={rejections[page.kind]} />;
  if (page.kind === 'granted' && page.access.onlineProduct.toolUrl !== assessmentPath) {
    return <Rejected reason={rejections.denied} />;
  }
  if (page.kind === 'failed' || questions.isLoadingError) {
    const failed = page.kind === 'failed' ? page : failureOf(questions);
    return (
      <QuestionsFrame>
        <LoadError
          headingLevel={1}
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

/**
 * Shows why the tool does not open, and redirects to the dashboard (ASSESS-01, ASSESS-02). The toast offers a member
 * with access to open the tool (PLAN-07).
 */
function Rejected({ reason }: { reason: string }) {
  const navigate = useNavigate();
  const { data, isPending } = useQuery(ownAssessmentQuery);
  const tool = data?.resource?.hasAccess ? data.resource : null;
  const { mutate } = useOpenQuestions(tool?.id ?? 0);
  useEffect(() => {
    if (isPending) return;
    const action = tool ? { label: 'Open the assessment', onPress: () => mutate({ isRetake: false }) } : undefined;
    toast({ title: 'Access Denied', description: reason, tone: 'destructive', action });
    void navigate({ to: '/', replace: true });
  }, [navigate, reason, isPending, tool, mutate]);
  return <QuestionsFrame>{null}</QuestionsFrame>;
}

/** Frame of the questions, without navigation except the links to the dashboard. */
function QuestionsFrame({ children }: { children: ReactNode }) {
  const portal = usePortalConfig();
  return (
    <FocusFrame
      portal={portal}
      homeLink={linkTo({ to: '/' })}
      back={{ link: linkTo({ to: '/' }), label: 'Return to Dashboard' }}
      className={`${focusMain} max-w-300`}
    >
      {children}
    </FocusFrame>
  );
}

function QuestionsSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Opening the assessment
      </p>
      <h1>Responsible AI Readiness Assessment</h1>
      <Skeleton className="mt-2 mb-10 h-5 w-40" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <Skeleton className="h-14 w-full rounded-md! lg:h-60" />
        <Card className="flex flex-col gap-6">
          <Skeleton className="h-7 w-64" />
          {[1, 2, 3].map((question) => (
            <Skeleton key={question} className="h-48 w-full rounded-md!" />
          ))}
        </Card>
      </div>
    </div>
  );
}
