import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { paths } from '../../../paths.ts';
import { useGo, useSearchParameters } from '../../../platform/link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { adminPageSize, adminResources } from './api.ts';
import { readPage, shownRange } from './display.ts';
import { ResourceRow } from './ResourceRow.tsx';
import { ResourceRowSkeletons } from './ResourceRowSkeletons.tsx';

/** Every resource, drafts included; the page stands in the address. */
export function ResourcesPanel() {
  const page = readPage(useSearchParameters());
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(adminResources(page));

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
  const { items, totalCount } = data;
  if (totalCount === 0) {
    return <EmptyState title="No resources yet" description="What you add appears here, as a draft at first." />;
  }
  if (items.length > 0) {
    return <ResourcePage page={page} resources={items} totalCount={totalCount} isOutdated={isPlaceholderData} />;
  }
  // The last resource of this page was deleted, or the address is an old one.
  const lastPage = String(Math.ceil(totalCount / adminPageSize));
  return isFetching ? <ResourceRowSkeletons /> : <Navigate to={paths.admin()} search={{ page: lastPage }} replace />;
}

type ResourcePageProps = {
  page: number;
  resources: readonly Resource[];
  totalCount: number;
  /** The page that was asked for has not come yet; this is the one before. */
  isOutdated: boolean;
};

function ResourcePage({ page, resources, totalCount, isOutdated }: ResourcePageProps) {
  const go = useGo();
  const status = useRef<HTMLParagraphElement>(null);

  function turnTo(next: number) {
    void go(paths.admin({ page: next > 1 ? next : undefined }));
    // The pressed button is at the other end of the list now shown; the keyboard starts at its top.
    status.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <p ref={status} role="status" tabIndex={-1} className="sr-only">
        {shownRange({ page, pageSize: adminPageSize, totalCount })}
      </p>
      <Card
        isPadded={false}
        aria-busy={isOutdated}
        className="divide-y divide-border overflow-hidden transition-opacity aria-busy:opacity-60"
      >
        {resources.map((resource) => (
          <ResourceRow key={resource.id} resource={resource} />
        ))}
      </Card>
      <Pagination
        page={page}
        pageCount={Math.ceil(totalCount / adminPageSize)}
        onPageChange={turnTo}
        label="Pages of resources"
      />
    </>
  );
}
