import type { ReactNode } from 'react';
import { Card } from '../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../ui/DataTable.tsx';
import { Loaded, type LoadedQuery } from '../ui/Loaded.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type Head = { title: string; note?: string; actions?: ReactNode };

type TableProps<Row> = {
  title: string;
  /** Text that replaces a table without rows; absent for tables that always have rows. */
  emptyText?: string;
  columns: DataTableColumn<Row>[];
  rowKey: (row: Row) => string | number;
};

/** Short list below its heading; the table reaches the card's edges. */
export function TableCard<Row>({ rows, note, actions, ...table }: TableProps<Row> & Head & { rows: readonly Row[] }) {
  return (
    <Frame title={table.title} {...(note && { note })} actions={actions}>
      <Table {...table} rows={rows} />
    </Frame>
  );
}

/** Like `TableCard`, but loads its rows. The failure uses the title: `Failed to fetch the disputes` for "Disputes". */
export function LoadedTableCard<Row>({ query, ...table }: TableProps<Row> & { query: LoadedQuery<readonly Row[]> }) {
  const name = table.title.toLowerCase();
  return (
    <Frame title={table.title}>
      <Loaded
        query={query}
        skeleton={
          <div role="status" className="flex flex-col gap-3 px-5 pb-6 lg:px-6">
            <span className="sr-only">Loading the {name}</span>
            <Skeleton className="h-4 w-80 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        }
        failure={`Failed to fetch the ${name}`}
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(rows) => <Table {...table} rows={rows} />}
      </Loaded>
    </Frame>
  );
}

function Frame({ title, note, actions, children }: Head & { children: ReactNode }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-3 lg:px-6">
        <div className="min-w-0">
          <h2>{title}</h2>
          {note ? <p className="pt-1 text-sm text-muted-foreground">{note}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </Card>
  );
}

function Table<Row>({ title, emptyText, columns, rows, rowKey }: TableProps<Row> & { rows: readonly Row[] }) {
  if (rows.length === 0 && emptyText)
    return <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">{emptyText}</p>;
  return <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />;
}
