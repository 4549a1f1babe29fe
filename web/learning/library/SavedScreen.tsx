import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ResourceCardSkeletons, ResourceCards } from '#web/catalogue/catalogue/ResourceCards.tsx';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { savedPageSize, savedQuery } from './api.ts';
import { savedSearch } from './shelf-display.ts';

const trail = [{ label: 'My Resources', link: linkTo({ to: '/my-resources' }) }];

export function SavedScreen() {
  const [{ page }, change] = usePageState(savedSearch);
  usePage('Saved Resources', trail);
  return (
    <>
      <PageHeading title="Saved Resources" subtitle="Resources you saved for later, last saved first." />
      <SavedCards page={page} onPage={(next) => change({ page: next })} />
    </>
  );
}

function SavedCards({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(savedQuery(page));
  const navigate = useNavigate();
  if (isPending) {
    return (
      <>
        <p role="status" className="sr-only">
          Loading saved resources
        </p>
        <ResourceCardSkeletons />
      </>
    );
  }
  if (isLoadingError) {
    return (
      <LoadError
        title="Failed to fetch your saved resources"
        description="Your saved resources are safe. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const pageCount = Math.ceil(data.totalCount / savedPageSize);
  return data.totalCount === 0 ? (
    <EmptyState
      title="Nothing saved yet"
      description="Resources you save appear here."
      action={<Button onClick={() => void navigate({ to: '/browse' })}>Browse Resources</Button>}
    />
  ) : (
    <>
      <ResourceCards resources={data.items} headingLevel={2} />
      <Pagination page={page} pageCount={pageCount} onPageChange={onPage} label="Pages of saved resources" />
    </>
  );
}
