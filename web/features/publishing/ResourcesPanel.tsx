import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { accessTypes, rappPhases, rappPrinciples, resourceTypes } from '#contract/catalogue.ts';
import { type AdminResource, adminResourceSorts, publishStatuses } from '#contract/publishing.ts';
import { ListPages } from '../../admin/ListPanel.tsx';
import { choice, setting, text, useList } from '../../admin/list-state.ts';
import { paths } from '../../paths.ts';
import { listPageSize } from '../../platform/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { adminResources } from './api.ts';
import { BulkBar } from './BulkBar.tsx';
import { shownRange } from './display.ts';
import { ResourceRow } from './ResourceRow.tsx';
import { ResourceRowSkeletons } from './ResourceRowSkeletons.tsx';
import { ResourceToolbar } from './ResourceToolbar.tsx';
import { useSelection } from './use-selection.ts';

const fields = {
  search: text,
  type: choice(resourceTypes),
  accessType: choice(accessTypes),
  status: choice(publishStatuses),
  rappPrinciples: choice(rappPrinciples),
  rappImplementationPhase: choice(rappPhases),
  sort: setting(adminResourceSorts, 'created_at'),
};

const useResourceList = () => useList(fields, (query) => paths.admin(query));

/** The administrator's list of resources, with its search, filters, order and page. */
export type ResourceList = ReturnType<typeof useResourceList>;

/** Every resource, drafts included. */
export function ResourcesPanel() {
  const list = useResourceList();
  const resources = useQuery(adminResources(list.query));
  return (
    <div className="flex flex-col gap-6">
      <ResourceToolbar list={list} />
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
          <ResourcePage list={list} resources={items} {...count} isOutdated={resources.isPlaceholderData} />
        )}
      </ListPages>
    </div>
  );
}

type ResourcePageProps = {
  list: ResourceList;
  resources: readonly AdminResource[];
  totalCount: number;
  isMinimum: boolean;
  /** The requested page has not arrived; this is the previous one. */
  isOutdated: boolean;
};

function ResourcePage({ list, resources, totalCount, isMinimum, isOutdated }: ResourcePageProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const { page } = list.state;
  const { chosen, choose, chooseAll, clear } = useSelection(
    JSON.stringify({ ...list.query, sort: undefined, page: undefined }),
    resources,
  );
  const isAll = resources.every(({ id }) => chosen.has(id));

  function turnTo(next: number) {
    list.turnTo(next);
    // The pressed button is at the end of the new page; the keyboard continues at its top.
    status.current?.focus({ preventScroll: true });
  }

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 xl:px-6">
        <Checkbox label="Select all on this page" checked={isAll} onChange={() => chooseAll(!isAll)} />
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted-foreground outline-none">
          {shownRange({ page, pageSize: listPageSize, totalCount, isMinimum })}
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
      <Pagination
        page={page}
        pageCount={Math.ceil(totalCount / listPageSize)}
        onPageChange={turnTo}
        label="Pages of resources"
      />
    </div>
  );
}
