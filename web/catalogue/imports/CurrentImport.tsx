import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileColumns } from '#contract/catalogue/catalogue.ts';
import type { Import, ImportProblem } from '#contract/catalogue/imports.ts';
import { counted } from '#contract/counted.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { refreshCatalogue } from '../publishing/api.ts';
import { importProblemsQuery, importQuery, problemPageSize, reportAddress, useDownload, useImportStep } from './api.ts';
import {
  affected,
  canImport,
  type ImportAddress,
  importStatusText,
  isWorking,
  outcomeOf,
  percentOf,
  stateNames,
  stateTones,
} from './display.ts';

type Filter = Pick<ImportAddress, 'severity' | 'field' | 'page'>;
type CurrentImportProps = { id: number; filter: Filter; onFilter: (part: Partial<Filter>) => void };

export function CurrentImport({ id, filter, onFilter }: CurrentImportProps) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(importQuery(id));
  useRefreshWhenDone(data?.state);
  if (isPending) return <Skeleton className="h-48 w-full rounded-lg!" />;
  if (isLoadingError) {
    return (
      <LoadError
        title="Failed to fetch the import"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const hasProblems = data.problemCount + data.warningCount > 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-col gap-4 p-5 lg:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 className="min-w-0 wrap-anywhere">{data.fileName}</h2>
          <Badge tone={stateTones[data.state]}>{stateNames[data.state]}</Badge>
        </div>
        <p role="status" className="sr-only">
          {importStatusText(data)}
        </p>
        <ImportStatus one={data} />
        <Steps one={data} />
      </div>
      {hasProblems ? <ImportProblems one={data} filter={filter} onFilter={onFilter} /> : null}
    </Card>
  );
}

/** Refreshes every list of resources once, when an import on screen succeeds. */
function useRefreshWhenDone(state: Import['state'] | undefined) {
  const client = useQueryClient();
  const former = useRef(state);
  useEffect(() => {
    if (former.current === 'importing' && state === 'done') void refreshCatalogue(client);
    former.current = state;
  }, [state, client]);
}

function ImportStatus({ one }: { one: Import }) {
  if (isWorking(one)) {
    const label = one.state === 'checking' ? `Checking ${one.fileName}` : `Importing ${one.fileName}`;
    return (
      <div className="flex flex-col gap-2">
        <ProgressBar percent={percentOf(one)} label={label} />
        <p className="text-sm text-muted-foreground tabular-nums">{workWords(one)}</p>
      </div>
    );
  }
  return (
    <>
      {one.state === 'done' ? <Banner tone="success">Imported: {outcomeOf(one)}.</Banner> : null}
      {one.failure ? <Banner tone="danger">{one.failure}</Banner> : null}
      {one.state === 'cancelled' ? (
        <Banner>This import was cancelled. Nothing was changed in the catalogue.</Banner>
      ) : null}
      {one.state === 'checked' ? <Verdict one={one} /> : null}
      {one.state === 'done' ? null : <Counts one={one} />}
    </>
  );
}

function workWords({ state, rowCount, progress }: Import): string {
  if (state === 'checking') return `${counted(rowCount, 'row')} checked so far. You may leave this screen.`;
  const done = progress.done.toLocaleString('en-GB');
  return `${done} of ${counted(progress.total, 'resource')} written. You may leave this screen.`;
}

function Verdict({ one }: { one: Import }) {
  if (one.problemCount > 0) {
    return (
      <Banner tone="danger">
        {counted(one.problemCount, 'problem')}: nothing can be imported yet, and nothing was changed. Correct the file
        and upload it again.
      </Banner>
    );
  }
  if (affected(one) === 0) return <Banner tone="success">The catalogue has everything in this file already.</Banner>;
  return <Banner tone="success">No problems. Nothing was changed yet.</Banner>;
}

