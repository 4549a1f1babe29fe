import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { AdminResource } from '#contract/catalogue-admin.ts';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { adminPageSize, adminResources } from './api.ts';
import { BulkBar } from './BulkBar.tsx';
import { shownRange } from './display.ts';
import { allResources, isNarrowed, type ResourceState, readResourceState, resourceQueryOf } from './list-display.ts';
import { ResourceRow } from './ResourceRow.tsx';
import { ResourceRowSkeletons } from './ResourceRowSkeletons.tsx';
import { ResourceToolbar } from './ResourceToolbar.tsx';
import { useSelection } from './use-selection.ts';

const addressOf = (state: ResourceState) => paths.admin(resourceQueryOf(state));

/** Every resource, drafts included; what the list is narrowed to, its order and page stand in the address. */
export function ResourcesPanel() {
  const [state, change] = useAddressState({ read: readResourceState, addressOf });
  return (
    <div className="flex flex-col gap-6">
      <ResourceToolbar
        state={state}
        onNarrow={(part, replace = false) => change({ ...state, ...part, page: 1 }, { replace })}
      />
      <ResourceList
        state={state}
        onPage={(page) => change({ ...state, page }, { keepScroll: false })}
        onClear={() => change({ ...allResources, sort: state.sort }, { replace: true })}
      />
    </div>
  );
}

type ListProps = { state: ResourceState; onPage: (page: number) => void; onClear: () => void };

function ResourceList({ state, onPage, onClear }: ListProps) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(adminResources(state));
  if (isPending) return <ResourceRowSkeletons />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch resources"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount, isMinimum } = data;
  if (totalCount === 0) return <NoResources isNarrowed={isNarrowed(state)} onClear={onClear} />;
  if (items.length > 0) {
    const range = shownRange({ page: state.page, pageSize: adminPageSize, totalCount, isMinimum });
    const pageCount = Math.ceil(totalCount / adminPageSize);
    return (
      <ResourcePage
        state={state}
        resources={items}
        range={range}
        pageCount={pageCount}
        isOutdated={isPlaceholderData}
        onPage={onPage}
      />
    );
  }
  // The last resource of this page was deleted, or the address is an old one.
  const lastPage = Math.ceil(totalCount / adminPageSize);
  if (isFetching) return <ResourceRowSkeletons />;
  const search = { ...resourceQueryOf(state), page: String(lastPage) };
  return <Navigate to={paths.admin()} search={search} replace />;
}

function NoResources({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return <EmptyState title="No resources yet" description="What you add appears here, as a draft at first." />;
  }
  return (
    <EmptyState
      title="No resources match"
      description="Nothing fits this search and these filters. Check the spelling or show all resources."
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}

type ResourcePageProps = {
  state: ResourceState;
  resources: readonly AdminResource[];
  /** Which of how many these are, in words. */
  range: string;
  pageCount: number;
  /** The page that was asked for has not come yet; this is the one before. */
  isOutdated: boolean;
  onPage: (page: number) => void;
};

function ResourcePage({ state, resources, range, pageCount, isOutdated, onPage }: ResourcePageProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const list = JSON.stringify(resourceQueryOf({ ...state, sort: 'created_at', page: 1 }));
  const { chosen, choose, chooseAll, clear } = useSelection(list, resources);
  const isAll = resources.every(({ id }) => chosen.has(id));

  function turnTo(next: number) {
    onPage(next);
    // The pressed button is at the other end of the list now shown; the keyboard starts at its top.
    status.current?.focus({ preventScroll: true });
  }

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 xl:px-6">
        <Checkbox label="Select all on this page" checked={isAll} onChange={() => chooseAll(!isAll)} />
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted-foreground outline-none">
          {range}
        </p>
      </div>
      <BulkBar chosen={chosen} clear={clear} />
      <Card
        isPadded={false}
        aria-busy={isOutdated}
        className="lines-between overflow-hidden transition-opacity aria-busy:opacity-60"
      >
        {resources.map((resource) => (
          <ResourceRow
            key={resource.id}
            resource={resource}
            isChosen={chosen.has(resource.id)}
            onChoose={(isChosen, isRange) => choose(resource, isChosen, isRange)}
          />
        ))}
      </Card>
      <Pagination page={state.page} pageCount={pageCount} onPageChange={turnTo} label="Pages of resources" />
    </div>
  );
}
