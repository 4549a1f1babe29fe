import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Shelf } from '#contract/library.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../platform/link.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { shelfQuery } from './api.ts';
import { LibraryRow } from './LibraryRow.tsx';
import { LibraryRowSkeletons } from './LibraryRowSkeletons.tsx';
import { shelfPageSize } from './shelf-display.ts';

type ShelfPanelProps = { shelf: Shelf; page: number; onPage: (page: number) => void };

/** The rows of one tab. */
export function ShelfPanel({ shelf, page, onPage }: ShelfPanelProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(shelfQuery(shelf, page));
  if (isPending) return <LibraryRowSkeletons />;
  if (isError) {
    return (
      <Spaced>
        <LoadError
          title="Failed to fetch your resources"
          description="What you own is safe. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </Spaced>
    );
  }
  if (data.totalCount === 0) {
    return (
      <Spaced>
        <EmptyShelf shelf={shelf} />
      </Spaced>
    );
  }
  return (
    <>
      <div>
        {data.items.map((entry) => (
          <LibraryRow key={entry.resource.id} shelf={shelf} entry={entry} />
        ))}
      </div>
      <Pagination page={page} pageCount={Math.ceil(data.totalCount / shelfPageSize)} onPageChange={onPage} />
    </>
  );
}

function Spaced({ children }: { children: ReactNode }) {
  return <div className="pt-6">{children}</div>;
}

/** The specified sentences (MYRES-06 to MYRES-08), each with a way on. */
function EmptyShelf({ shelf }: { shelf: Shelf }) {
  const go = useGo();
  if (shelf === 'subscribed') {
    return (
      <EmptyState
        title="No subscription resources"
        description="A subscription opens every subscription-level tool and resource."
        action={<Button onClick={() => void go(paths.subscriptionPlans())}>View Subscription Plans</Button>}
      />
    );
  }
  const browse = <Button onClick={() => void go(paths.browse())}>Browse Resources</Button>;
  return shelf === 'purchased' ? (
    <EmptyState
      title="No purchased resources"
      description="What you buy is yours for good and stays here."
      action={browse}
    />
  ) : (
    <EmptyState
      title="No Free Resources Available"
      description="Free resources appear here once published."
      action={browse}
    />
  );
}