function Counts({ one }: { one: Import }) {
  const counts = [
    ['New', one.newCount],
    ['Changed', one.changedCount],
    ['Unchanged', one.unchangedCount],
    ['Problems', one.problemCount],
    ['Warnings', one.warningCount],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse rounded-md border border-border px-4 py-3">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="font-display text-2xl leading-8.5 font-semibold tabular-nums">
            {count.toLocaleString('en-GB')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ one }: { one: Import }) {
  const running = useImportStep(one, 'run');
  const checking = useImportStep(one, 'check');
  const cancelling = useImportStep(one, 'cancel');
  const canCheck = one.hasFile && ['checked', 'failed', 'cancelled'].includes(one.state);
  const canCancel = isWorking(one) || one.state === 'checked';
  if (!canCheck && !canCancel) return null;
  return (
    <div className="flex flex-wrap gap-3 max-sm:flex-col">
      {canImport(one) ? (
        <Button isBusy={running.isPending} onClick={() => running.mutate()}>
          Import {counted(affected(one), 'resource')}
        </Button>
      ) : null}
      {canCheck ? (
        <Button variant="outline" isBusy={checking.isPending} onClick={() => checking.mutate()}>
          Check again
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="outline" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {isWorking(one) ? 'Cancel' : 'Discard'}
        </Button>
      ) : null}
    </div>
  );
}

const columns: DataTableColumn<ImportProblem>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => <span className="tabular-nums">{line}</span> },
  {
    key: 'field',
    header: 'Column',
    cell: ({ field }) =>
      field ? (
        <span translate="no" className="font-mono text-xs wrap-anywhere">
          {field}
        </span>
      ) : (
        '–'
      ),
  },
  {
    key: 'sentence',
    header: 'What is wrong',
    kind: 'subject',
    cell: ({ sentence }) => <span className="wrap-anywhere">{sentence}</span>,
  },
  { key: 'value', header: 'Value', cell: ({ value }) => <span className="wrap-anywhere">{value || '–'}</span> },
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ severity }) => (
      <Badge tone={severity === 'problem' ? 'danger' : 'warning'}>
        {severity === 'problem' ? 'Problem' : 'Warning'}
      </Badge>
    ),
  },
];

type ImportProblemsProps = { one: Import; filter: Filter; onFilter: (part: Partial<Filter>) => void };

/** Findings of the check by line, with filters for kind and column, and a download of all. */
function ImportProblems({ one, filter, onFilter }: ImportProblemsProps) {
  const { severity, field, page } = filter;
  const query = { page, ...(severity && { severity }), ...(field && { field }) };
  // The number of findings increases while the check runs.
  const findings = useQuery(importProblemsQuery(one.id, query, one.problemCount + one.warningCount));
  const saving = useDownload(reportAddress(one.id));
  return (
    <section aria-label="What the check found" className="border-t border-border">
      <div className="flex flex-wrap items-center gap-3 px-5 py-4 lg:px-6">
        <ToolbarSelect
          label="Kind"
          value={severity ?? ''}
          onChange={({ target }) => onFilter({ severity: target.value === '' ? null : (target.value as 'problem') })}
        >
          <option value="">Problems and warnings</option>
          <option value="problem">Problems</option>
          <option value="warning">Warnings</option>
        </ToolbarSelect>
        <ToolbarSelect
          label="Column"
          value={field ?? ''}
          onChange={({ target }) => onFilter({ field: fileColumns.find((one) => one === target.value) ?? null })}
        >
          <option value="">All columns</option>
          {fileColumns.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </ToolbarSelect>
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {findings.data ? counted(findings.data.totalCount, 'finding') : ''}
        </p>
        <Button
          variant="outline"
          size="small"
          className="ml-auto max-sm:ml-0"
          isBusy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {saving.isPending ? null : <Download size={16} />}
          Download report
        </Button>
      </div>
      <Loaded
        query={findings}
        skeleton={<Skeleton className="mx-6 mb-6 h-40" />}
        failure="Failed to fetch the findings"
      >
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">No findings match these filters.</p>
          ) : (
            <div aria-busy={findings.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
              <DataTable
                caption="What the check found"
                columns={columns}
                rows={items}
                rowKey={(row) => `${row.line} ${row.field} ${row.sentence} ${row.value}`}
              />
              <div className="px-5 pb-6 empty:hidden">
                <Pagination
                  page={page}
                  pageCount={Math.ceil(totalCount / problemPageSize)}
                  onPageChange={(next) => onFilter({ page: next })}
                  label="Pages of what was found"
                />
              </div>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
