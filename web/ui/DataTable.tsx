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
  /** The words of a cell that may be long. A dense table cuts them off where there is no room, and shows them all on hover. */
  text?: (row: Row) => string;
  /** Shown from 1400 px only: below, the subject's cell says the same. */
  isWide?: boolean;
};

type DataTableProps<Row> = {
  /** Names the table; for assistive technology only. */
  caption: string;
  columns: DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** One line for each row from 1400 px, and quiet actions until the row has the pointer or the focus. */
  isDense?: boolean;
};

/** A table from 768 px; below, each row is a block with the subject first and every value beside its name. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isDense = false }: DataTableProps<Row>) {
  return (
    <table
      {...tableRoles.table}
      className={classes('w-full border-collapse text-sm max-md:block', isDense && 'wide:whitespace-nowrap')}
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.rowGroup} className="max-md:sr-only">
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} isDense={isDense} />
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rowGroup} className="max-md:block">
        {rows.map((row) => (
          <tr
            {...tableRoles.row}
            key={rowKey(row)}
            className="group border-b border-border last:border-0 max-md:flex max-md:flex-col max-md:px-5 max-md:py-3.5 md:hover:bg-accent/45"
          >
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} isDense={isDense} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const edgePadding = 'md:first:pl-6 md:last:pr-6';

function HeaderCell<Row>({ column, isDense }: { column: DataTableColumn<Row>; isDense: boolean }) {
  const { sort, align, header, headerContent, isWide } = column;
  const Arrow = sort?.direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      aria-sort={sort?.direction === 'none' ? undefined : sort?.direction}
      className={classes(
        'border-b border-border px-4 py-2.5 text-xs font-semibold whitespace-nowrap text-muted-foreground',
        isDense && 'wide:px-3',
        isWide && 'max-wide:hidden',
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

type BodyCellProps<Row> = { column: DataTableColumn<Row>; row: Row; isDense: boolean };

function BodyCell<Row>({ column, row, isDense }: BodyCellProps<Row>) {
  const { kind } = column;
  return (
    <td
      {...tableRoles.cell}
      className={classes(
        'md:h-11 md:px-4 md:py-3 md:align-middle max-md:py-0.75',
        isDense && 'wide:px-3 wide:py-1',
        isDense && kind === 'subject' && denseSubject.cell,
        column.isWide && 'max-wide:hidden',
        edgePadding,
        column.align === 'end' && 'md:text-right md:tabular-nums',
        kind === undefined && 'max-md:flex max-md:justify-between max-md:gap-4 max-md:text-right',
        kind === 'subject' && 'max-md:order-first max-md:pb-1.5 font-semibold',
        kind === 'choice' && 'max-md:order-first',
        kind === 'actions' && 'max-md:pt-2.5',
      )}
    >
      {kind === undefined ? (
        <span aria-hidden="true" className="flex-none text-left text-xs leading-5 text-muted-foreground md:hidden">
          {column.header}
        </span>
      ) : null}
      <CellContent kind={kind} isDense={isDense} text={isDense ? column.text?.(row) : undefined}>
        {column.cell(row)}
      </CellContent>
    </td>
  );
}

type CellContentProps = Pick<DataTableColumn<unknown>, 'kind'> & {
  text: string | undefined;
  isDense: boolean;
  children: ReactNode;
};

function CellContent({ kind, text, isDense, children }: CellContentProps) {
  if (kind === 'actions') {
    // Plain buttons in the table; on narrow screens each has an outline and a gap.
    return (
      <span
        className={classes(
          'flex gap-0.5 max-md:flex-wrap max-md:gap-2 md:-ml-2 max-md:[&>*]:border-border md:[&>*]:px-2',
          isDense && quietActions,
        )}
      >
        {children}
      </span>
    );
  }
  if (text !== undefined) {
    const width = kind === 'subject' ? denseSubject.content : 'min-w-0 wide:block wide:max-w-52';
    // The space around the words is for the focus ring of a link.
    return (
      <span title={text} className={classes(width, 'wide:-m-1 wide:truncate wide:p-1')}>
        {children}
      </span>
    );
  }
  return kind === undefined ? <span className="min-w-0">{children}</span> : children;
}

/** The subject takes the width that the other columns leave, but is never narrower than 9rem. */
const denseSubject = {
  cell: "wide:w-full wide:before:block wide:before:h-0 wide:before:w-36 wide:before:content-['']",
  content: 'wide:block wide:w-0 wide:min-w-full',
};

/** The buttons of a row are grey from 1400 px until the row, a `group`, has the pointer or the focus. */
export const quietActions = 'wide:[.group:not(:hover,:focus-within)_&>*]:text-muted-foreground';

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
