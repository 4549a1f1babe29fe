import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, PencilLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AssessmentResult, AttemptSummary } from '#contract/learning/assessment.ts';
import { isNotFound } from '#web/platform/errors.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Radar } from './AnswerRadar.tsx';
import { useOpenQuestions } from './api.ts';
import { historyPageSize, historyQuery, ownAssessmentQuery, resultQuery } from './plan-api.ts';
import { Recommendations } from './Recommendations.tsx';
import { ResultsHead, SinceBefore } from './ResultsHead.tsx';
import { dayOfAttempt, levelName } from './results-display.ts';
import { SectionScores, SectionTexts } from './SectionScores.tsx';

const trail = [{ label: 'My plan', link: linkTo({ to: '/my-plan' }) }];

/**
 * One of the member's results.
 * @param id null for a URL that names no result
 */
export function ResultsView({ id }: { id: number | null }) {
  usePage('Readiness results', trail);
  return id === null ? <UnknownResult /> : <LoadedResults id={id} />;
}

function LoadedResults({ id }: { id: number }) {
  return (
    <Loaded
      query={useQuery(resultQuery(id))}
      skeleton={<ResultsSkeleton />}
      instead={(error) => isNotFound(error) && <UnknownResult />}
      headingLevel={1}
      failure="Failed to fetch the result"
      safe="Your answers are safe. Check your connection, then try again."
    >
      {(result) => <Results result={result} />}
    </Loaded>
  );
}

function Results({ result }: { result: AssessmentResult }) {
  return (
    <>
      <ResultsHead result={result} />
      <SectionScores result={result} />
      <Recommendations result={result} />
      <Details result={result} />
      <p className="mt-6 text-sm text-muted-foreground">{result.texts.disclaimer}</p>
    </>
  );
}

/** Folded details of the result: answers with the radar, earlier results, method (PLAN-06). */
function Details({ result }: { result: AssessmentResult }) {
  const { previous } = result;
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-4">
        Details
      </h2>
      <Card isPadded={false} className="overflow-hidden">
        <Fold title="Your 12 answers" note="With the statements you chose and the radar">
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
            <Radar result={result} />
            <SectionTexts result={result} />
          </div>
          <AnswersTable result={result} />
          <ChangeAnswers result={result} />
        </Fold>
        <Fold
          title="Earlier results"
          note={previous ? `${dayOfAttempt(previous)}, ${previous.percent}%` : 'This is your first result'}
        >
          <SinceBefore result={result} />
          <AttemptHistory shownId={result.id} />
        </Fold>
        <Fold title="Method and limits" note="How points, levels and limits are worked out">
          <Method result={result} />
        </Fold>
      </Card>
    </section>
  );
}

/** Closed section with a note about its contents. */
function Fold({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <details className="group border-b border-border last:border-0">
      <summary className="flex min-h-16 list-none items-center gap-3 px-5 py-3 lg:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={18} className="flex-none transition-transform group-open:rotate-90" />
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-muted-foreground">{note}</span>
        </span>
      </summary>
      <div className="flex flex-col gap-6 border-t border-border px-5 py-6 lg:px-6">{children}</div>
    </details>
  );
}

/**
 * Button that returns to the questions with the saved answers; only for the latest result, when all questions are
 * answered and the member has access.
 */
function ChangeAnswers({ result }: { result: AssessmentResult }) {
  const { data: own } = useQuery(ownAssessmentQuery);
  const tool = own?.latest?.id === result.id && own.resource?.percent === 100 ? own.resource : null;
  return tool?.hasAccess ? <ChangeAnswersButton resourceId={tool.id} /> : null;
}

function ChangeAnswersButton({ resourceId }: { resourceId: number }) {
  const opening = useOpenQuestions(resourceId);
  return (
    <p>
      <Button
        variant="outline"
        size="small"
        isBusy={opening.isPending}
        onClick={() => opening.mutate({ isRetake: false })}
      >
        {opening.isPending ? null : <PencilLine size={16} />}
        Change answers
      </Button>
    </p>
  );
}

function UnknownResult() {
  return (
    <EmptyState
      headingLevel={1}
      title="Result not found"
      description="It does not exist, or it belongs to another member."
      action={
        <Link to="/my-plan" className={buttonClasses({})}>
          Open my plan
        </Link>
      }
    />
  );
}

function ResultsSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Readiness results</h1>
      <p role="status" className="sr-only">
        Loading your results
      </p>
      <Skeleton className="mb-8 h-64 w-full rounded-lg!" />
      <Skeleton className="mb-10 h-36 w-full rounded-lg!" />
      <Skeleton className="h-120 w-full rounded-lg!" />
    </div>
  );
}

type Answer = AssessmentResult['answers'][number];

