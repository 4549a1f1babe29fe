import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AssessmentResult, AttemptSummary, OwnAssessment } from '#contract/learning/assessment.ts';
import { shortDate } from '#web/dates.ts';
import { usePage } from '#web/platform/page.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AssessmentButton, RetakeButton } from './AssessmentButton.tsx';
import { lengthText } from './length-display.ts';
import { PlanActions } from './PlanActions.tsx';
import { historyQuery, ownAssessmentQuery, resultQuery } from './plan-api.ts';
import { isUnfinished, planOf } from './plan-display.ts';
import { OverallScore, ReportButton } from './ResultsHead.tsx';
import { cappedScoreText, dayOfAttempt, historyLine, levelName } from './results-display.ts';

/** The member's latest result, the plan made from it, and the ten latest results (PLAN-03). */
export function MyPlanScreen() {
  const own = useQuery(ownAssessmentQuery);
  const latestId = own.data?.latest?.id;
  const result = useQuery({ ...resultQuery(latestId ?? 0), enabled: latestId !== undefined });
  usePage('My plan');
  const failed = [own, result].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageHeading title="My plan" subtitle="Your latest result and what to do next." />
      {failed ? (
        <LoadError
          title="Failed to fetch your plan"
          description="Your plan is safe. Check your connection, then try again."
          isBusy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {own.data && !own.data.latest && !failed ? <NoResult own={own.data} /> : null}
      {own.data && result.data && !failed ? <Plan own={own.data} result={result.data} /> : null}
      {failed || (own.data && (!own.data.latest || result.data)) ? null : <PlanSkeleton />}
    </>
  );
}

function NoResult({ own: { resource } }: { own: OwnAssessment }) {
  if (!resource) {
    return <EmptyState title="No plan yet" description="The portal offers no readiness assessment at the moment." />;
  }
  return (
    <EmptyState
      title={resource.percent > 0 ? `${resource.percent}% of the assessment answered` : 'No result yet'}
      description={
        resource.percent > 0
          ? 'Your answers are saved. Answer the rest to see your level and what to do next.'
          : `The readiness assessment gives your level in four areas and the actions that matter most. ${lengthText}.`
      }
      action={<AssessmentButton tool={resource} />}
    />
  );
}

function Plan({ own, result }: { own: OwnAssessment; result: AssessmentResult }) {
  return (
    <>
      <LatestResult result={result} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_19.5rem]">
        <PlanActions key={result.id} attemptId={result.id} actions={planOf(result.actions)} />
        <div className="flex flex-col gap-6">
          <History />
          {own.resource ? <MeasureAgain tool={own.resource} /> : null}
        </div>
      </div>
    </>
  );
}

function LatestResult({ result }: { result: AssessmentResult }) {
  const about = ['Latest result', dayOfAttempt(result), result.scope].filter(Boolean).join(' · ');
  return (
    <section
      aria-labelledby="latest-result"
      className="field-brand mb-6 grid grid-cols-1 items-end gap-6 rounded-lg px-5 py-6 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-8 lg:p-9"
    >
      <div>
        <p className="mb-1 text-sm text-on-brand-muted wrap-anywhere">{about}</p>
        <h2 id="latest-result" className="text-3xl!">
          {levelName(result, result.overall.band)}
        </h2>
        {cappedScoreText(result).map((sentence) => (
          <p key={sentence} className="mt-2 max-w-144 text-on-brand-muted">
            {sentence}
          </p>
        ))}
        <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
          <Link
            to="/tools/responsible-ai-assessment"
            search={{ attempt: String(result.id) }}
            className={buttonClasses({ variant: 'brand' })}
          >
            View Results
          </Link>
          <ReportButton id={result.id} />
        </div>
      </div>
      <OverallScore result={result} />
    </section>
  );
}

function History() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(historyQuery(1));
  return (
    <Card>
      <h2 className="text-lg!">History</h2>
      {isLoadingError ? (
        <LoadError title="Failed to fetch your results" isBusy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {data || isLoadingError ? null : <Skeleton className="mt-4 h-24 w-full" />}
      {data && data.items.length > 1 ? <HistoryLine attempts={data.items} /> : null}
      {data ? (
        <ul className="mt-2">
          {data.items.map((attempt) => (
            <li
              key={attempt.id}
              className="flex items-center gap-3 border-t border-border py-2.5 text-sm first:border-t-0"
            >
              <Link
                to="/tools/responsible-ai-assessment"
                search={{ attempt: String(attempt.id) }}
                className={textLinkClasses}
              >
                <VisuallyHidden>Result of </VisuallyHidden>
                {shortDate(attempt.assessedOn ?? attempt.createdAt)}
              </Link>
              <span className="ml-auto">{attempt.bandName}</span>
              <span className="text-muted-foreground tabular-nums">{attempt.percent}%</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/**
 * Line of the results from the oldest to the latest. Hidden from assistive technology, because the list below says the
 * same.
 */
function HistoryLine({ attempts }: { attempts: readonly AttemptSummary[] }) {
  const { points, line } = historyLine(attempts.map(({ percent }) => percent).toReversed());
  return (
    <svg viewBox="0 0 260 110" aria-hidden="true" className="mt-3 h-auto w-full">
      {[0, 1, 2, 3].map((band) => (
        <rect
          key={band}
          y={5 + band * 25}
          width="260"
          height="24"
          rx="3"
          fill="var(--muted)"
          opacity={band % 2 ? 0.5 : 1}
        />
      ))}
      <polyline points={line} fill="none" stroke="var(--progress)" strokeWidth="2" />
      {points.map(({ x, y, percent }) => (
        <g key={x}>
          <circle cx={x} cy={y} r="4.5" fill="var(--progress)" stroke="var(--card)" strokeWidth="2" />
          <text
            x={x}
            y={y < 24 ? y + 18 : y - 9}
            textAnchor="middle"
            fontSize="11"
            fontWeight="600"
            fill="var(--foreground)"
          >
            {percent}%
          </text>
        </g>
      ))}
    </svg>
  );
}

function MeasureAgain({ tool }: { tool: NonNullable<OwnAssessment['resource']> }) {
  const isOpen = isUnfinished(tool);
  return (
    <Card>
      <h2 className="text-lg!">Measure again</h2>
      <p className="mt-1.5 mb-4 text-sm text-muted-foreground">
        {isOpen
          ? `${tool.percent}% of a new assessment is answered and saved.`
          : 'Take the assessment twice a year to see what has changed. This result and its plan are kept.'}
      </p>
      <div className="flex flex-col gap-3">
        {isOpen || !tool.hasAccess ? <AssessmentButton tool={tool} variant="outline" /> : null}
        {tool.hasAccess ? <RetakeButton tool={tool} variant={isOpen ? 'ghost' : 'outline'} isBlock /> : null}
      </div>
    </Card>
  );
}

function PlanSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading your plan
      </p>
      <Skeleton className="mb-6 h-52 w-full rounded-lg!" />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_19.5rem]">
        <Skeleton className="h-120 w-full rounded-lg!" />
        <Skeleton className="h-64 w-full rounded-lg!" />
      </div>
    </div>
  );
}
