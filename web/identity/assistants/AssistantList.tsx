import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Assistant } from '#contract/identity/assistants.ts';
import { Card } from '#web/ui/Card.tsx';
import { Loaded, type LoadedQuery } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CopyField } from '../connections/CopyField.tsx';
import { permissionsText } from './display.ts';

type AssistantListProps<Row> = {
  title: string;
  about: string;
  /** Setting above the URL. */
  setting?: ReactNode;
  query: LoadedQuery<Row[]>;
  /** Sentence for a list without rows. */
  empty: string;
  children: (row: Row) => ReactNode;
};

/** A card with the URL to enter in an assistant, and a row for each assistant. */
export function AssistantList<Row extends { id: number }>(props: AssistantListProps<Row>) {
  const { title, about, setting, query, empty, children } = props;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="px-5 pt-5 pb-3 lg:px-6">
        <h2>{title}</h2>
        <p className="pt-1 text-sm text-muted-foreground">{about}</p>
      </div>
      {setting ? <div className="px-5 pb-4 lg:px-6">{setting}</div> : null}
      <CopyField
        label="Address for assistants"
        value={`${location.origin}/mcp`}
        className="px-5 pb-4 lg:max-w-120 lg:px-6"
      />
      <Loaded
        query={query}
        skeleton={
          <div role="status" className="flex flex-col gap-3 px-5 pb-6 lg:px-6">
            <span className="sr-only">Loading the assistants</span>
            <Skeleton className="h-4 w-80 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        }
        failure="The assistants could not be loaded"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">{empty}</p>
          ) : (
            <ul>
              {rows.map((row) => (
                <li
                  key={row.id}
                  className="flex items-start gap-4 border-t border-border px-5 py-3 max-md:flex-col max-md:gap-1 md:items-center lg:px-6"
                >
                  {children(row)}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Name of a client, the host that proves it, and what it may do. */
export function AssistantName({ client }: { client: Pick<Assistant, 'name' | 'host' | 'scopes'> }) {
  const { name, host, scopes } = client;
  return (
    <div className="flex min-w-0 flex-1 items-start gap-4">
      <span className="grid size-9 flex-none place-items-center rounded-md bg-neutral-soft text-neutral-text">
        <Bot size={18} />
      </span>
      <div className="min-w-0 text-sm wrap-anywhere">
        <p>
          <b className="font-semibold">{name}</b>{' '}
          <span className="text-muted-foreground">{host === null ? '(name not verified)' : host}</span>
        </p>
        <p className="text-muted-foreground">{permissionsText(scopes)}</p>
      </div>
    </div>
  );
}
