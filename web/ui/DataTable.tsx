import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type DataTableColumn<Row> = {
  key: string;
  /** Heading of the column, and name of the value in the blocks below 768 px. */
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `subject` comes first in a block and has no name there; `actions` come last (small buttons side by side); `choice`
   * is a checkbox.
   */
  kind?: 'subject' | 'actions' | 'choice';
  align?: 'start' | 'end';
  /** Makes the heading a button whose arrow shows the current order. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void };
  /** Replaces the visible heading, for example by a checkbox for all rows. */
  headerContent?: ReactNode;
  /**
   * Text of a cell that may be long. A dense table truncates it where there is no room, and shows all of it on hover.
   */
  text?: (row: Row) => string;
  /** Whether a dense table hides the column in a narrow window, because another cell says the same there. */
  isWide?: boolean;
};

type DataTableProps<Row> = {
  /** Name of the table, for assistive technology only. */
  caption: string;
  columns: DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Classes that make each row one line in a wide window. */
  dense?: DenseLook;
};

/** Classes of a dense table. The screen passes them, so that other pages do not load them. */
export type DenseLook = Readonly<
  Record<'table' | 'header' | 'cell' | 'subject' | 'subjectText' | 'text' | 'actions' | 'wideColumn', string>
>;

/**
 * Table from 768 px. In a narrower window each row is a block with the subject first and every value beside its name.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, dense }: DataTableProps<Row>) {
  return (
    <table {...tableRoles.table} className={classes('w-full border-collapse text-sm max-md:block', dense?.table)}>
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.rowGroup} className="max-md:sr-only">
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} dense={dense} />
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rowGroup} className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...tableRoles.row}
            className="group border-b border-border last:border-0 max-md:flex max-md:flex-col max-md:px-5 max-md:py-3.5 md:hover:bg-accent/45"
          >
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} dense={dense} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const edgePadding = 'md:first:pl-6 md:last:pr-6';

function HeaderCell<Row>({ column, dense }: { column: DataTableColumn<Row>; dense: DenseLook | undefined }) {
  const { kind, sort, align, header, headerContent, isWide } = column;
  const Arrow = sort?.direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      aria-sort={sort?.direction === 'none' ? undefined : sort?.direction}
      className={classes(
        'border-b border-border px-4 py-2.5 text-xs font-semibold whitespace-nowrap text-muted-foreground',
        dense?.header,
        isWide && dense?.wideColumn,
        isOfScreen(kind) && 'print:hidden',
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

/** Whether a column is for working on the screen, so that paper leaves it out. */
const isOfScreen = (kind: DataTableColumn<unknown>['kind']) => kind === 'actions' || kind === 'choice';

type BodyCellProps<Row> = { column: DataTableColumn<Row>; row: Row; dense: DenseLook | undefined };

function BodyCell<Row>({ column, row, dense }: BodyCellProps<Row>) {
  const { kind } = column;
  return (
    <td
      {...tableRoles.cell}
      className={classes(
        'md:h-11 md:px-4 md:py-3 md:align-middle max-md:py-0.75',
        dense?.cell,
        kind === 'subject' && dense?.subject,
        column.isWide && dense?.wideColumn,
        edgePadding,
        column.align === 'end' && 'md:text-right md:tabular-nums',
        kind === undefined && 'max-md:flex max-md:justify-between max-md:gap-4 max-md:text-right',
        kind === 'subject' && 'max-md:order-first max-md:pb-1.5 font-semibold',
        kind === 'choice' && 'max-md:order-first',
        kind === 'actions' && 'max-md:pt-2.5',
        isOfScreen(kind) && 'print:hidden',
      )}
    >
      {kind === undefined ? (
        <span aria-hidden="true" className="flex-none text-left text-xs leading-5 text-muted-foreground md:hidden">
          {column.header}
        </span>
      ) : null}
      <CellContent kind={kind} dense={dense} text={column.text?.(row)}>
        {column.cell(row)}
      </CellContent>
    </td>
  );
}

type CellContentProps = Pick<DataTableColumn<unknown>, 'kind'> & {
  text: string | undefined;
  dense: DenseLook | undefined;
  children: ReactNode;
};

function CellContent({ kind, text, dense, children }: CellContentProps) {
  if (kind === 'actions') {
    // Buttons are plain in the table; on narrow screens each has an outline and a gap.
    return (
      <span
        className={classes(
          'flex gap-0.5 max-md:flex-wrap max-md:gap-2 md:-ml-2 max-md:[&>*]:border-border md:[&>*]:px-2',
          dense?.actions,
        )}
      >
        {children}
      </span>
    );
  }
  if (dense && text !== undefined) {
    return (
      <span title={text} className={kind === 'subject' ? dense.subjectText : dense.text}>
        {children}
      </span>
    );
  }
  return <span className={kind === undefined ? 'min-w-0' : undefined}>{children}</span>;
}

/**
 * The native roles of a table. They are set explicitly because some browsers drop them from rows with `display: block`,
 * as on narrow screens.
 */
const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Empty cell: a visible dash, "None" for screen readers. */
export function NoValue() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
