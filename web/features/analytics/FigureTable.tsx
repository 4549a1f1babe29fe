import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { type ChartTable, cellText } from './table-display.ts';

type Row = ChartTable['rows'][number];

/** A chart's figures as a table, from edge to edge of its card. */
export function FigureTable({ caption, table }: { caption: string; table: ChartTable }) {
  const { columns, rows, currency } = table;
  const shown: DataTableColumn<Row>[] = columns.map(({ header, kind }, place) => ({
    key: header,
    header,
    align: kind === 'text' ? 'start' : 'end',
    ...(place === 0 && { kind: 'subject' as const }),
    cell: (row) => <span className="wrap-anywhere">{cellText(row[place] ?? null, kind, currency)}</span>,
  }));
  return (
    <div className="-mx-5 lg:-mx-6">
      <DataTable caption={caption} columns={shown} rows={rows} rowKey={(row) => rows.indexOf(row)} />
    </div>
  );
}
