import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Clock, Library, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type {
  AdminResource,
  AdminResourceColumn,
  AdminResourceCounts,
  PublishStatus,
} from '#contract/catalogue/publishing.ts';
import { namesIn, phaseLabels } from '#contract/words.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPages } from '#web/admin/ListPanel.tsx';
import { ListTools, useColumns } from '#web/admin/ListTools.tsx';
import { useList } from '#web/admin/list-state.ts';
import { RowKeysHint } from '#web/admin/RowKeys.tsx';
import { listPageSize } from '#web/platform/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { type Counter, Counters } from '#web/ui/Counters.tsx';
import { classes } from '#web/ui/classes.ts';
import { Pagination } from '#web/ui/Pagination.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { useWords } from '#web/ui/words.ts';
import { accessTypeNames, keysOf, typeNames } from '../catalogue/display.ts';
import { adminResources, resourceCounts, resourcesCsv } from './api.ts';
import { BulkBar, useSelection } from './BulkBar.tsx';
import { shownRange } from './display.ts';
import { adminSortNames, resourceColumnNames, resourceList, statusNames } from './list-display.ts';
import { ResourceRow, ResourceRowSkeletons, resourceGrid } from './ResourceRow.tsx';

const useResourceList = () => useList(resourceList);

/** State of the administrator's list of resources: search, filters, order and page. */
export type ResourceList = ReturnType<typeof useResourceList>;

/** List of every resource that is not withdrawn, including drafts. */
export function ResourcesPanel() {
  const list = useResourceList();
  const resources = useQuery(adminResources(list.query));
  const columns = useColumns('resources', resourceColumnNames, ['type', 'access', 'price', 'status']);
  return (
    <div className="flex flex-col gap-6">
      <StatusCounters list={list} />
      <ResourceToolbar list={list}>
        <ListTools
          columns={columns}
          csv={resourcesCsv(list.query, columns.shown)}
          found={resources.data}
          noun="resources"
        />
      </ResourceToolbar>
      <ListPages
        list={list}
        query={resources}
        skeleton={<ResourceRowSkeletons />}
        failure="Failed to fetch resources"
        safe="Nothing was changed. Check your connection, then try again."
        none={{ title: 'No resources yet', description: 'New resources appear here, as drafts at first.' }}
        noMatch={{
          title: 'No resources match',
          description: 'No resources match this search and these filters. Check the spelling or show all resources.',
        }}
      >
        {({ items, ...count }) => (
          <ResourcePage
            list={list}
            resources={items}
            {...count}
            shown={columns.shown}
            isOutdated={resources.isPlaceholderData}
          />
        )}
      </ListPages>
    </div>
  );
}

const counters: readonly Counter<keyof AdminResourceCounts>[] = [
  { key: 'total', label: 'All', Icon: Library, look: 'bg-warning-soft text-warning-text' },
  { key: 'published', label: statusNames.published, Icon: CircleCheck, look: 'bg-success-soft text-success-text' },
  { key: 'draft', label: statusNames.draft, Icon: CircleDashed, look: 'bg-neutral-soft text-neutral-text' },
  { key: 'scheduled', label: statusNames.scheduled, Icon: Clock, look: 'bg-info-soft text-info-text' },
];

/** Number of resources by status, as filters; a dash while the counts are unknown (ADM-RES-19, ADM-13). */
function StatusCounters({ list: { state, narrow } }: { list: ResourceList }) {
  const { data, isPending } = useQuery(resourceCounts);
  const filterOf = (of: PublishStatus | null) => ({
    isPressed: state.status === of,
    onPress: () => narrow({ status: state.status === of ? null : of }),
  });
  const filters = {
    total: filterOf(null),
    published: filterOf('published'),
    draft: filterOf('draft'),
    scheduled: filterOf('scheduled'),
  };
  return <Counters counters={counters} counts={data} isPending={isPending} filters={filters} />;
}

type ResourcePageProps = {
  list: ResourceList;
  resources: readonly AdminResource[];
  totalCount: number;
  isMinimum: boolean;
  shown: ReadonlySet<AdminResourceColumn>;
  /** Whether this is the previous page, because the requested one has not arrived. */
  isOutdated: boolean;
};

