import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** A part of the manager under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What did not load, for the error. */
  what: string;
  children: (data: Data) => ReactNode;
};

/** What a part shows once it is there. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, isPending, isFetching, refetch } = query;
  if (isPending) return <Skeleton className="h-12 w-full" />;
  if (data === undefined)
    return <LoadError title={`${what} did not load`} isBusy={isFetching} onRetry={() => void refetch()} />;
  return children(data);
}

type LineProps = { title: string; details: string; badge?: ReactNode; action?: ReactNode };

/** One thing that a member has, with what can be done about it. */
export function Line({ title, details, badge, action }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-semibold wrap-anywhere">
          {title}
          {badge}
        </p>
        <p className="text-xs wrap-anywhere text-muted-foreground">{details}</p>
      </div>
      {action}
    </li>
  );
}

/** The lines of a part, or a sentence when there is none. */
export function Lines({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-muted-foreground">{none}</p>;
  return <ul className="lines-between rounded-md border border-border">{children}</ul>;
}
