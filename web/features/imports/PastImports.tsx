import { useQuery } from '@tanstack/react-query';
import type { Import } from '#contract/imports.ts';
import { dateAndTime } from '../../dates.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { importsQuery, pastPageSize } from './api.ts';
import { stateNames, stateTones } from './display.ts';

type PastImportsProps = {
  page: number;
  shownId: number | null;
  onPage: (page: number) => void;
  onShow: (id: number) => void;
};

/** Every file that was sent, newest first. */
export function PastImports({ page, shownId, onPage, onShow }: PastImportsProps) {
  return (
    <Loaded
      query={useQuery(importsQuery(page))}
      skeleton={<Skeleton className="h-48 w-full rounded-lg!" />}
      failure="Failed to fetch past imports"
    >
      {({ items, totalCount }) => (
        <Card isPadded={false} className="overflow-hidden">
          <h2 className="px-5 pt-5 pb-3 lg:px-6">Imports</h2>
          {totalCount === 0 ? (
            <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">
              Nothing was imported yet. A file that you upload is listed here.
            </p>
          ) : (
            <DataTable caption="Imports" columns={columnsFor(shownId, onShow)} rows={items} rowKey={({ id }) => id} />
          )}
          <div className="px-5 pb-6 empty:hidden">
            <Pagination
              page={page}
              pageCount={Math.ceil(totalCount / pastPageSize)}
              onPageChange={onPage}
              label="Pages of imports"
            />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

function columnsFor(shownId: number | null, onShow: (id: number) => void): DataTableColumn<Import>[] {
  const count = (value: number) => value.toLocaleString('en-GB');
  return [
    {
      key: 'file',
      header: 'File',
      kind: 'subject',
      cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
    },
    { key: 'state', header: 'State', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge> },
    { key: 'new', header: 'New', align: 'end', cell: ({ newCount }) => count(newCount) },
    { key: 'changed', header: 'Changed', align: 'end', cell: ({ changedCount }) => count(changedCount) },
    { key: 'problems', header: 'Problems', align: 'end', cell: ({ problemCount }) => count(problemCount) },
    { key: 'by', header: 'Sent by', cell: ({ sentBy }) => sentBy ?? '–' },
    {
      key: 'at',
      header: 'Sent on',
      cell: ({ createdAt }) => <span className="tabular-nums">{dateAndTime(createdAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ id, fileName }) => (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Show ${fileName}`}
          aria-pressed={id === shownId}
          onClick={() => onShow(id)}
        >
          Show
        </Button>
      ),
    },
  ];
}
