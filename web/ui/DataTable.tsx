import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type DataTableColumn<Row> = {
  /** Unique in the table. */
  key: string;
  /** The column's heading, and the value's name in the blocks below 768 px. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `subject` leads a block and carries no name there; `actions` closes it (small buttons side by side); `choice` is a checkbox. */
  kind?: 'subject' | 'actions' | 'choice';
  align?: 'start' | 'end';
  /** The heading becomes a button; the arrow shows the present order. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void };
  /** Replaces the drawn heading, such as by a checkbox for all rows. */
  headerContent?: ReactNode;
};

type DataTableProps<Row> = {
  /** Names the table; for assistive technology only. */
  caption: string;
  columns: DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** A table from 768 px; below, each row is a block with the subject first and every value beside its name. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table {...tableRoles.table} className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.rowGroup} className="max-md:sr-only">
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rowGroup} className="max-md:block">
        {rows.map((row) => (
          <tr
            {...tableRoles.row}
            key={rowKey(row)}
            className="border-b border-border last:border-0 max-md:flex max-md:flex-col max-md:px-5 max-md:py-3.5 md:hover:bg-accent/45"
          >
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const edgePadding = 'md:first:pl-6 md:last:pr-6';

function HeaderCell<Row>({ column }: { column: DataTableColumn<Row> }) {
  const { sort, align, header, headerContent } = column;
  const Arrow = sort?.direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      aria-sort={sort?.direction === 'none' ? undefined : sort?.direction}
      className={classes(
        'border-b border-border px-4 py-2.5 text-xs font-semibold whitespace-nowrap text-muted-foreground',
        align === 'end' ? 'text-right' : 'text-left',
        edgePadding,
      )}
    >
      {sort ? (
        <button
          type="button"
          onClick={sort.onSort}
          className="inline-flex min-h-6 items-center gap-1 hover:text-foreground"
        >
          {header}
          <Arrow size={14} className={sort.direction === 'none' ? 'invisible' : undefined} />
        </button>
      ) : (
        (headerContent ?? header)
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: DataTableColumn<Row>; row: Row }) {
  const isNamed = column.kind === undefined;
  return (
    <td
      {...tableRoles.cell}
      className={classes(
        'md:h-11 md:px-4 md:py-3 md:align-middle max-md:py-0.75',
        edgePadding,
        column.align === 'end' && 'md:text-right md:tabular-nums',
        isNamed && 'max-md:flex max-md:justify-between max-md:gap-4 max-md:text-right',
        column.kind === 'subject' && 'max-md:order-first max-md:pb-1.5 font-semibold',
        column.kind === 'choice' && 'max-md:order-first',
        column.kind === 'actions' && 'max-md:pt-2.5',
      )}
    >
      {isNamed ? (
        <span aria-hidden="true" className="flex-none text-left text-xs leading-5 text-muted-foreground md:hidden">
          {column.header}
        </span>
      ) : null}
      <CellContent kind={column.kind}>{column.cell(row)}</CellContent>
    </td>
  );
}

function CellContent({ kind, children }: { kind: DataTableColumn<unknown>['kind']; children: ReactNode }) {
  if (kind === undefined) return <span className="min-w-0">{children}</span>;
  if (kind !== 'actions') return children;
  // Plain buttons in the dense table; on narrow screens each has an outline and a gap.
  return (
    <span className="flex gap-0.5 max-md:flex-wrap max-md:gap-2 md:-ml-2 max-md:[&>*]:border-border md:[&>*]:px-2">
      {children}
    </span>
  );
}

/**
 * The roles a table has by itself. They are written out because rows drawn as blocks on narrow screens
 * (`display: block`) lose them in some browsers.
 */
const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** An empty cell: a dash for the eye, "None" for screen readers. */
export function NoValue() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
