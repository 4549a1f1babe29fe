import type { ReactNode } from 'react';
import { Loaded, type LoadedQuery } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

type LoadedPartProps<Data> = {
  query: LoadedQuery<Data>;
  /** Name of the data, for the error. */
  what: string;
  children: (data: Data) => ReactNode;
};

/** Renders the data of a part; while they load a skeleton, after a failure an error with `what`. */
export function LoadedPart<Data>({ query, what, children }: LoadedPartProps<Data>) {
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-12 w-full" />} failure={`${what} did not load`}>
      {children}
    </Loaded>
  );
}

type LineProps = { title: string; details: string; badge?: ReactNode; action?: ReactNode };

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

/** Lines of a part, or the sentence `none` when there are no lines. */
export function Lines({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-muted-foreground">{none}</p>;
  return <ul className="lines-between rounded-md border border-border">{children}</ul>;
}