function ResourcePage({ list, resources, totalCount, isMinimum, shown, isOutdated }: ResourcePageProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const { page } = list.state;
  const { chosen, choose, chooseAll, clear } = useSelection(
    JSON.stringify({ ...list.query, sort: undefined, page: undefined }),
    resources,
  );
  const isAll = resources.every(({ id }) => chosen.has(id));

  function turnTo(next: number) {
    list.turnTo(next);
    // The pressed button is at the end of the new page, so the focus moves to its top.
    status.current?.focus({ preventScroll: true });
  }

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 xl:px-6">
        <Checkbox label="Select all on this page" checked={isAll} onChange={() => chooseAll(!isAll)} />
        <RowKeysHint canSelect />
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted-foreground outline-none">
          {shownRange({ page, pageSize: listPageSize, totalCount, isMinimum })}
        </p>
      </div>
      <Card
        isPadded={false}
        aria-busy={isOutdated}
        className={`${resourceGrid} transition-opacity aria-busy:opacity-60`}
      >
        {resources.map((resource) => (
          <ResourceRow
            key={resource.id}
            resource={resource}
            shown={shown}
            isChosen={chosen.has(resource.id)}
            onChoose={(isChosen, isRange) => choose(resource, isChosen, isRange)}
          />
        ))}
      </Card>
      <BulkBar chosen={chosen} clear={clear} />
      <Pagination
        page={page}
        pageCount={Math.ceil(totalCount / listPageSize)}
        onPageChange={turnTo}
        label="Pages of resources"
      />
    </div>
  );
}

type ResourceToolbarProps = { list: ResourceList; children: ReactNode };

/** Search, filters and order of the list, and the tools for all of it. */
function ResourceToolbar({ list: { state, narrow, filterCount }, children }: ResourceToolbarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const words = useWords();
  const filtersId = useId();
  // The search has its own box, so it does not count as a filter.
  const count = filterCount - (state.search === '' ? 0 : 1);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={state.search} onSearch={(search) => narrow({ search }, { replace: true })} />
        <Button
          variant="outline"
          className="max-lg:flex-1 lg:hidden"
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal size={18} />
          Filters{count > 0 ? ` (${count})` : null}
        </Button>
        <ToolbarSelect
          label="Sort by"
          prefix="Sort"
          className="min-w-0 max-lg:flex-1 lg:min-w-52"
          value={state.sort}
          onChange={({ target }) => narrow({ sort: keysOf(adminSortNames).find((key) => key === target.value) })}
        >
          {optionsOf(adminSortNames)}
        </ToolbarSelect>
        {children}
      </div>
      <div id={filtersId} className={classes('grid gap-3 sm:grid-cols-2 lg:grid-cols-5', !isOpen && 'max-lg:hidden')}>
        <FilterSelect
          label="Filter by type"
          all="All types"
          names={typeNames}
          value={state.type}
          onChange={(type) => narrow({ type })}
        />
        <FilterSelect
          label="Filter by access"
          all="All access types"
          names={accessTypeNames}
          value={state.accessType}
          onChange={(accessType) => narrow({ accessType })}
        />
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          names={statusNames}
          value={state.status}
          onChange={(status) => narrow({ status })}
        />
        <FilterSelect
          label="Filter by principle"
          all="All principles"
          names={namesIn(words.principles)}
          value={state.rappPrinciples}
          onChange={(rappPrinciples) => narrow({ rappPrinciples })}
        />
        <FilterSelect
          label="Filter by phase"
          all="All phases"
          names={phaseLabels(words.phases)}
          value={state.rappImplementationPhase}
          onChange={(rappImplementationPhase) => narrow({ rappImplementationPhase })}
        />
      </div>
    </div>
  );
}

function optionsOf<Value extends string>(names: Record<Value, string>) {
  return keysOf(names).map((key) => (
    <option key={key} value={key}>
      {names[key]}
    </option>
  ));
}
