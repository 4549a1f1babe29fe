import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AssessmentResult, AttemptSummary } from '#contract/assessment.ts';
import { isNotFound } from '../../platform/errors.ts';
import { usePage } from '../../platform/page.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { RadarCard } from './AnswerRadar.tsx';
import { historyPageSize, historyQuery, resultQuery } from './api.ts';
import { Recommendations } from './Recommendations.tsx';
import { ResultsHead, SinceBefore } from './ResultsHead.tsx';
import { dayOfAttempt, levelName } from './results-display.ts';
import { SectionScores } from './SectionScores.tsx';

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
        headingLevel={1}
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
      headingLevel={1}
      title="Result not found"
      description="It does not exist, or it belongs to another member."
      action={
        <Link to="/" className={buttonClasses({})}>
          Go to Dashboard
        </Link>
      }
    />
  );
}

/** Shown while a result loads, in the same layout. */
function ResultsSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Readiness results</h1>
      <p role="status" className="sr-only">
        Loading your results
      </p>
      <Skeleton className="mb-8 h-64 w-full rounded-lg!" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Skeleton className="h-120 w-full rounded-lg!" />
        <Skeleton className="h-120 w-full rounded-lg!" />
      </div>
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

/** The method of the result and its limits. */
function MethodCard({ result }: { result: AssessmentResult }) {
  const { texts, levels, overall, contentVersion } = result;
  return (
    <Card>
      <h2>Method and limits</h2>
      <div className="mt-2 flex max-w-176 flex-col gap-2 text-muted-foreground">
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
      <details className="mt-4">
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
    </Card>
  );
}

/** The radar as a table: every question with its answer and the previous answer. */
function AnswersCard({ result }: { result: AssessmentResult }) {
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
    <Card isPadded={false} className="overflow-hidden" id="answers">
      <h2 className="px-5 pt-5 pb-3 lg:px-6">The twelve answers</h2>
      <DataTable
        caption="The twelve answers"
        columns={columns}
        rows={result.answers}
        rowKey={({ questionId }) => questionId}
      />
    </Card>
  );
}

/** All attempts, each with the result of its own version of the questions. */
function AttemptHistory({ shownId }: { shownId: number }) {
  const [page, setPage] = useState(1);
  const { data, isPending, isError, isFetching, refetch } = useQuery(historyQuery(page));
  return (
    <section className="mb-12" aria-labelledby="attempts">
      <h2 id="attempts" className="mb-4">
        Attempts
      </h2>
      {isPending ? <Skeleton className="h-32 w-full rounded-lg!" /> : null}
      {isError ? (
        <LoadError title="Failed to fetch your attempts" isBusy={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <Card isPadded={false} className="overflow-hidden">
            <DataTable caption="Attempts" columns={columnsOf(shownId)} rows={data.items} rowKey={({ id }) => id} />
          </Card>
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
