import { useQuery } from '@tanstack/react-query';
import type { AssessmentResult } from '#contract/assessment.ts';
import { paths } from '../../paths.ts';
import { isNotFound } from '../../platform/errors.ts';
import { AppLink } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { AnswersCard } from './AnswersCard.tsx';
import { AttemptHistory } from './AttemptHistory.tsx';
import { resultQuery } from './api.ts';
import { MethodCard } from './MethodCard.tsx';
import { RadarCard } from './RadarCard.tsx';
import { Recommendations } from './Recommendations.tsx';
import { ResultsHead } from './ResultsHead.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { SectionScores } from './SectionScores.tsx';
import { SinceBefore } from './SinceBefore.tsx';

/** One of the member's results, in the frame of the members' screens. @param id null for an address that names none */
export function ResultsView({ id }: { id: number | null }) {
  usePage('Readiness results');
  return id === null ? <UnknownResult /> : <LoadedResults id={id} />;
}

function LoadedResults({ id }: { id: number }) {
  const { data, isPending, error, isFetching, refetch } = useQuery(resultQuery(id));
  if (isPending) return <ResultsSkeleton />;
  if (isNotFound(error)) return <UnknownResult />;
  if (!data) {
    return (
      <LoadError
        title="Failed to fetch the result"
        description="Your answers are safe. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Results result={data} />;
}

function Results({ result }: { result: AssessmentResult }) {
  return (
    <>
      <ResultsHead result={result} />
      <div className="mb-6 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <RadarCard result={result} />
        <SectionScores result={result} />
      </div>
      <div className="mb-12 flex flex-col gap-6">
        <AnswersCard result={result} />
        <SinceBefore result={result} />
      </div>
      <Recommendations result={result} />
      <AttemptHistory shownId={result.id} />
      <MethodCard result={result} />
    </>
  );
}

function UnknownResult() {
  return (
    <EmptyState
      title="Result not found"
      description="It does not exist, or it belongs to somebody else."
      action={
        <AppLink href={paths.dashboard()} className={buttonClasses({})}>
          Go to Dashboard
        </AppLink>
      }
    />
  );
}
