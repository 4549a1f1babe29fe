import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Import, ImportProblem } from '#contract/imports.ts';
import { resourceColumns } from '#contract/publishing-columns.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { importProblemsQuery, problemPageSize, reportAddress, useDownload } from './api.ts';
import { counted, type ImportAddress } from './display.ts';

const columns: DataTableColumn<ImportProblem>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => <span className="tabular-nums">{line}</span> },
  {
    key: 'field',
    header: 'Column',
    cell: ({ field }) => (field ? <span className="font-mono text-xs wrap-anywhere">{field}</span> : '–'),
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

type Filter = Pick<ImportAddress, 'severity' | 'field' | 'page'>;
type ImportProblemsProps = { one: Import; filter: Filter; onFilter: (part: Partial<Filter>) => void };

/** The findings of the check by line, with filters for kind and column, and a download of all. */
export function ImportProblems({ one, filter, onFilter }: ImportProblemsProps) {
  const { severity, field, page } = filter;
  const query = { page, ...(severity && { severity }), ...(field && { field }) };
  // The findings increase while the check runs.
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
          onChange={({ target }) => onFilter({ field: resourceColumns.find((one) => one === target.value) ?? null })}
        >
          <option value="">All columns</option>
          {resourceColumns.map((column) => (
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
