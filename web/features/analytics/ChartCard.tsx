import { ChartColumn as ChartIcon, Download, Table } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTableExport } from './api.ts';
import { FigureTable } from './FigureTable.tsx';
import type { ChartTable } from './table-display.ts';

export type ChartCardProps = {
  title: string;
  subtitle: string;
  /** The same figures as a table, which also is what the CSV holds. */
  table: ChartTable;
  /** What there is to say when the table has no rows. */
  emptyText?: string;
  /** A sentence below. */
  note?: string | null;
  /** It is a table by itself, so there is no other view of it. */
  isTable?: boolean;
  className?: string;
  children: ReactNode;
};

/** A chart with its name, its table and its CSV. */
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
