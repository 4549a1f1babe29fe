import { type ReactNode, useEffect } from 'react';
import { listPageSize } from '../platform/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loaded, type LoadedQuery } from '../ui/Loaded.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { List } from './list-state.ts';
import { RowKeys, RowKeysHint } from './RowKeys.tsx';

type Page<Item> = { items: readonly Item[]; totalCount: number };

type ListPagesProps<Item, Data extends Page<Item>> = {
  list: List;
  query: LoadedQuery<Data>;
  skeleton: ReactNode;
  failure: string;
  safe: string;
  /** Texts while there are no rows at all. */
  none: { title: string; description: string };
  /** Texts while no row matches, and the label of the button that shows all. */
  noMatch?: { title: string; description: string; clear?: string };
  pageSize?: number;
  /** Renders a page with at least one row. */
  children: (page: Data) => ReactNode;
};

/** States of a paged list: loading, failed, empty, no match, and a page of rows. */
export function ListPages<Item, Data extends Page<Item>>(props: ListPagesProps<Item, Data>) {
  const { list, query, skeleton, failure, safe, none, noMatch, pageSize = listPageSize, children } = props;
  return (
    <Loaded query={query} skeleton={skeleton} failure={failure} safe={safe}>
      {(page) => {
        if (page.items.length > 0) return <RowKeys>{children(page)}</RowKeys>;
        if (page.totalCount > 0) {
          // The last row of this page was deleted, or the URL is old.
          if (query.isFetching) return skeleton;
          return (
            <ToLastPage turn={() => list.turnTo(Math.ceil(page.totalCount / pageSize), { replace: true })}>
              {skeleton}
            </ToLastPage>
          );
        }
        if (!list.isNarrowed || !noMatch) return <EmptyState {...none} />;
        const { title, description, clear = 'Clear search and filters' } = noMatch;
        return (
          <EmptyState
            title={title}
            description={description}
            action={
              <Button variant="outline" onClick={list.clear}>
                {clear}
              </Button>
            }
          />
        );
      }}
    </Loaded>
  );
}

function ToLastPage({ turn, children }: { turn: () => void; children: ReactNode }) {
  // The effect fetches another page, which replaces this part.
  useEffect(turn, [turn]);
  return children;
}

type ListPanelProps<Item> = Omit<
  ListPagesProps<Item, Page<Item>>,
  'skeleton' | 'failure' | 'safe' | 'query' | 'children'
> & {
  query: LoadedQuery<Page<Item>> & { isPlaceholderData: boolean };
  /** Words for one row and for several: "user", "users". */
  noun: readonly [one: string, many: string];
  failure?: string;
  safe?: string;
  /** Actions for the selected rows. They appear below the rows, so that no row moves under the pointer. */
  selection?: ReactNode;
  /** Renders the rows, usually as a table. */
  children: (items: readonly Item[]) => ReactNode;
};

/** Card with a page of a list, the number of all rows and the pager. */
export function ListPanel<Item>({ noun, query, selection, children, ...rest }: ListPanelProps<Item>) {
  const [one, many] = noun;
  const {
    failure = `Failed to fetch ${many}`,
    safe = 'Nothing was changed. Check your connection, then try again.',
    ...states
  } = rest;
  return (
    <ListPages
      {...states}
      query={query}
      skeleton={<TableSkeleton label={`Loading ${many}`} />}
      failure={failure}
      safe={safe}
    >
      {({ items, totalCount }) => (
        <div className="flex flex-col">
          <Card isPadded={false} aria-busy={query.isPlaceholderData} className="overflow-x-auto aria-busy:opacity-60">
            {children(items)}
          </Card>
          {selection ? <SelectionBar>{selection}</SelectionBar> : null}
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6">
            <p role="status" className="text-sm text-muted-foreground">
              {items.length} of {totalCount} {totalCount === 1 ? one : many}
            </p>
            <RowKeysHint canSelect={selection !== undefined} />
          </div>
          <Pagination
            page={states.list.state.page}
            pageCount={Math.ceil(totalCount / (states.pageSize ?? listPageSize))}
            onPageChange={states.list.turnTo}
            label={`Pages of ${many}`}
          />
        </div>
      )}
    </ListPages>
  );
}

/** Bar that stays at the lower edge of the window while the rows scroll. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-4 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-md bg-accent px-4 py-3 text-accent-foreground shadow-lg *:flex-none max-sm:flex-nowrap max-sm:overflow-x-auto">
      {children}
    </div>
  );
}

const rowKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function TableSkeleton({ label }: { label: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        {label}
      </p>
      <Card isPadded={false} aria-hidden="true" className="lines-between overflow-hidden">
        {rowKeys.map((key) => (
          <div key={key} data-testid="skeleton" className="flex items-center justify-between gap-6 px-6 py-5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-48 max-md:hidden" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </Card>
    </>
  );
}