const sourceColumns: DataTableColumn<Answer>[] = [
  { key: 'question', header: 'Question', kind: 'subject', cell: ({ title }) => title },
  { key: 'nist', header: 'NIST AI RMF 1.0', cell: ({ references }) => references.nist },
  { key: 'iso', header: 'ISO/IEC 42001', cell: ({ references }) => references.iso },
  { key: 'act', header: 'EU AI Act', cell: ({ references }) => references.euAiAct ?? 'none direct' },
];

function Method({ result }: { result: AssessmentResult }) {
  const { texts, levels, overall, contentVersion } = result;
  return (
    <>
      <div className="flex max-w-176 flex-col gap-2 text-muted-foreground">
        <p>
          <strong className="font-semibold text-foreground">{texts.disclaimer}</strong> {texts.purpose} {texts.coverage}
        </p>
        <p>
          An answer gives {levels.map(({ name, points }) => `${points} (${name})`).join(', ')} points, of {overall.most}{' '}
          in all. Overall bands begin at {levels.map(({ name, overallFrom }) => `${overallFrom} (${name})`).join(', ')}{' '}
          points, those of a section at {levels.map(({ name, sectionFrom }) => `${sectionFrom} (${name})`).join(', ')}.{' '}
          {texts.thresholds}
        </p>
        <p>Content version {contentVersion}. An earlier attempt keeps the result of its own version.</p>
      </div>
      <details>
        <summary className="inline-flex min-h-11 items-center font-semibold">Where the questions come from</summary>
        <p className="mt-2 mb-3 max-w-176 text-muted-foreground">
          {texts.references} {texts.highRisk}
        </p>
        <DataTable
          caption="Where the questions come from"
          columns={sourceColumns}
          rows={result.answers}
          rowKey={({ questionId }) => questionId}
        />
      </details>
    </>
  );
}

/** The radar as a table: every question with its answer and, if it can be compared, the previous answer. */
function AnswersTable({ result }: { result: AssessmentResult }) {
  const columns: DataTableColumn<Answer>[] = [
    { key: 'question', header: 'Question', kind: 'subject', cell: ({ title }) => title },
    { key: 'answer', header: 'Answer', cell: ({ level }) => levelName(result, level) },
    ...(result.previous?.isComparable
      ? [
          {
            key: 'previous',
            header: 'Previous',
            cell: ({ previousLevel }: Answer) => previousLevel && levelName(result, previousLevel),
          },
        ]
      : []),
    {
      key: 'statement',
      header: 'What was chosen',
      cell: ({ statement }) => <span className="block text-left text-muted-foreground">{statement}</span>,
    },
  ];
  return (
    <div id="answers">
      <h3 className="mb-3">The twelve answers</h3>
      <DataTable
        caption="The twelve answers"
        columns={columns}
        rows={result.answers}
        rowKey={({ questionId }) => questionId}
      />
    </div>
  );
}

/** All attempts, each with the result of its own version of the questions. */
function AttemptHistory({ shownId }: { shownId: number }) {
  const [page, setPage] = useState(1);
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(historyQuery(page));
  return (
    <section aria-labelledby="attempts">
      <h3 id="attempts" className="mb-3">
        Attempts
      </h3>
      {isPending ? <Skeleton className="h-32 w-full rounded-lg!" /> : null}
      {isLoadingError ? (
        <LoadError title="Failed to fetch your attempts" isBusy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <DataTable caption="Attempts" columns={columnsOf(shownId)} rows={data.items} rowKey={({ id }) => id} />
          <Pagination page={page} pageCount={Math.ceil(data.totalCount / historyPageSize)} onPageChange={setPage} />
        </>
      ) : null}
    </section>
  );
}

function columnsOf(shownId: number): DataTableColumn<AttemptSummary>[] {
  return [
    { key: 'date', header: 'Date', kind: 'subject', cell: (attempt) => dayOfAttempt(attempt) },
    {
      key: 'scope',
      header: 'Scope',
      cell: ({ scope }) => <span className="wrap-anywhere">{scope ?? 'Not stated'}</span>,
    },
    { key: 'band', header: 'Overall', cell: ({ bandName, percent }) => `${bandName}, ${percent}%` },
    { key: 'version', header: 'Content version', cell: ({ contentVersion }) => contentVersion },
    {
      key: 'actions',
      header: 'Results',
      kind: 'actions',
      cell: (attempt) =>
        attempt.id === shownId ? (
          <span className="py-2 text-muted-foreground">Shown here</span>
        ) : (
          <Link
            to="/tools/responsible-ai-assessment"
            search={{ attempt: String(attempt.id) }}
            className={buttonClasses({ variant: 'ghost', size: 'small' })}
          >
            Show results
            <VisuallyHidden> of {dayOfAttempt(attempt)}</VisuallyHidden>
          </Link>
        ),
    },
  ];
}
