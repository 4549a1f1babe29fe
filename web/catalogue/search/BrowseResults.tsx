import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import type { RenderLink } from '#web/ui/link.ts';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useWords } from '#web/ui/words.ts';
import { accessTypeNames, typeNames } from '../catalogue/display.ts';
import { ResourceCardSkeletons } from '../catalogue/ResourceCards.tsx';
import type { BrowseControl } from './BrowseFilters.tsx';
import {
  asksClosest,
  type BrowseQuery,
  filterCount,
  narrowed,
  nothingFound,
  pageCountOf,
  showingCount,
  withoutFilters,
} from './browse-display.ts';

type Found<Summary> = { items: Summary[]; totalCount: number; isMinimum: boolean };

type BrowseResultsProps<Summary> = BrowseControl & {
  found: UseQueryResult<Found<Summary>>;
  cards: (resources: Summary[]) => ReactNode;
  onPage: (page: number) => void;
  linkToPage?: (page: number) => RenderLink;
  /** Content on the right of the count. */
  controls?: ReactNode;
  /** Closest matches, rendered below few results of a search. */
  closest: ReactNode;
};

/** Number of results, applied filters, cards of one page and the pager. */
export function BrowseResults<Summary>(props: BrowseResultsProps<Summary>) {
  const { query, onChange, onPage, linkToPage, cards, controls, closest } = props;
  const { data: found, isLoadingError, isFetching, isPlaceholderData, refetch } = props.found;
  // Deferred, so that the cards render in steps and the browser stays responsive.
  const data = useDeferredValue(found);
  const isCurrent = data === found && !isPlaceholderData;
  const status = useRef<HTMLParagraphElement>(null);
  const pageCount = data ? pageCountOf(data.totalCount) : 0;
  const isBeyondEnd = pageCount > 0 && query.page > pageCount && isCurrent;

  // An old URL may name a page beyond the end.
  useEffect(() => {
    if (isBeyondEnd) onChange({ ...query, page: pageCount }, { replace: true });
  });

  function turnTo(page: number) {
    onPage(page);
    // The pressed button is at the other end of the new page, so the focus moves to its top.
    status.current?.focus({ preventScroll: true });
  }

  function clear(next: BrowseQuery) {
    onChange(next);
    // The pressed button is gone, so the count takes the focus.
    status.current?.focus({ preventScroll: true });
  }

  if (isLoadingError) {
    return (
      <LoadError
        title="Failed to fetch resources"
        description="The catalogue did not answer. Your filters are kept. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <p ref={status} role="status" tabIndex={-1} className="text-sm font-semibold tabular-nums outline-none">
          {data ? showingCount(data) : <LoadingCount />}
        </p>
        <AppliedFilters query={query} onChange={onChange} />
        {controls}
      </div>
      {data ? null : <ResourceCardSkeletons className={browseGrid} />}
      {data && data.items.length > 0 ? (
        <div aria-busy={!isCurrent} className="transition-opacity aria-busy:opacity-60">
          {cards(data.items)}
          <Pagination
            page={query.page}
            pageCount={pageCount}
            onPageChange={turnTo}
            linkTo={linkToPage}
            label="Pages of resources"
          />
        </div>
      ) : null}
      {data && data.items.length === 0 && !isBeyondEnd ? (
        <EmptyState
          title="No resources found"
          description={nothingFound(query)}
          action={<ClearAction query={query} onChange={clear} />}
        />
      ) : null}
      {asksClosest(query, data) && isCurrent ? closest : null}
    </>
  );
}

/**
 * Button that clears the search and the filters; renders nothing when there are none, because an empty catalogue has
 * nothing to clear.
 */
function ClearAction({ query, onChange }: BrowseControl) {
  if (filterCount(query) === 0 && query.search.trim() === '') return null;
  return <Button onClick={() => onChange(withoutFilters(query))}>Clear all filters</Button>;
}

/** Classes for the gaps of a grid of cards beside filters. */
export const browseGrid = 'max-lg:gap-4! xl:gap-5!';

function LoadingCount() {
  return (
    <>
      <span className="sr-only">Loading resources</span>
      <Skeleton className="h-4 w-36" />
    </>
  );
}

/** Each selected filter as a chip that removes it. */
function AppliedFilters({ query, onChange }: BrowseControl) {
  const { principles, phases, roles } = useWords();
  const without = <Value,>(values: Value[], value: Value) => values.filter((one) => one !== value);
  const applied = [
    ...query.type.map((value) => ({ name: typeNames[value], change: { type: without(query.type, value) } })),
    ...query.accessType.map((value) => ({
      name: accessTypeNames[value],
      change: { accessType: without(query.accessType, value) },
    })),
    ...query.rappPrinciples.map((value) => ({
      name: principles[value].name,
      change: { rappPrinciples: without(query.rappPrinciples, value) },
    })),
    ...query.rappImplementationPhase.map((value) => ({
      name: phases[value].name,
      change: { rappImplementationPhase: without(query.rappImplementationPhase, value) },
    })),
    ...query.roleAffiliations.map((value) => ({
      name: roles[value].name,
      change: { roleAffiliations: without(query.roleAffiliations, value) },
    })),
  ];
  if (applied.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className="flex min-w-0 flex-wrap gap-2 lg:justify-end">
      {applied.map(({ name, change }) => (
        <li key={name} className="min-w-0">
          <Chip removeLabel={`Remove filter ${name}`} onRemove={() => onChange(narrowed(query, change))}>
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
