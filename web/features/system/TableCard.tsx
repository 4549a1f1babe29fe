import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';

type TableCardProps = {
  title: string;
  note?: string;
  actions?: ReactNode;
  /** Shown in place of the table; null when there are rows. */
  emptyText: string | null;
  children: ReactNode;
};

/** A heading above a table that reaches the card's edges. */
export function TableCard({ title, note, actions, emptyText, children }: TableCardProps) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-3 lg:px-6">
        <div className="min-w-0">
          <h2>{title}</h2>
          {note ? <p className="pt-1 text-sm text-muted-foreground">{note}</p> : null}
        </div>
        {actions}
      </div>
      {emptyText === null ? children : <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">{emptyText}</p>}
    </Card>
  );
}
