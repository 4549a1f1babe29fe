import { Link } from '@tanstack/react-router';
import { ChartColumn as ChartIcon, Download, Table } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AnalyticsQuery, Figure } from '#contract/operations/analytics.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useTableExport } from './api.ts';
import { type ChartTable, cellText, countText } from './chart-display.ts';
import { figureNames } from './figure-display.ts';

type ChartCardProps = {
  title: string;
  subtitle: string;
  /** Figures of the chart as a table, also used for the CSV. */
  table: ChartTable;
  emptyText?: string;
  /** Sentence below the chart. */
  note?: string | null;
  /** Whether the card is already a table, so that it has no second view. */
  isTable?: boolean;
  className?: string;
  children: ReactNode;
};

/** Card with a chart, its table and its CSV. */
export function ChartCard(props: ChartCardProps) {
  const { title, subtitle, table, emptyText, note, isTable = false, className, children } = props;
  const [isTableShown, setTableShown] = useState(false);
  const exporting = useTableExport(title.toLowerCase().replaceAll(' ', '-'), table);
  const isEmpty = table.rows.length === 0;
  return (
    <Card className={classes('flex min-w-0 flex-col', className)}>
      <div className="mb-5 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2>{title}</h2>
          <p className="mt-0.5 text-sm text-muted-foreground">{subtitle}</p>
        </div>
        {isEmpty ? null : (
          <div className="-mt-1.5 -mr-2 flex flex-none">
            {isTable ? null : (
              <IconButton
                size="small"
                label={`View ${title} as ${isTableShown ? 'chart' : 'table'}`}
                icon={isTableShown ? <ChartIcon size={17} /> : <Table size={17} />}
                onClick={() => setTableShown(!isTableShown)}
              />
            )}
            <IconButton
              size="small"
              label={`Download ${title} as CSV`}
              icon={<Download size={17} />}
              onClick={() => exporting.mutate()}
            />
          </div>
        )}
      </div>
      {isEmpty ? <p className="text-sm text-muted-foreground">{emptyText}</p> : null}
      {isEmpty ? null : isTableShown ? <FigureTable caption={title} table={table} /> : children}
      {note && !isEmpty ? <p className="mt-auto pt-5 text-sm text-muted-foreground">{note}</p> : null}
    </Card>
  );
}

type Row = ChartTable['rows'][number];

/** Table of a chart's figures, from edge to edge of its card. */
function FigureTable({ caption, table }: { caption: string; table: ChartTable }) {
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

type Bar = {
  key: string | number;
  name: ReactNode;
  count: number;
  /** Content in place of the count, such as an amount; only `NamedBars` shows it. */
  value?: ReactNode;
};

/** Bars with names and counts; the largest count is a full bar. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid flex-1 content-between gap-3.5">
      {bars.map(({ key, name, count }) => (
        <li
          key={key}
          className="grid grid-cols-[7rem_minmax(0,1fr)_2.5rem] items-center gap-2.5 text-xs lg:grid-cols-[8.5rem_minmax(0,1fr)_3rem] lg:gap-3.5 lg:text-sm"
        >
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <svg aria-hidden="true" className="h-5 w-full">
            <rect width={`${(count / most) * 100}%`} height="100%" rx="3" fill="var(--chart-1)" />
          </svg>
          <span className="text-right font-semibold tabular-nums">{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Like `Bars`, but for long names, each above its bar. */
export function NamedBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid gap-3 text-sm">
      {bars.map(({ key, name, count, value }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(3rem,auto)] items-center gap-x-3.5 gap-y-1">
          <span className="col-span-2 min-w-0 wrap-anywhere">{name}</span>
          <svg aria-hidden="true" className="h-3 w-full">
            <rect width={`${(Math.max(0, count) / most) * 100}%`} height="100%" rx="3" fill="var(--chart-1)" />
          </svg>
          <span className="text-right leading-5 font-semibold tabular-nums">{value ?? countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}

type FigureLinkProps = {
  figure: Figure;
  range: AnalyticsQuery;
  /** Formatted number. */
  text: string;
  /** Resource whose payments the figure `payment` opens. */
  resourceId?: number;
  country?: string;
};

/** Number that links to the payments or changes behind it. */
export function FigureLink({ figure, range, text, ...of }: FigureLinkProps) {
  return (
    <Link
      to="/admin-dashboard/figures"
      search={{ figure, ...range, ...of }}
      className={classes(textLinkClasses, 'tabular-nums')}
    >
      {text}
      <VisuallyHidden>: {figureNames[figure]}</VisuallyHidden>
    </Link>
  );
}
