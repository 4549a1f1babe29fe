import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AttemptSummary } from '#contract/assessment.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { historyPageSize, historyQuery } from './api.ts';
import { dayOfAttempt } from './results-display.ts';

/** All attempts, each with the result of its own version of the questions. */
export function AttemptHistory({ shownId }: { shownId: number }) {
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
